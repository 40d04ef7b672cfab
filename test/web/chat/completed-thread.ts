import { usageIn } from '#lib/domain/chat/spent.rules.ts';
import type { ChatMessage } from '#lib/domain/chat/message.schema.ts';
import type { ChatThread } from '#lib/domain/chat/thread.schema.ts';

const at = '2026-11-01T10:00:00.000Z';

/** The thread of an AI agent that has ended. */
export const completedThread: ChatThread = {
  _id: `thr_${'1'.repeat(44)}`,
  chat_session_id: 'chs_1',
  bot_id: 'bot_1',
  bot_exc_id: 'exc_1',
  agent_node_id: 'find',
  lane: '',
  agent_name: 'find',
  status: 'COMPLETED',
  agent_context_info: { allow_user_interaction: true },
  spent: usageIn([]),
  failures: 0,
  created_at: at,
  updated_at: at,
};

/** A message of that thread: a text of the AI agent by default. */
export const threadMessage = (sequence: number, overrides: Partial<ChatMessage>): ChatMessage => ({
  _id: `${completedThread._id}-${sequence}-0`,
  message_type: 'text',
  content: '',
  final_response: false,
  created_at: at,
  updated_at: at,
  ...overrides,
});
