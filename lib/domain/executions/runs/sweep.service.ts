import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import type { Fact } from '#lib/ports/bus.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { receivedFact } from '../../listeners/listener-event.schema.ts';
import { unsentEvents } from '../../listeners/listener-event.store.ts';
import { answeredFact, questionKinds } from '../../questions/question.schema.ts';
import { questionStorage } from '../../questions/question.service.ts';
import { cleanUpAfterEnd, type CloseDeps, closeRun } from './close.service.ts';
import { endedOutbox } from '../execution.rules.ts';
import { type Execution, openPhases } from '../execution.schema.ts';
import { readExecutions } from '../execution.store.ts';
import { allQueues } from '../slots/queue.service.ts';
import { dropUnstartable, startMachine, startQueued } from '../slots/slots.service.ts';

export type SweepDeps = CloseDeps & { runner: Runner; clock: Clock };

/** Work that is still not done after this time (ms) was left undone by a process that died. */
const forgottenAfter = 2 * 60_000;

/** Maximum number of facts that one sweep sends again, so as not to overload their receivers. */
const maxFactsSent = 1_000;

/** Number of facts per publish call. */
const factsPerPublish = 50;

async function* forgottenFacts({ db }: SweepDeps, before: number): AsyncGenerator<Fact> {
  for (const kind of questionKinds) {
    for await (const { tenant_id, _id } of questionStorage(kind).unsent(db)) {
      yield answeredFact(kind, tenant_id, _id);
    }
  }
  const [lastId] = timedBounds('evt', before);
  for await (const event of unsentEvents(db, lastId)) yield receivedFact(event);
}

const resendFacts = async (deps: SweepDeps, before: number): Promise<void> => {
  let waiting: Fact[] = [];
  let sent = 0;
  for await (const fact of forgottenFacts(deps, before)) {
    waiting.push(fact);
    if (waiting.length < factsPerPublish) continue;
    await deps.bus.publish(waiting);
    sent += waiting.length;
    waiting = [];
    if (sent >= maxFactsSent) return;
  }
  if (waiting.length > 0) await deps.bus.publish(waiting);
};

/**
 * Publishes the end of runs whose follow-up work was left undone. The process that ended a run may
 * have died before it ended the run's lanes and child runs, so that is repeated too.
 */
const settleForgotten = async (deps: SweepDeps, before: number): Promise<void> => {
  for await (const run of readExecutions(deps.db, { index: 'outbox', partition: endedOutbox })) {
    const { tenant_id, _id: bot_exc_id, state, finished_at = '' } = run;
    if (finished_at > isoTime(before)) continue;
    const end = { state: 'CANCELLED', cause: 'The run has ended.', now: deps.clock() } as const;
    if (state !== 'SUCCEEDED') await cleanUpAfterEnd(deps, run, end);
    await deps.bus.publish([{ type: 'run_ended', tenant_id, bot_exc_id }]);
  }
};

const overdueText = ({ open, deadline_at }: Execution): string =>
  open === 'queued'
    ? `The run waited until its deadline, ${deadline_at}, while others were under way.`
    : `The run did not end before its deadline, ${deadline_at}.`;

const failOverdue = async (deps: SweepDeps, now: number): Promise<void> => {
  const between = [isoTime(0), isoTime(now)] as const;
  for (const partition of openPhases) {
    for await (const run of readExecutions(deps.db, { index: 'open', partition, between })) {
      await closeRun(deps, run, { state: 'FAILED', cause: overdueText(run), now });
    }
  }
};

/** Starts runs whose machine was not started because the process died. */
const startForgotten = async (deps: SweepDeps, before: number): Promise<void> => {
  for await (const run of readExecutions(deps.db, { index: 'open', partition: 'new' })) {
    if (run.updated_at <= isoTime(before)) await startMachine(deps, run);
  }
};

/** Starts queued runs whose free place was missed, and drops those of deleted or disabled bots. */
const moveQueues = async (deps: SweepDeps): Promise<void> => {
  for await (const queue of allQueues(deps.db)) {
    if (!(await startQueued(deps, queue))) await dropUnstartable(deps, queue);
  }
};

/**
 * Runs once a minute and catches up on lost work: sends facts that were not sent, starts runs that
 * were not started, and fails runs past their deadline. A process that has just started passes
 * `after` = 0 ms, because no other process can still be at work.
 */
export const sweep =
  (deps: SweepDeps, after: number = forgottenAfter) =>
  async (): Promise<void> => {
    const now = deps.clock();
    await settleForgotten(deps, now - after);
    await failOverdue(deps, now);
    await startForgotten(deps, now - after);
    await moveQueues(deps);
    await resendFacts(deps, now - after);
  };
