import * as z from 'zod';
import { isOpening, placeOf } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';

/** The tool by which an agent asks the people who read its thread. */
export const askUserTool = 'ask_user';

/** What an agent asks people, and until when it waits for their message. */
export type OpenQuestion = { question: string; asked_at: string; until: string };

const asking = z.object({ question: z.string().trim().min(1) });

/** What people are asked by a call of a tool; undefined where it is no question to them. */
export const askedText = (tool_name: string | undefined, args: unknown): string | undefined =>
  tool_name === askUserTool ? asking.safeParse(args).data?.question : undefined;

/** What an agent asks people by a call; undefined where it is no question to them. */
export const questionIn = ({ tool_name, args_as_dict }: ChatMessage): string | undefined =>
  askedText(tool_name, args_as_dict);

/** What a call of a tool, and what it has returned, have in common. */
export const callKey = ({ tool_name = '', tool_call_id = '' }: ChatMessage): string =>
  JSON.stringify([tool_name, tool_call_id]);

/** Where the call is that an agent makes now, of its messages in order: it makes one by one. */
const openCallAt = (messages: readonly ChatMessage[]): number => {
  const returned = new Set(
    messages.filter(({ message_type }) => message_type === 'tool-return').map(callKey),
  );
  return messages.findIndex(
    (one) => one.message_type === 'tool-call' && !returned.has(callKey(one)),
  );
};

/**
 * Whether the messages of an end of a thread, in order, begin within an answer of the model: calls
 * of it that stand before them may be open, and are made first.
 */
export const beginsWithinAnswer = ([oldest]: readonly ChatMessage[]): boolean =>
  oldest !== undefined &&
  (oldest.message_type === 'tool-return' || (placeOf(oldest._id)?.part ?? 0) > 0);

/** What is not stored yet was written last. */
const isSince = ({ _id }: ChatMessage, sequence: number): boolean =>
  (placeOf(_id)?.sequence ?? Infinity) > sequence;

/**
 * The call by which an agent asks people now: it goes on as soon as somebody has written. What was
 * written before it asked, while it made another call of the same answer, answers nothing of it.
 */
export const openQuestion = (messages: readonly ChatMessage[]): ChatMessage | undefined => {
  const at = openCallAt(messages);
  const open = messages[at];
  const behind = messages.findLastIndex(({ message_type }) => message_type === 'tool-return');
  const from = open?.waits_from;
  const isAnswered = messages.some((one, index) => {
    if (one.message_type !== 'user-prompt') return false;
    return from === undefined ? index > Math.max(at, behind) : isSince(one, from);
  });
  return open && questionIn(open) !== undefined && !isAnswered ? open : undefined;
};

/** What people wrote behind the last answer of an agent: one that has ended never read it. */
export const behindAnswers = (messages: readonly ChatMessage[]): ChatMessage[] => {
  const last = messages.findLastIndex(
    ({ message_type }) => message_type === 'text' || message_type === 'tool-call',
  );
  return messages
    .slice(last + 1)
    .filter((one) => one.message_type === 'user-prompt' && !isOpening(one));
};

/** The approval that an agent waits for now, by its id; none once the call is made. */
export const openApproval = (messages: readonly ChatMessage[]): string | undefined => {
  const open = messages[openCallAt(messages)];
  return open?.call_status === 'running' ? undefined : open?.approval_id;
};
