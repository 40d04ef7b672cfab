import * as z from 'zod';
import { chatFrame, chatSuggestions } from './domain/chat/frame.schema.ts';
import { chatThread } from './domain/chat/thread.schema.ts';
import { executionState } from './domain/executions/execution.schema.ts';
import { scanStates } from './domain/inventory/scans/scan.schema.ts';
import { approvalStatus } from './domain/approvals/approval.schema.ts';
import { userInputStatus } from './domain/user-inputs/user-input.schema.ts';
import { channels } from './kernel/channel.ts';

/** The call that reads one of these. Not the route itself: the console's start would load it. */
const reading = (resource: string) => ({
  method: 'GET' as const,
  permission: `read_${resource}`,
  resource,
});

const progress = z.object({
  bot_exc_id: z.string(),
  node_name: z.string(),
  status: executionState,
  /** The branch or turn of the node; absent for the run itself. */
  lane: z.string().optional(),
});

/**
 * Every realtime channel. Frames carry ids and states, and what an agent says where it is short;
 * other content is fetched by GET.
 */
export const realtimeChannels = channels({
  bot_execution_updated: {
    content: reading('bot_execution'),
    message: progress,
  },
  /** The same for whoever started the run by hand: they may follow it without seeing others. */
  portal_run_updated: {
    content: reading('service_portal'),
    message: progress,
  },
  /**
   * What was said in the thread of an agent, and whether it goes on. Messages to the agent may be
   * sent under this name (`lib/incoming.ts`).
   */
  send_message: {
    content: reading('bot_execution'),
    message: chatFrame,
    passing: 'delta',
  },
  /** The same for whoever has started the run as an app of the service portal. */
  portal_chat_updated: {
    content: reading('service_portal'),
    message: chatFrame,
    passing: 'delta',
  },
  /** What people might answer to an agent that has asked them. */
  chat_suggestions: {
    content: reading('bot_execution'),
    message: chatSuggestions,
  },
  chat_thread_created: {
    content: reading('bot_execution'),
    message: z.object({ chat_thread: chatThread }),
  },
  inventory_execution_updated: {
    content: reading('inventory'),
    message: z.object({
      execution_id: z.string(),
      state: z.enum(scanStates),
      /** Tables that are done, of those planned. */
      done: z.number(),
      planned: z.number(),
    }),
  },
  approval_updated: {
    content: reading('approval'),
    message: z.object({ approval_id: z.string(), status: approvalStatus }),
  },
  user_input_updated: {
    content: reading('user_input'),
    message: z.object({ user_input_id: z.string(), status: userInputStatus }),
  },
  listener_called: {
    content: reading('listener'),
    message: z.object({ listener_id: z.string(), event_id: z.string() }),
  },
});
