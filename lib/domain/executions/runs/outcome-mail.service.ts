import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { preferencesLine } from '../../users/mail.rules.ts';
import { findRecipients } from '../../users/mail.service.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { startersOf } from '../history/history.rules.ts';
import { decisionText, outcomeNames } from '../outcome/outcome-text.rules.ts';

export type OutcomeMailDeps = { db: Database; mail: Mail; log: Log; site: { url: string } };

/**
 * The users who get a mail about a run's outcome: those who caused it, if it failed or people
 * decided something in it. A user who was the only one to decide gets none.
 */
export const mailRecipientsOf = (
  run: Pick<Execution, 'trigger' | 'options' | 'decision' | 'outcome'>,
) => {
  const { outcome, decision } = run;
  if (outcome === 'failed') return startersOf(run);
  if (outcome === undefined || decision === undefined) return [];
  const isKnownTo = (user: string) => decision.by.length === 1 && decision.by[0] === user;
  return startersOf(run).filter((user) => !isKnownTo(user));
};

/** Path of the page of a run: that of the service portal for runs of apps. */
const pathOf = ({ _id: bot_exc_id, bot_id, app }: Execution): string =>
  app
    ? pathTo('portalRun', { app_id: bot_id, bot_exc_id })
    : pathTo('run', { bot_id, bot_exc_id }, { mode: 'view' });

/** The error of a failed run, and what had been decided. */
const mailLinesOf = ({ outcome, decision, errors }: Execution): string[] => [
  ...(outcome === 'failed' ? [errors[0] ?? ''] : []),
  ...(decision ? [decisionText(decision)] : []),
];

/**
 * Mails the users who caused a run about its outcome, once: the process that claims it first sends
 * the mail. A failure to send is only logged: the bell and the run show the same.
 */
export const mailOutcome = async (
  { db, mail, log, site }: OutcomeMailDeps,
  run: Execution,
): Promise<void> => {
  const { tenant_id, _id: bot_exc_id, outcome, options } = run;
  if (outcome === undefined) return;
  // `findRecipients` leaves out users who were removed.
  const kind = outcome === 'failed' ? 'run_failed' : 'run_decided';
  const to = await findRecipients(db, { tenant_id, kind, to: mailRecipientsOf(run) });
  if (to.length === 0) return;
  if (!(await executionStore(db, tenant_id).markTold(bot_exc_id))) return;
  const bot = nameInMail(run.bot_name);
  const outcomeName = outcomeNames[outcome];
  const [name, subjectPrefix] = options.dry_run
    ? ['dry run', `Dry run ${outcomeName.toLowerCase()}`]
    : ['run', outcomeName];
  const text = [
    `Your ${name} of "${bot}" has ended: ${outcomeName.toLowerCase()}.`,
    ...mailLinesOf(run),
    `See the run: ${linkTo(site, pathOf(run))}`,
    preferencesLine(site),
  ];
  const subject = `${subjectPrefix}: ${bot}`;
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
