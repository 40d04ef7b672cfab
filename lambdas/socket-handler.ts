import * as z from 'zod';
import type { Proof } from '#lib/domain/account/caller.service.ts';
import { refusalOf } from '#lib/domain/account/permission.rules.ts';
import {
  endOfFailed,
  endOfRefused,
  endOfServed,
  recordsRefusal,
} from '#lib/domain/audit/trail.rules.ts';
import type { AuditTrail } from '#lib/domain/audit/trail.service.ts';
import type { SocketCall } from '#lib/socket-calls.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import type { Log } from '#lib/kernel/log.ts';
import { notFound, Refusal } from '#lib/kernel/refusal.ts';
import { pathVariables } from '#lib/kernel/route.ts';
import type { SocketOwner } from '#lib/ports/realtime.ts';
import type { Outage } from './json-response.ts';
import { inputRefusalOf } from './input.ts';

/** The most bytes of a message that API Gateway accepts in one frame. */
const maxBytes = 32 * 1024;

/** A client's message: its channel, and an id chosen by the client to match the answer. */
const clientMessage = z.object({
  action: z.literal('send'),
  id: z.string().min(1, 'Give the message an id.').max(64, 'This id is too long.'),
  channel: z.string('Name the channel.'),
  message: z.unknown(),
});

export type SocketDeps = {
  /** The calls that may be made over a socket, by channel. */
  incoming: Readonly<Record<string, SocketCall>>;
  readCaller: (proof: Proof) => Promise<Caller>;
  readRoots: (tenantId: string) => Promise<string[]>;
  trail: AuditTrail;
  log: Log;
  outage?: Outage;
};

const defectRefusal = new Refusal(500, 'Something went wrong on our side. Send it again.');

/** A socket's owner is who requested its ticket; their session or key is checked anew. */
const proofOf = ({ token_ends = Number.MAX_SAFE_INTEGER, ...owner }: SocketOwner): Proof => ({
  ...owner,
  expires_at: token_ends,
});

const idIn = (value: Record<string, unknown>): string | null =>
  clientMessage.shape.id.safeParse(value.id).data ?? null;

/** The values that the route's path would contain over HTTP. */
const variablesOf = (path: string, message: unknown): Record<string, string> =>
  Object.fromEntries(
    pathVariables(path).map((name) => [name, String(Object(message)[name] ?? '')]),
  );

/** Makes a call for a caller, with an audit record like a call over HTTP. */
const makeCall = async (
  { readRoots, trail, outage }: SocketDeps,
  caller: Caller,
  { key, route, handle }: SocketCall,
  message: unknown,
): Promise<void> => {
  const recorder = trail({ key, route, caller, variables: variablesOf(route.path, message) });
  let input: unknown;
  let isBegun = false;
  try {
    if (refusalOf(caller, route)) throw refusalOf(caller, route, await readRoots(caller.tenant_id));
    const parsed = route.input.safeParse(message);
    if (!parsed.success) throw inputRefusalOf(parsed.error);
    input = parsed.data;
    await recorder.begin();
    isBegun = true;
    // The input was parsed by the schema of the same route that the function serves.
    const output = await handle(caller, input as never);
    const status = route.status ?? 200;
    await recorder.conclude(endOfServed(recorder.entry, { route, input, status, output }));
  } catch (error) {
    const status = outage?.(error)?.status;
    const end = error instanceof Refusal ? endOfRefused(error, route, input) : endOfFailed(status);
    if (isBegun) await recorder.conclude(end);
    else if (recordsRefusal(route, end.status ?? 0)) await recorder.recordUnstarted(end);
    throw error;
  }
};

/**
 * Handles a message that a client sends over its socket: reads the caller, finds the channel and
 * makes its call. Returns the text of a frame, with the message's id: `accepted`, or `refused` with
 * status and sentence.
 */
export const socketHandler = (deps: SocketDeps) => {
  const { incoming, readCaller, log, outage } = deps;
  return async (owner: SocketOwner, body: Uint8Array): Promise<string> => {
    let id: string | null = null;
    const handleMessage = async (): Promise<void> => {
      if (body.byteLength > maxBytes) throw new Refusal(413, 'The message is larger than 32 KiB.');
      const { value } = parseJsonObject(body);
      id = idIn(value);
      const frame = clientMessage.safeParse(value);
      if (!frame.success) throw inputRefusalOf(frame.error);
      const { channel, message } = frame.data;
      const caller = await readCaller(proofOf(owner));
      const call = Object.hasOwn(incoming, channel) ? incoming[channel] : undefined;
      if (!call) throw notFound('channel');
      await makeCall(deps, caller, call, message);
    };
    try {
      await handleMessage();
      return JSON.stringify({ channel: 'accepted', id });
    } catch (error) {
      const knownRefusal = error instanceof Refusal ? error : outage?.(error);
      if (error !== knownRefusal) {
        const logMessage = knownRefusal?.message ?? 'A message over a socket failed.';
        log.error(logMessage, { tenant_id: owner.tenant_id, error });
      }
      const refusal = knownRefusal ?? defectRefusal;
      const message = { status: refusal.status, ...refusal.body() };
      return JSON.stringify({ channel: 'refused', id, message });
    }
  };
};
