import type { Execution } from '../executions/execution.schema.ts';
import { manualStarterOf } from '../executions/history/history.rules.ts';
import { isOpeningMessage } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';
import { questionIn } from './question.rules.ts';
import type { ChatThread } from './thread.schema.ts';

/** The user who follows the chat of a run in the service portal: the user who started it there. */
export const followerOf = ({ app, trigger }: Pick<Execution, 'app' | 'trigger'>) =>
  app ? manualStarterOf(trigger) : undefined;

/**
 * The part of a message that a service portal user sees; undefined if it is hidden. The opening
 * messages, which belong to the bot, are hidden. Of a tool call the user sees name and status, who
 * rejected it and why, and its arguments only if asked to approve it; of tool results and later
 * instructions only that they exist. Questions to people are shown in full. Messages after the
 * opening are never hidden: a page that is not full would be taken for the last one.
 */
export const messageForFollower = (
  message: ChatMessage,
  userId: string,
): ChatMessage | undefined => {
  const { message_type, args_as_dict, approvers, ...rest } = message;
  if (isOpeningMessage(message)) return undefined;
  if (message_type === 'tool-return' || message_type === 'system-prompt') {
    return { ...rest, message_type, content: '', withheld: true };
  }
  if (message_type !== 'tool-call') return { ...rest, message_type };
  const isApprover = approvers?.includes(userId) ?? false;
  return isApprover || questionIn(message) !== undefined
    ? { ...rest, message_type, args_as_dict }
    : { ...rest, message_type, withheld: true };
};

/** The messages that a service portal user sees, each with its visible part. */
export const messagesForFollower = (
  messages: readonly ChatMessage[],
  userId: string,
): ChatMessage[] => messages.flatMap((one) => messageForFollower(one, userId) ?? []);

/** The fields of a thread that portal users see only in part. */
type PartlyShownFields = {
  agent_context_info: { output_format_description?: string | undefined };
  failed_integration_id?: string | undefined;
  spent?: ChatThread['spent'];
};

/**
 * The thread of an AI agent as shown in the service portal: without the output format, which is
 * only for the agent, and without ids of integrations; `spent` only if the user may read the run.
 */
export const threadForFollower = <T extends PartlyShownFields>(thread: T, mayReadRun: boolean) => {
  const { agent_context_info: context, failed_integration_id: _, spent, ...visibleFields } = thread;
  const { output_format_description: _form, ...agent_context_info } = context;
  return { ...visibleFields, ...(mayReadRun && spent && { spent }), agent_context_info };
};
