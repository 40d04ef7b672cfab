import * as z from 'zod';
import { realtimeChannels } from '#lib/channels.ts';
import { type Channels, isTransientMessage } from '#lib/kernel/channel.ts';
import { ApiError } from './api-error.ts';
import { getConnection } from './connection.ts';
import { realtime } from './realtime.ts';

const frame = z.object({
  channel: z.string(),
  cursor: z.string().optional(),
  message: z.unknown(),
});

/** A passing frame changes nothing that could be fetched again. */
export type SocketFrame = z.infer<typeof frame> & { isTransient?: boolean };

const resync: SocketFrame = { channel: 'resync', message: undefined };

const channels: Channels = realtimeChannels;

/** Milliseconds. API Gateway closes a socket that is silent for 10 minutes. */
const heartbeatInterval = 5 * 60_000;
const minRetryDelay = 1000;
const maxRetryDelay = 30_000;
/**
 * Milliseconds. A socket that closes sooner was of no use: the pauses before reconnecting keep
 * growing.
 */
const stableAfter = 10_000;

const addressOf = (ticket: string, cursor: string | undefined): string => {
  const query = new URLSearchParams({ ticket, ...(cursor && { cursor }) });
  return `${getConnection().socketUrl}?${query.toString()}`;
};

const readFrame = (data: unknown): SocketFrame | undefined => {
  try {
    return frame.parse(JSON.parse(String(data)));
  } catch {
    return undefined;
  }
};

/**
 * Keeps a WebSocket open until `endSignal` is aborted: with a new ticket for every attempt, growing
 * pauses between attempts, no pause when the browser is online again, and the last cursor, so that
 * the server sends what was missed. Not every server can, and none knows what happened since the
 * page was read: so each time the socket opens, a `resync` frame is emitted, on which everything
 * shown is fetched again.
 */
export const keepSocketOpen = (
  onFrame: (frame: SocketFrame) => void,
  endSignal: AbortSignal,
): void => {
  let cursor: string | undefined;
  let retry = minRetryDelay;
  let socket: WebSocket | undefined;
  let openedAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heartbeat: ReturnType<typeof setInterval> | undefined;

  const reconnect = () => {
    clearInterval(heartbeat);
    if (endSignal.aborted) return;
    if (openedAt && performance.now() - openedAt > stableAfter) retry = minRetryDelay;
    openedAt = undefined;
    timer = setTimeout(() => void connect(), retry * (0.5 + Math.random() / 2));
    retry = Math.min(retry * 2, maxRetryDelay);
  };
  const onOpen = () => {
    onFrame(resync);
    openedAt = performance.now();
    heartbeat = setInterval(() => socket?.send('{"action":"ping"}'), heartbeatInterval);
  };
  const onMessage = ({ data }: MessageEvent) => {
    const one = readFrame(data);
    if (!one) return;
    cursor = one.cursor ?? cursor;
    const channel = channels[one.channel];
    const message = channel?.message.safeParse(one.message);
    if (!channel || !message?.success) return;
    onFrame({
      ...one,
      message: message.data,
      isTransient: isTransientMessage(channel, message.data),
    });
  };
  const connect = async () => {
    timer = undefined;
    if (endSignal.aborted) return;
    const answer = await realtime.createTicket({}).catch((error: unknown) => {
      // The session was ended elsewhere: fetching what is shown again reveals that.
      if (error instanceof ApiError && error.status === 401) onFrame(resync);
      return undefined;
    });
    if (endSignal.aborted) return;
    if (!answer) {
      reconnect();
      return;
    }
    socket = new WebSocket(addressOf(answer.ticket, cursor));
    socket.addEventListener('open', onOpen);
    socket.addEventListener('message', onMessage);
    socket.addEventListener('close', reconnect);
  };
  const onOnline = () => {
    if (!timer) return;
    clearTimeout(timer);
    void connect();
  };
  const close = () => {
    clearTimeout(timer);
    clearInterval(heartbeat);
    socket?.close();
  };
  window.addEventListener('online', onOnline, { signal: endSignal });
  endSignal.addEventListener('abort', close);
  void connect();
};
