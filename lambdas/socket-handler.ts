import * as z from 'zod';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import { refusalOf } from '#lib/domain/account/permission.rules.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Channels } from '#lib/kernel/channel.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import type { Log } from '#lib/kernel/log.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import type { SocketOwner } from '#lib/ports/realtime.ts';
import { refuseInput } from './input.ts';

/** Bytes of a message that API Gateway takes in one frame. */
const mostBytes = 32 * 1024;

/** What a console sends: to which channel, and an id of its own, by which it knows the answer. */
const sent = z.object({
  action: z.literal('send'),
  id: z.string().min(1, 'Give the message an id.').max(64, 'This id is too long.'),
  channel: z.string('Say to which channel.'),
  message: z.unknown(),
});

export type SocketDeps = {
  /** Every realtime channel. */
  channels: Channels;
  /** What follows from a message, for each channel that takes any. */
  handlers: Readonly<Record<string, (caller: Caller, message: never) => Promise<unknown>>>;
  readCaller: (proof: Proof) => Promise<Caller>;
  readRoots: (tenantId: string) => Promise<string[]>;
  log: Log;
};

/** The owner of a socket is who had asked for its ticket; what proved it is read anew. */
const proofOf = ({ token_ends = Number.MAX_SAFE_INTEGER, ...owner }: SocketOwner): Proof => ({
  ...owner,
  expires_at: token_ends,
});

const idIn = (value: Record<string, unknown>): string | null =>
  sent.shape.id.safeParse(value.id).data ?? null;

/**
 * Takes a message that a console sends over its socket: reads the caller, finds the channel,
 * decides, parses the message and hands it to the channel's handler. Answers the text of a frame:
 * `accepted`, or `refused` with status and sentence, each with the message's id.
 */
export const socketHandler =
  ({ channels, handlers, readCaller, readRoots, log }: SocketDeps) =>
  async (owner: SocketOwner, body: Uint8Array): Promise<string> => {
    let id: string | null = null;
    const take = async (): Promise<void> => {
      if (body.byteLength > mostBytes) throw new Refusal(413, 'The message is larger than 32 KiB.');
      const { value } = parseJsonObject(body);
      id = idIn(value);
      const frame = sent.safeParse(value);
      if (!frame.success) throw refuseInput(frame.error);
      const { channel, message } = frame.data;
      const caller = await readCaller(proofOf(owner));
      const incoming = Object.hasOwn(channels, channel) ? channels[channel]?.incoming : undefined;
      const handle = handlers[channel];
      if (!incoming || !handle) throw notFound('channel');
      if (refusalOf(caller, incoming.call)) {
        throw refusalOf(caller, incoming.call, await readRoots(caller.tenant_id));
      }
      const parsed = incoming.message.safeParse(message);
      if (!parsed.success) throw refuseInput(parsed.error);
      // The message was parsed by the schema of the channel that the handler serves.
      await handle(caller, parsed.data as never);
    };
    try {
      await take();
      return JSON.stringify({ channel: 'accepted', id });
    } catch (error) {
      if (error instanceof Refusal) {
        const { status } = error;
        return JSON.stringify({ channel: 'refused', id, message: { status, ...error.body() } });
      }
      log.error('A message over a socket failed.', { tenant_id: owner.tenant_id, error });
      const sentence = 'Something went wrong on our side. Send it again.';
      return JSON.stringify({ channel: 'refused', id, message: { status: 500, error: sentence } });
    }
  };
