import * as z from 'zod';
import { pageOf, wholeNumber } from '#lib/kernel/page.ts';
import { written } from '#lib/kernel/plain-text.ts';
import { saysSomething } from '#lib/kernel/says-something.ts';
import { rejection } from './entry.schema.ts';
import { chatThread } from './thread.schema.ts';

export const messageTypes = [
  'user-prompt',
  'text',
  'tool-call',
  'tool-return',
  'system-prompt',
] as const;

/** How a call of a tool stands; people are asked first about one that changes something. */
export const callStatus = z.enum(['asked', 'running', 'completed', 'failed', 'rejected']);

/** A message of a thread, as it is read. */
export const chatMessage = z.object({
  _id: z.string(),
  message_type: z.enum(messageTypes),
  /** null: it is long, and has to be asked for by the message's id. */
  content: z.string().nullable(),
  tool_name: z.string().optional(),
  tool_call_id: z.string().optional(),
  /** What a tool was called with; null where that was no JSON. */
  args_as_dict: z.unknown().optional(),
  /** Of a call that people are asked about. */
  resource_type: z.literal('action').optional(),
  /** Of what somebody wrote into the thread: who it was, and their own id of the message. */
  sent_by: z.string().optional(),
  client_id: z.string().optional(),
  /** Of a call that people are asked about: what they are asked. */
  approval_id: z.string().optional(),
  /** Of such a call: who is asked. People of the portal do not read who. */
  approvers: z.array(z.string()).optional(),
  /** Of a question to people: the place in the thread behind which a message answers it. */
  waits_from: z.number().optional(),
  /** Of a question to people: what they might answer, as a model thinks. */
  suggestions: z.array(z.string()).optional(),
  /** Of a call that people were asked about, or that was made; a granted one runs until its end. */
  call_status: callStatus.optional(),
  /** Of a call that people did not permit, and of what was returned: who, when and why. */
  rejection: rejection.optional(),
  /** Of what a tool returned: the call failed, or people did not permit it. */
  is_error: z.boolean().optional(),
  /** Of a call, of what one returned, or of instructions: they are not for whoever reads it. */
  withheld: z.boolean().optional(),
  /** The last answer of the agent. */
  final_response: z.boolean(),
  /** Of an answer that ends in between: it reached the most tokens that one answer may have. */
  cut: z.literal(true).optional(),
  created_at: z.string(),
  /** As `created_at`. */
  timestamp: z.string().optional(),
  /** When a call came to stand as it does, or people were offered answers; else as `created_at`. */
  updated_at: z.string(),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const chatMessageList = z.object({ messages: z.array(chatMessage) });

export const chatThreadPage = pageOf(chatThread).extend({
  /** With the first page: the thread that the chat of the run opens at, where it is not on it. */
  opens_at: chatThread.optional(),
});

/** Which messages of a thread are read. */
export const messagesAsked = () => ({
  // Messages of 32 KB, so that an answer stays below the 6 MB of a function.
  limit: wholeNumber(1, 50).default(50),
  skip: wholeNumber(0, 100_000).default(0),
  sort_by: z.enum(['created_at']).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** Bytes of one message. */
const mostContent = 32 * 1024;

/** What somebody writes to an agent. */
export const messageWritten = () => ({
  content: z
    .string('Enter a message.')
    .overwrite(written)
    .refine(saysSomething, 'Enter a message.')
    .refine(
      (text) => new TextEncoder().encode(text).length <= mostContent,
      'A message holds at most 32 KB. Shorten it.',
    ),
  /** The sender's own id of the message: sent twice, it is stored once. */
  client_id: z.string().regex(/^[\w-]{8,64}$/, 'Give 8 to 64 letters, digits, - or _.'),
});
