import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { unsentDecisions } from '../approvals/approval.store.ts';
import { unsentEvents } from '../listeners/listener-event.store.ts';
import { unsentSubmissions } from '../user-inputs/user-input.store.ts';
import { type CloseDeps, closeRun } from './close.service.ts';
import { isUntouched } from './execution.rules.ts';
import { openExecutions } from './execution.store.ts';

export type SweepDeps = CloseDeps & { runner: Runner; bus: Bus; clock: Clock };

/** A fact that was not sent after so long was forgotten by a process that died. */
const forgottenAfter = 2 * 60_000;
const startedWithin = 60 * 60_000;

const sendForgotten = async ({ db, bus }: SweepDeps, before: number): Promise<void> => {
  const lastId = `evt_${before.toString(16).padStart(12, '0')}`;
  for await (const { tenant_id, listener_id, _id: event_id } of unsentEvents(db, lastId)) {
    await bus.publish([{ type: 'listener_event_received', tenant_id, listener_id, event_id }]);
  }
  for await (const { tenant_id, _id: approval_id } of unsentDecisions(db)) {
    await bus.publish([{ type: 'approval_decided', tenant_id, approval_id }]);
  }
  for await (const { tenant_id, _id: user_input_id } of unsentSubmissions(db)) {
    await bus.publish([{ type: 'user_input_resolved', tenant_id, user_input_id }]);
  }
};

const failOverdue = async (deps: SweepDeps, now: number): Promise<void> => {
  for await (const run of openExecutions(deps.db, isoTime(0), isoTime(now))) {
    const cause = `The run did not end before its deadline, ${run.deadline_at}.`;
    await closeRun(deps, run, { state: 'FAILED', cause, now });
  }
};

/** Runs whose record was written and whose machine was never started, because the process died. */
const startForgotten = async ({ db, runner }: SweepDeps, before: number): Promise<void> => {
  const newest = before + limits.runDeadline;
  const created = [isoTime(newest - startedWithin), isoTime(newest)] as const;
  for await (const run of openExecutions(db, ...created)) {
    if (!isUntouched(run)) continue;
    const { tenant_id, _id: bot_exc_id } = run;
    await runner.start(bot_exc_id, { tenant_id, bot_exc_id, lane: '' });
  }
};

/**
 * Turns silence into an outcome, once a minute: what was not told is told again, what was not
 * started is started, and a run past its deadline fails with its cause (architecture, section 4).
 * A process that has just started knows that nobody else is about to tell: it waits for nothing.
 */
export const sweep =
  (deps: SweepDeps, after: number = forgottenAfter) =>
  async (): Promise<void> => {
    const now = deps.clock();
    await sendForgotten(deps, now - after);
    await failOverdue(deps, now);
    await startForgotten(deps, now - after);
  };
