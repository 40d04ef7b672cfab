import * as z from 'zod';
import { isOpeningMessage, parseMessageId } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';

/** Name of the tool with which an AI agent asks people a question. */
export const askUserTool = 'ask_user';

/** A question of an AI agent to people; it waits for a message until `until` (ISO time). */
export type OpenQuestion = { question: string; asked_at: string; until: string };

const questionArguments = z.object({ question: z.string().trim().min(1) });

/** The question in a tool call; undefined if the call is not a question to people. */
export const questionOfCall = (tool_name: string | undefined, args: unknown): string | undefined =>
  tool_name === askUserTool ? questionArguments.safeParse(args).data?.question : undefined;

/** The question in a message; undefined if it is not a question to people. */
export const questionIn = ({ tool_name, args_as_dict }: ChatMessage): string | undefined =>
  questionOfCall(tool_name, args_as_dict);

/** A key that a tool call and its result have in common. */
export const callKey = ({ tool_name = '', tool_call_id = '' }: ChatMessage): string =>
  JSON.stringify([tool_name, tool_call_id]);

/** Index of the call that the agent is making, or -1; it makes one call at a time. */
const openCallIndex = (messages: readonly ChatMessage[]): number => {
  const returned = new Set(
    messages.filter(({ message_type }) => message_type === 'tool-return').map(callKey),
  );
  return messages.findIndex(
    (one) => one.message_type === 'tool-call' && !returned.has(callKey(one)),
  );
};

/**
 * Whether these last messages of a thread begin within an answer of the model: earlier calls of
 * that answer may then be open, and are made first.
 */
export const beginsWithinAnswer = ([oldest]: readonly ChatMessage[]): boolean =>
  oldest !== undefined &&
  (oldest.message_type === 'tool-return' || (parseMessageId(oldest._id)?.partIndex ?? 0) > 0);

/** Messages that are not stored yet count as the latest. */
const isAfter = ({ _id }: ChatMessage, sequence: number): boolean =>
  (parseMessageId(_id)?.sequence ?? Infinity) > sequence;

/**
 * The open question of the agent; it continues as soon as somebody writes. Messages from before the
 * question, sent during another call of the same answer, do not count as an answer.
 */
export const openQuestionMessage = (messages: readonly ChatMessage[]): ChatMessage | undefined => {
  const at = openCallIndex(messages);
  const openCall = messages[at];
  const lastReturnIndex = messages.findLastIndex(
    ({ message_type }) => message_type === 'tool-return',
  );
  const from = openCall?.waits_from;
  const isAnswered = messages.some((one, index) => {
    if (one.message_type !== 'user-prompt') return false;
    return from === undefined ? index > Math.max(at, lastReturnIndex) : isAfter(one, from);
  });
  return openCall && questionIn(openCall) !== undefined && !isAnswered ? openCall : undefined;
};

/** Messages of people after the last answer of the agent; an ended agent never read them. */
export const unreadMessages = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const last = messages.findLastIndex(
    ({ message_type }) => message_type === 'text' || message_type === 'tool-call',
  );
  return messages
    .slice(last + 1)
    .filter((one) => one.message_type === 'user-prompt' && !isOpeningMessage(one));
};

/** Id of the approval that the agent waits for; undefined once the call is being made. */
export const openApprovalIdIn = (messages: readonly ChatMessage[]): string | undefined => {
  const openCall = messages[openCallIndex(messages)];
  return openCall?.call_status === 'running' ? undefined : openCall?.approval_id;
};
