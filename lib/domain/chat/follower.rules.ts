import type { Execution } from '../executions/execution.schema.ts';
import { callerOf } from '../executions/history/history.rules.ts';
import { isOpening } from './message.rules.ts';
import type { ChatMessage } from './message.schema.ts';
import { questionIn } from './question.rules.ts';
import type { ChatThread } from './thread.schema.ts';

/** Who follows the chat of a run in the service portal: whoever has started it there. */
export const followerOf = ({ app, trigger }: Pick<Execution, 'app' | 'trigger'>) =>
  app ? callerOf(trigger) : undefined;

/**
 * Of a message, what somebody of the portal sees; nothing of what an agent begins with, which
 * belongs to the bot. Of a call of a tool that is its name and how it stands. Who rejected it, and
 * why, is told to whoever started the run, whatever their rights to approvals; what it is given
 * only where they are asked to approve it. Of what the agent is told later they see that it was.
 * Questions to people are seen whole. What lies behind the beginning is never left out: a page that
 * is not full would be taken for the last one.
 */
export const seenByFollower = (message: ChatMessage, who: string): ChatMessage | undefined => {
  const { message_type, args_as_dict, approvers, ...rest } = message;
  if (isOpening(message)) return undefined;
  if (message_type === 'tool-return' || message_type === 'system-prompt') {
    return { ...rest, message_type, content: '', withheld: true };
  }
  if (message_type !== 'tool-call') return { ...rest, message_type };
  const isAsked = approvers?.includes(who) ?? false;
  return isAsked || questionIn(message) !== undefined
    ? { ...rest, message_type, args_as_dict }
    : { ...rest, message_type, withheld: true };
};

/** The messages that somebody of the portal sees, each as far as they do. */
export const allSeenByFollower = (messages: readonly ChatMessage[], who: string): ChatMessage[] =>
  messages.flatMap((one) => seenByFollower(one, who) ?? []);

/** Of a thread, what people of the portal are shown in part. */
type Followed = {
  agent_context_info: { output_format_description?: string | undefined };
  failed_integration_id?: string | undefined;
  spent?: ChatThread['spent'];
};

/**
 * An agent, for people of the portal: the form of its answer is told to it alone, and integrations
 * are none of theirs. What it took and cost is for those who may read the run.
 */
export const threadForFollower = <T extends Followed>(thread: T, mayReadRun: boolean) => {
  const { agent_context_info: context, failed_integration_id: _, spent, ...told } = thread;
  const { output_format_description: _form, ...agent_context_info } = context;
  return { ...told, ...(mayReadRun && spent && { spent }), agent_context_info };
};
