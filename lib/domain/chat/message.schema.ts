import * as z from 'zod';
import { pageOf, wholeNumber } from '#lib/kernel/page.ts';
import { normalizeText } from '#lib/kernel/plain-text.ts';
import { hasVisibleText } from '#lib/kernel/visible-text.ts';
import { rejection } from './entry.schema.ts';
import { chatThread } from './thread.schema.ts';

export const messageTypes = [
  'user-prompt',
  'text',
  'tool-call',
  'tool-return',
  'system-prompt',
] as const;

/** Status of a tool call; `asked`: people are asked first if it changes something. */
export const callStatus = z.enum(['asked', 'running', 'completed', 'failed', 'rejected']);

/** A message of a thread as returned by the API. */
export const chatMessage = z.object({
  _id: z.string(),
  message_type: z.enum(messageTypes),
  /** null if it is long: then it has to be fetched by the message's id. */
  content: z.string().nullable(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
  /** Arguments of a tool call; null if they were not valid JSON. */
  args_as_dict: z.unknown().optional(),
  /** Set for a call that people are asked about. */
  resource_type: z.literal('action').optional(),
  /** For a message that a user wrote into the thread: the user, and the user's own id of it. */
  sent_by: z.string().optional(),
  client_id: z.string().optional(),
  /** For a call that people are asked about: the approval. */
  approval_id: z.string().optional(),
  /** For such a call: the approvers. Not shown in the service portal. */
  approvers: z.array(z.string()).optional(),
  /** For a question to people: the sequence number after which a message answers it. */
  waits_from: z.number().optional(),
  /** For a question to people: answers suggested by a model. */
  suggestions: z.array(z.string()).optional(),
  /** For a call that was made, or that people were asked about; approved ones run to their end. */
  call_status: callStatus.optional(),
  /** For a rejected call, and for its result: who rejected it, when and why. */
  rejection: rejection.optional(),
  /** For a tool result: the call failed or was rejected. */
  is_error: z.boolean().optional(),
  /** The content of a call, result or instruction is hidden from the reader. */
  withheld: z.boolean().optional(),
  /** Whether it is the final answer of the AI agent. */
  final_response: z.boolean(),
  /** The answer is cut off because it reached the maximum tokens of one answer. */
  cut: z.literal(true).optional(),
  created_at: z.string(),
  /** Same as `created_at`. */
  timestamp: z.string().optional(),
  /** When a call got its status, or answers were suggested; otherwise the same as `created_at`. */
  updated_at: z.string(),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const chatMessageList = z.object({ messages: z.array(chatMessage) });

export const chatThreadPage = pageOf(chatThread).extend({
  /** Only on the first page: the thread at which the chat opens, if it is not on that page. */
  opens_at: chatThread.optional(),
});

/** Query parameters of a list of messages. */
export const messageListQuery = () => ({
  // Messages have up to 32 KB, and a response of an AWS function at most 6 MB.
  limit: wholeNumber(1, 50).default(50),
  skip: wholeNumber(0, 100_000).default(0),
  sort_by: z.enum(['created_at']).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** Maximum bytes of one message. */
const maxContentBytes = 32 * 1024;

/** A message that a user writes to an AI agent. */
export const newMessageFields = () => ({
  content: z
    .string('Enter a message.')
    .overwrite(normalizeText)
    .refine(hasVisibleText, 'Enter a message.')
    .refine(
      (text) => new TextEncoder().encode(text).length <= maxContentBytes,
      'A message can be at most 32 KB long. Shorten it.',
    ),
  /** The sender's own id of the message: if it is sent twice, it is stored once. */
  client_id: z.string().regex(/^[\w-]{8,64}$/, 'Give 8 to 64 letters, digits, - or _.'),
});
