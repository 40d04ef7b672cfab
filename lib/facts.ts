import { notifyEndedChats } from './domain/chat/ended-chats.service.ts';
import { type EndedDeps, settleEndedRun } from './domain/executions/runs/settle-run.service.ts';
import { startForFindings } from './domain/executions/runs/findings-start.service.ts';
import { startForEvent, type TriggerDeps } from './domain/executions/runs/event-start.service.ts';
import type { WakeDeps } from './domain/pauses/wake.service.ts';
import {
  type ConnectionTestDeps,
  runRequestedTest,
} from './domain/integrations/connection-test.service.ts';
import { resumeAnswered } from './domain/questions/question.service.ts';
import type { Fact } from './ports/bus.ts';
import type { Realtime } from './ports/realtime.ts';

type Handlers = { [T in Fact['type']]: (fact: Extract<Fact, { type: T }>) => Promise<unknown> };

type Deps = TriggerDeps & WakeDeps & EndedDeps & ConnectionTestDeps & { realtime: Realtime };

/** Returns the handler of all facts. A fact may arrive twice, so each handler is idempotent. */
export const factHandler = (deps: Deps) => {
  const handlers: Handlers = {
    listener_event_received: startForEvent(deps),
    finding_opened: startForFindings(deps),
    finding_resolved: startForFindings(deps),
    approval_decided: ({ tenant_id, approval_id }) =>
      resumeAnswered(deps, 'approval', tenant_id, approval_id),
    user_input_resolved: ({ tenant_id, user_input_id }) =>
      resumeAnswered(deps, 'input', tenant_id, user_input_id),
    run_ended: async (fact) => {
      await notifyEndedChats(deps)(fact);
      await settleEndedRun(deps)(fact);
    },
    integration_test_requested: runRequestedTest(deps),
  };

  return async (fact: Fact): Promise<void> => {
    const handle: (fact: never) => Promise<unknown> = handlers[fact.type];
    await handle(fact as never);
  };
};
