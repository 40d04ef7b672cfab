import * as z from 'zod';
import { executionState } from './domain/executions/execution.schema.ts';
import { executionRoutes } from './domain/executions/execution.routes.ts';
import { approvalRoutes } from './domain/approvals/approval.routes.ts';
import { approvalStatus } from './domain/approvals/approval.schema.ts';
import { listenerRoutes } from './domain/listeners/listener.routes.ts';
import { userInputRoutes } from './domain/user-inputs/user-input.routes.ts';
import { userInputStatus } from './domain/user-inputs/user-input.schema.ts';
import { channels } from './kernel/channel.ts';

/** Every realtime channel. Frames carry ids and states; the content is fetched by GET. */
export const realtimeChannels = channels({
  bot_execution_updated: {
    content: executionRoutes.getExecution,
    message: z.object({
      bot_exc_id: z.string(),
      node_name: z.string(),
      status: executionState,
      /** The branch or turn of the node; absent for the run itself. */
      lane: z.string().optional(),
    }),
  },
  approval_updated: {
    content: approvalRoutes.getApproval,
    message: z.object({ approval_id: z.string(), status: approvalStatus }),
  },
  user_input_updated: {
    content: userInputRoutes.getUserInput,
    message: z.object({ user_input_id: z.string(), status: userInputStatus }),
  },
  listener_called: {
    content: listenerRoutes.getListenerEvent,
    message: z.object({ listener_id: z.string(), event_id: z.string() }),
  },
});
