import * as z from 'zod';
import { chatFrame, chatSuggestions } from './domain/chat/frame.schema.ts';
import { chatThread } from './domain/chat/thread.schema.ts';
import { executionState } from './domain/executions/execution.schema.ts';
import { scanStates } from './domain/inventory/scans/scan.schema.ts';
import { approvalStatus } from './domain/approvals/approval.schema.ts';
import { userInputStatus } from './domain/user-inputs/user-input.schema.ts';
import { defineChannels } from './kernel/channel.ts';
import { guards } from './kernel/guards.ts';

const progress = z.object({
  bot_exc_id: z.string(),
  node_name: z.string(),
  status: executionState,
  /** The branch or loop turn of the node; absent for the run itself. */
  lane: z.string().optional(),
});

/**
 * Every realtime channel. Frames carry ids and states, and short texts of AI agents; all other
 * content is fetched by GET.
 */
export const realtimeChannels = defineChannels({
  bot_execution_updated: {
    content: guards.getExecution,
    message: progress,
  },
  /** The same for the user who started the run by hand: they get it without access to others. */
  portal_run_updated: {
    content: guards.getPortalRun,
    message: progress,
  },
  /**
   * New entries of an AI agent's thread, and whether it goes on. Clients may also send messages to
   * the agent under this name (`lib/socket-calls.ts`).
   */
  send_message: {
    content: guards.listChatMessages,
    message: chatFrame,
    passing: 'delta',
  },
  /** The same for a user who started the run as an app of the service portal. */
  portal_chat_updated: {
    content: guards.listPortalMessages,
    message: chatFrame,
    passing: 'delta',
  },
  /** Suggested answers to a question that an AI agent asked. */
  chat_suggestions: {
    content: guards.listChatMessages,
    message: chatSuggestions,
  },
  chat_thread_created: {
    content: guards.getChatThread,
    message: z.object({ chat_thread: chatThread }),
  },
  inventory_execution_updated: {
    content: guards.getInventoryExecution,
    message: z.object({
      execution_id: z.string(),
      state: z.enum(scanStates),
      /** Number of tables that are done, out of those planned. */
      done: z.number(),
      planned: z.number(),
    }),
  },
  approval_updated: {
    content: guards.getApproval,
    message: z.object({ approval_id: z.string(), status: approvalStatus }),
  },
  user_input_updated: {
    content: guards.getUserInput,
    message: z.object({ user_input_id: z.string(), status: userInputStatus }),
  },
  listener_called: {
    content: guards.getListenerEvent,
    message: z.object({ listener_id: z.string(), event_id: z.string() }),
  },
});
