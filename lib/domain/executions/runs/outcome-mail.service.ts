import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { nameInMail } from '#lib/kernel/one-line.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { preferencesLine } from '../../users/mail.rules.ts';
import { wanting } from '../../users/mail.service.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { startersOf } from '../history/history.rules.ts';
import { decisionText, outcomeNames } from '../outcome/outcome-text.rules.ts';

export type OutcomeMailDeps = { db: Database; mail: Mail; log: Log; site: { url: string } };

/**
 * Who is told by mail what became of a run: those who made it start, where it failed or people were
 * asked. Who decided alone knows it.
 */
export const mailedTo = (run: Pick<Execution, 'trigger' | 'options' | 'decision' | 'outcome'>) => {
  const { outcome, decision } = run;
  if (outcome === 'failed') return startersOf(run);
  if (outcome === undefined || decision === undefined) return [];
  const isKnownTo = (user: string) => decision.by.length === 1 && decision.by[0] === user;
  return startersOf(run).filter((user) => !isKnownTo(user));
};

/** Portal users see a run in the portal only. */
const pathOf = ({ _id: bot_exc_id, bot_id, app }: Execution): string =>
  app
    ? pathTo('portalRun', { app_id: bot_id, bot_exc_id })
    : pathTo('run', { bot_id, bot_exc_id }, { mode: 'view' });

/** The outcome, and of a failed run besides what had been decided. */
const toldOf = ({ outcome, decision, errors }: Execution): string[] => [
  ...(outcome === 'failed' ? [errors[0] ?? ''] : []),
  ...(decision ? [decisionText(decision)] : []),
];

/**
 * Tells whoever made a run start what became of it, once: whoever marks it first sends the mail.
 * One that cannot be sent holds up nothing: the bell and the run say the same.
 */
export const mailOutcome = async (
  { db, mail, log, site }: OutcomeMailDeps,
  run: Execution,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, outcome, options } = run;
  if (outcome === undefined) return;
  // Whoever was removed is told nothing more.
  const kind = outcome === 'failed' ? 'run_failed' : 'run_decided';
  const to = await wanting(db, { tenant_id, kind, to: mailedTo(run) });
  if (to.length === 0) return;
  if (!(await executionStore(db, tenant_id).markTold(bot_exc_id))) return;
  const bot = nameInMail(run.bot_name);
  const word = outcomeNames[outcome];
  const [name, told] = options.dry_run
    ? ['dry run', `Dry run ${word.toLowerCase()}`]
    : ['run', word];
  const text = [
    `Your ${name} of "${bot}" has ended: ${word.toLowerCase()}.`,
    ...toldOf(run),
    `See the run: ${linkTo(site, pathOf(run))}`,
    preferencesLine(site),
  ];
  const subject = `${told}: ${bot}`;
  try {
    await mail.send({ to, subject, text: text.filter(Boolean).join('\n\n') });
  } catch (error) {
    log.error('The mail about the outcome of a run could not be sent.', {
      tenant_id,
      bot_exc_id,
      error,
    });
  }
};
