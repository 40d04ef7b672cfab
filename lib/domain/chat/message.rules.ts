import type { ChatEntry, KeptEntry } from './entry.schema.ts';
import type { ChatMessage } from './message.schema.ts';

/** Maximum number of messages of people per thread. */
export const maxUserMessages = 200;

/** Maximum number of messages per user, thread and minute. */
export const maxMessagesPerMinute = 20;

/** Maximum characters of a message in a list; longer ones are fetched individually. */
const maxListedLength = 32_768;

const omitLongContent = (message: ChatMessage): ChatMessage =>
  (message.content?.length ?? 0) > maxListedLength ? { ...message, content: null } : message;

type MessagePosition = { thread: string; sequence: number; partIndex: number };

const idOf = ({ thread, sequence, partIndex }: MessagePosition): string =>
  `${thread}-${sequence}-${partIndex}`;

/** Parses the id of a message; undefined if it is not one. */
export const parseMessageId = (id: string): MessagePosition | undefined => {
  const match = /^(thr_[0-9a-f]{44})-(\d{1,6})-(\d{1,3})$/.exec(id);
  if (!match) return undefined;
  const [, thread = '', sequence, part] = match;
  return { thread, sequence: Number(sequence), partIndex: Number(part) };
};

/** Number of opening entries of a thread: the agent's instructions, and the data of the run. */
const openingEntries = 2;

export const isOpeningMessage = ({ _id }: Pick<ChatMessage, '_id'>): boolean =>
  (parseMessageId(_id)?.sequence ?? 0) < openingEntries;

/** The messages of an entry, in full. */
export const messagesIn = (
  thread: string,
  { sequence, created_at, entry }: KeptEntry,
): ChatMessage[] => {
  const times = { _id: '', created_at, timestamp: created_at, updated_at: created_at };
  const message = (
    partIndex: number,
    fields: Omit<ChatMessage, keyof typeof times>,
  ): ChatMessage => ({
    ...times,
    _id: idOf({ thread, sequence, partIndex }),
    ...fields,
  });
  switch (entry.role) {
    case 'system':
    case 'user': {
      const message_type = entry.role === 'user' ? 'user-prompt' : 'system-prompt';
      const promptFields = { message_type, content: entry.text, final_response: false } as const;
      const { by: sent_by, client_id } = entry.role === 'user' ? entry : {};
      const sender = {
        ...(sent_by !== undefined && { sent_by }),
        ...(client_id !== undefined && { client_id }),
      };
      return [message(0, { ...promptFields, ...sender })];
    }
    case 'asked':
    case 'waits':
    case 'begun':
    case 'suggested':
    case 'overtaken':
      // Questions to people and the start of a call are shown with the call itself.
      return [];
    case 'tool': {
      const { content, tool_name, tool_call_id, is_error, rejection } = entry;
      const outcomeFields = { is_error, ...(rejection && { rejection }) };
      const toolReturn = {
        content,
        tool_name,
        tool_call_id,
        ...outcomeFields,
        final_response: false,
      };
      return [message(0, { message_type: 'tool-return', ...toolReturn })];
    }
    default:
      return entry.parts.map((part, index) =>
        part.type === 'text'
          ? message(index, {
              message_type: 'text',
              content: part.text,
              final_response: entry.final,
              ...(entry.cut && { cut: entry.cut }),
            })
          : message(index, {
              message_type: 'tool-call',
              content: '',
              tool_name: part.tool_name,
              tool_call_id: part.tool_call_id,
              args_as_dict: part.args,
              final_response: false,
            }),
      );
  }
};

/** The messages of an entry as lists show them; long ones have no content. */
export const listedMessagesIn = (thread: string, keptEntry: KeptEntry): ChatMessage[] =>
  messagesIn(thread, keptEntry).map(omitLongContent);

const callRoles = ['asked', 'waits', 'suggested', 'begun', 'tool'] as const;

type CallEntry = Extract<ChatEntry, { role: (typeof callRoles)[number] }>;

const isCallEntry = (entry: ChatEntry): entry is CallEntry =>
  callRoles.some((role) => role === entry.role);

const callUpdateOf = (entry: CallEntry, sequence: number): Partial<ChatMessage> => {
  switch (entry.role) {
    case 'suggested':
      return { suggestions: entry.suggestions };
    case 'waits':
      return { waits_from: sequence, call_status: 'asked' };
    case 'begun':
      return { call_status: 'running' };
    case 'tool': {
      const { rejection, is_error } = entry;
      if (rejection) return { call_status: 'rejected', rejection };
      return { call_status: is_error ? 'failed' : 'completed' };
    }
    default: {
      const { approval_id, approvers } = entry;
      const approvalFields = {
        approval_id,
        resource_type: 'action',
        call_status: 'asked',
      } as const;
      return { ...approvalFields, ...(approvers && { approvers }) };
    }
  }
};

/** Messages of a thread in order; tool calls include their status and what people are asked. */
export const messagesInOrder = (
  thread: string,
  keptEntries: readonly KeptEntry[],
): ChatMessage[] => {
  const messages: ChatMessage[] = [];
  for (const one of keptEntries) {
    const { entry, sequence, created_at: updated_at } = one;
    if (isCallEntry(entry)) {
      const at = messages.findLastIndex(
        ({ message_type, tool_call_id }) =>
          message_type === 'tool-call' && tool_call_id === entry.tool_call_id,
      );
      const call = messages[at];
      if (call) messages[at] = { ...call, ...callUpdateOf(entry, sequence), updated_at };
    }
    messages.push(...listedMessagesIn(thread, one));
  }
  return messages;
};
