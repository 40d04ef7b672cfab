import { randomBytes } from 'node:crypto';
import { realtimeChannels } from '#lib/channels.ts';
import { isTransientMessage } from '#lib/kernel/channel.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { frameText } from '#lib/kernel/frame.ts';
import type { Realtime, Sockets, SocketSubscriber } from '#lib/ports/realtime.ts';
import { recentFrames, type StoredFrame } from './recent-frames.ts';

/** An open WebSocket. */
export type Socket = { send(text: string): void; close(code: number, reason: string): void };

export type RealtimeHub = Realtime &
  Sockets & {
    /**
     * Sends the tenant's frames of the owner's channels to the socket until the returned function
     * is called. With the cursor of the last frame seen, the socket first gets exactly the frames
     * it missed. If those are not known, it gets `{"channel":"resync","cursor":…}`: read everything
     * again, then continue from that cursor.
     */
    attach(socket: Socket, owner: SocketSubscriber, cursor?: string): () => void;
  };

const rightsChangedCode = 4403;

type Addressed = Pick<StoredFrame, 'channel' | 'to'>;

const isAddressedTo = (
  { channels, user_id }: SocketSubscriber,
  { channel, to }: Addressed,
): boolean => channels.includes(channel) && (to === undefined || to === user_id);

const tenantState = (clock: Clock) => ({
  frames: recentFrames(clock),
  sockets: new Map<Socket, SocketSubscriber>(),
});

/**
 * The WebSockets of this process. Cursors include the process, so that after a restart older ones
 * are no longer known.
 */
export const openRealtime = ({ clock }: { clock: Clock }): RealtimeHub => {
  const life = randomBytes(6).toString('hex');
  const cursorAt = (number: number) => `${life}.${number}`;
  const tenants = new Map<string, ReturnType<typeof tenantState>>();

  const tenantOf = (id: string) => {
    const tenant = tenants.get(id) ?? tenantState(clock);
    tenants.set(id, tenant);
    return tenant;
  };

  /** Whether the token has expired: the socket is closed within 30 s, and gets nothing more. */
  const hasEnded = ({ token_ends }: SocketSubscriber): boolean =>
    token_ends !== undefined && token_ends <= clock();

  const numberOf = (cursor: string): number | undefined => {
    const [, prefix, number] = /^([0-9a-f]+)\.(\d{1,15})$/.exec(cursor) ?? [];
    return prefix === life ? Number(number) : undefined;
  };

  return {
    push: async (tenantId, channel, message, to) => {
      const { frames, sockets } = tenantOf(tenantId);
      const schema = realtimeChannels[channel].message;
      const render = (number: number) =>
        frameText(schema, { channel, cursor: cursorAt(number), message });
      const header = { channel, to };
      const frame = isTransientMessage(realtimeChannels[channel], message)
        ? { ...header, text: render(frames.last()) }
        : frames.add(header, render);
      for (const [socket, owner] of sockets) {
        if (!isAddressedTo(owner, frame) || hasEnded(owner)) continue;
        try {
          socket.send(frame.text);
        } catch {
          // The socket is closing; its console reconnects with its cursor.
          sockets.delete(socket);
        }
      }
    },
    attach: (socket, owner, cursor) => {
      const { frames, sockets } = tenantOf(owner.tenant_id);
      const lastSeen = cursor === undefined ? undefined : numberOf(cursor);
      const missedFrames = lastSeen === undefined ? undefined : frames.after(lastSeen);
      if (!missedFrames) {
        socket.send(JSON.stringify({ channel: 'resync', cursor: cursorAt(frames.last()) }));
      }
      for (const frame of missedFrames ?? []) {
        if (isAddressedTo(owner, frame)) socket.send(frame.text);
      }
      sockets.set(socket, owner);
      return () => sockets.delete(socket);
    },
    async *open(tenantId) {
      const selected = tenantId === undefined ? [...tenants.values()] : [tenantOf(tenantId)];
      for (const { sockets } of selected) {
        for (const [socket, owner] of sockets) {
          const end = async () => socket.close(rightsChangedCode, 'Your rights have changed.');
          yield { owner, end };
        }
      }
    },
  };
};
