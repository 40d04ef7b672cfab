import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Log } from '#lib/kernel/log.ts';
import { botStore } from '../bots/bot.store.ts';
import { isFinal } from '../executions/execution.rules.ts';
import { executionStore } from '../executions/execution.store.ts';
import type { OldRun } from '../executions/runs/old-run.schema.ts';
import { runsBefore } from '../executions/runs/old-run.store.ts';
import { dueRetentions, organisationStore } from '../organisations/organisation.store.ts';
import { runRetentionDaysNow } from '../subscriptions/plan.service.ts';
import { day, followersOf, hasEndedBefore, retentionPeriods } from './retention.rules.ts';
import { type RemovalDeps, removeRun } from './run-removal.service.ts';

export type RetentionDeps = RemovalDeps & { clock: Clock; log: Log };

/** After this time (ms) a check whose process has died is taken up again. */
const claimMs = 15 * 60_000;

/** The number of steps that one organisation's turn, and one round over all, may take. */
export type StepLimits = { turn: number; round: number };
const defaultStepLimits: StepLimits = { turn: 2_000, round: 20_000 };

/** Steps that a run takes in addition to its items: lookups, and its files. */
const stepsOfRun = 10;

/** The result of a turn: how many runs were removed, the steps, and whether nothing is left. */
type Turn = { runs: number; steps: number; isDone: boolean };

/** Whether a run that continues this one is in progress, and so still reads its results. */
const isReadByContinuation = async ({ db }: RetentionDeps, { tenant_id, ...oldRun }: OldRun) => {
  const ids = new Set(followersOf(oldRun));
  // Iterating a set includes elements that are added meanwhile.
  for (const id of ids) {
    const run = await executionStore(db, tenant_id).get(id);
    if (run && !isFinal(run.state)) return true;
    for (const next of run ? followersOf(run) : []) ids.add(next);
  }
  return false;
};

/** Removes old runs of one organisation, the oldest first. */
const takeTurn = async (
  deps: RetentionDeps,
  tenant_id: string,
  maxSteps: number,
): Promise<Turn> => {
  const { db, clock } = deps;
  const now = clock();
  const retention_days = await runRetentionDaysNow(db, tenant_id, now);
  const bots = await botStore(db, tenant_id).all(() => true);
  const botIds = new Set(bots.map(({ _id }) => _id));
  let [runs, steps] = [0, 0];
  for (const { bot_id, keptFor } of retentionPeriods({ retention_days }, bots)) {
    for await (const run of runsBefore(db, { tenant_id, bot_id }, now - keptFor)) {
      if (!hasEndedBefore(run, now - keptFor) || (await isReadByContinuation(deps, run))) continue;
      if (steps >= maxSteps) return { runs, steps, isDone: false };
      steps += stepsOfRun + (await removeRun(deps, run, !botIds.has(run.bot_id)));
      runs += 1;
    }
  }
  return { runs, steps, isDone: true };
};

/** One turn of an organisation whose check is due; returns the steps that it took. */
const takeDueTurn = async (
  deps: RetentionDeps,
  { tenant_id, due }: { tenant_id: string; due: string },
  maxSteps: number,
): Promise<number> => {
  const { db, clock, log } = deps;
  const organisation = organisationStore(db, tenant_id);
  const claimedUntil = isoTime(clock() + claimMs);
  // Of several processes only one does it.
  if (!(await organisation.takeRetention({ due, next: claimedUntil }))) return 0;
  try {
    const { runs, steps, isDone } = await takeTurn(deps, tenant_id, maxSteps);
    const next = isoTime(clock() + (isDone ? day : 0));
    await organisation.takeRetention({ due: claimedUntil, next });
    if (runs > 0) log.info('Runs past their retention were removed.', { tenant_id, count: runs });
    return steps + 1;
  } catch (error) {
    log.error('Ended runs could not be removed.', { area: 'retention', tenant_id, error });
    return 1;
  }
};

/**
 * Removes ended runs past their retention time, for all organisations: each once a day, and again
 * while it has more. Turns are short and alternate, so that nobody waits for the largest
 * organisation. A round ends after so many steps, and the next one continues.
 */
export const removeOldRuns =
  (deps: RetentionDeps, { turn, round }: StepLimits = defaultStepLimits) =>
  async (): Promise<void> => {
    let steps = 0;
    for (;;) {
      const due = [];
      for await (const one of dueRetentions(deps.db, isoTime(deps.clock()))) {
        due.push(one);
        if (due.length * turn >= round) break;
      }
      if (due.length === 0) return;
      const stepsBefore = steps;
      for (const one of due) {
        steps += await takeDueTurn(deps, one, turn);
        if (steps >= round) return;
      }
      // All due checks were claimed by other processes.
      if (steps === stepsBefore) return;
    }
  };
