import { resumeDecided } from './domain/approvals/decided.service.ts';
import { type EndedDeps, settleEnded } from './domain/executions/ended.service.ts';
import { resumeResolved } from './domain/user-inputs/resolved.service.ts';
import { startTriggered, type TriggerDeps } from './domain/executions/triggered.service.ts';
import type { WakeDeps } from './domain/executions/wake.service.ts';
import type { Fact } from './ports/bus.ts';

type Handlers = { [T in Fact['type']]: (fact: Extract<Fact, { type: T }>) => Promise<unknown> };

/** What follows from each fact; a fact may come twice, so each handler works once. */
export const factHandler = (deps: TriggerDeps & WakeDeps & EndedDeps) => {
  const handlers: Handlers = {
    listener_event_received: startTriggered(deps),
    approval_decided: resumeDecided(deps),
    user_input_resolved: resumeResolved(deps),
    run_ended: settleEnded(deps),
  };

  return async (fact: Fact): Promise<void> => {
    const handle: (fact: never) => Promise<unknown> = handlers[fact.type];
    await handle(fact as never);
  };
};
