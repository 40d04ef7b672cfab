import type { ChatDelta, ChatFrame, ChatSuggestions } from './frame.schema.ts';
import type { ChatEntry, KeptEntry } from './entry.schema.ts';
import { allSeenByFollower } from './follower.rules.ts';
import { shownIn } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';
import { sessionIdOf } from './session.rules.ts';
import type { ChatThread, Told } from './thread.schema.ts';

/** Maximum bytes of messages in a frame, besides its other fields. */
const mostBytes = 28 * 1024;

/** Maximum number of ids in a frame whose messages are too long. */
const mostIds = 200;

/** Maximum characters of an error in a frame; the thread has the full text. */
const longestError = 1000;

const isShort = (value: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length <= mostBytes;

const about = ({ _id, bot_exc_id, agent_node_id, loop_index }: Told) => ({
  bot_exc_id,
  chat_session_id: sessionIdOf(bot_exc_id),
  chat_thread_id: _id,
  agent_node_id,
  ...(loop_index !== undefined && { loop_index }),
});

/** A frame with messages, or only their ids if they are too long. */
const frameOf = (thread: Told, entry: ChatEntry, messages: readonly ChatMessage[]): ChatFrame => {
  const said = isShort(messages)
    ? { messages: [...messages] }
    : { messages: [], message_ids: messages.map(({ _id }) => _id).slice(0, mostIds) };
  const asked = entry.role === 'asked' && {
    asked: { tool_call_id: entry.tool_call_id, approval_id: entry.approval_id },
  };
  const begun = entry.role === 'begun' && { begun: { tool_call_id: entry.tool_call_id } };
  const end = entry.role === 'assistant' && entry.final;
  return { ...about(thread), ...said, ...asked, ...begun, end, session_ended: false };
};

/** The frame for an entry, with all its messages. */
export const entryFrame = (thread: Told, kept: KeptEntry): ChatFrame =>
  frameOf(thread, kept.entry, shownIn(thread._id, kept));

/** The frame for an entry as a portal user sees it; undefined if the entry is hidden from them. */
export const followerFrame = (
  thread: Told,
  kept: KeptEntry,
  follower: string,
): ChatFrame | undefined => {
  const all = shownIn(thread._id, kept);
  const messages = allSeenByFollower(all, follower);
  const isHidden = all.length > 0 && messages.length === 0;
  return isHidden ? undefined : frameOf(thread, kept.entry, messages);
};

type Standing = Pick<ChatThread, 'status' | 'retry'> & {
  [K in 'ended_by' | 'limit' | 'error']?: ChatThread[K] | undefined;
};

/** The frame for a thread that starts, waits for its model, or has ended. */
export const standingFrame = (
  thread: Told,
  { status, retry, ended_by, limit, error }: Standing,
): ChatFrame => ({
  ...about(thread),
  messages: [],
  end: status !== 'ACTIVE',
  session_ended: status !== 'ACTIVE',
  status,
  ...(retry && { retry }),
  ...(ended_by && { ended_by }),
  ...(limit !== undefined && { limit }),
  ...(error !== undefined && { error: error.slice(0, longestError) }),
});

/** Maximum characters of a piece of an answer; as JSON each takes at most six bytes. */
export const longestDelta = 4000;

/** The frame for a piece of an answer while the model generates it. */
export const deltaFrame = (thread: Told, delta: ChatDelta): ChatFrame => ({
  ...about(thread),
  messages: [],
  end: false,
  session_ended: false,
  delta,
});

/** The frame for suggested answers. */
export const suggestionsFrame = (thread: Told, suggestions: string[]): ChatSuggestions => ({
  ...about(thread),
  suggestions,
});

/** A frame without content, after which consoles fetch what is new. */
export const nudge = (thread: Told): ChatFrame => ({
  ...about(thread),
  messages: [],
  message_ids: [],
  end: false,
  session_ended: false,
});
