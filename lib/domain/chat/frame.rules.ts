import type { ChatDelta, ChatFrame, ChatSuggestions } from './frame.schema.ts';
import type { ChatEntry, KeptEntry } from './entry.schema.ts';
import { messagesForFollower } from './follower.rules.ts';
import { listedMessagesIn } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';
import { sessionIdOf } from './session.rules.ts';
import type { ChatThread, FrameThread } from './thread.schema.ts';

/** Maximum bytes of messages in a frame, besides its other fields. */
const maxMessagesBytes = 28 * 1024;

/** Maximum number of ids in a frame whose messages are too long. */
const maxMessageIds = 200;

/** Maximum characters of an error in a frame; the thread has the full text. */
const maxErrorLength = 1000;

const fitsInFrame = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length <= maxMessagesBytes;

const threadFieldsOf = ({ _id, bot_exc_id, agent_node_id, loop_index }: FrameThread) => ({
  bot_exc_id,
  chat_session_id: sessionIdOf(bot_exc_id),
  chat_thread_id: _id,
  agent_node_id,
  ...(loop_index !== undefined && { loop_index }),
});

/** A frame with messages, or only their ids if they are too long. */
const frameOf = (
  thread: FrameThread,
  entry: ChatEntry,
  messages: readonly ChatMessage[],
): ChatFrame => {
  const messageFields = fitsInFrame(messages)
    ? { messages: [...messages] }
    : { messages: [], message_ids: messages.map(({ _id }) => _id).slice(0, maxMessageIds) };
  const askedField = entry.role === 'asked' && {
    asked: { tool_call_id: entry.tool_call_id, approval_id: entry.approval_id },
  };
  const begunField = entry.role === 'begun' && { begun: { tool_call_id: entry.tool_call_id } };
  const end = entry.role === 'assistant' && entry.final;
  return {
    ...threadFieldsOf(thread),
    ...messageFields,
    ...askedField,
    ...begunField,
    end,
    session_ended: false,
  };
};

/** The frame for an entry, with all its messages. */
export const entryFrame = (thread: FrameThread, keptEntry: KeptEntry): ChatFrame =>
  frameOf(thread, keptEntry.entry, listedMessagesIn(thread._id, keptEntry));

/** The frame for an entry as a portal user sees it; undefined if the entry is hidden from them. */
export const followerFrame = (
  thread: FrameThread,
  keptEntry: KeptEntry,
  follower: string,
): ChatFrame | undefined => {
  const all = listedMessagesIn(thread._id, keptEntry);
  const messages = messagesForFollower(all, follower);
  const isHidden = all.length > 0 && messages.length === 0;
  return isHidden ? undefined : frameOf(thread, keptEntry.entry, messages);
};

type ThreadState = Pick<ChatThread, 'status' | 'retry'> & {
  [K in 'ended_by' | 'limit' | 'error']?: ChatThread[K] | undefined;
};

/** The frame for a thread that starts, waits for its model, or has ended. */
export const statusFrame = (
  thread: FrameThread,
  { status, retry, ended_by, limit, error }: ThreadState,
): ChatFrame => ({
  ...threadFieldsOf(thread),
  messages: [],
  end: status !== 'ACTIVE',
  session_ended: status !== 'ACTIVE',
  status,
  ...(retry && { retry }),
  ...(ended_by && { ended_by }),
  ...(limit !== undefined && { limit }),
  ...(error !== undefined && { error: error.slice(0, maxErrorLength) }),
});

/** Maximum characters of a piece of an answer; as JSON each takes at most six bytes. */
export const maxDeltaLength = 4000;

/** The frame for a piece of an answer while the model generates it. */
export const deltaFrame = (thread: FrameThread, delta: ChatDelta): ChatFrame => ({
  ...threadFieldsOf(thread),
  messages: [],
  end: false,
  session_ended: false,
  delta,
});

/** The frame for suggested answers. */
export const suggestionsFrame = (thread: FrameThread, suggestions: string[]): ChatSuggestions => ({
  ...threadFieldsOf(thread),
  suggestions,
});

/** A frame without content, after which consoles fetch what is new. */
export const nudgeFrame = (thread: FrameThread): ChatFrame => ({
  ...threadFieldsOf(thread),
  messages: [],
  message_ids: [],
  end: false,
  session_ended: false,
});
