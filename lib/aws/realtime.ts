import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { realtimeChannels } from '#lib/channels.ts';
import {
  type Connection,
  connectionStore,
  listOpenConnections,
  maxConnectionSeconds,
} from '#lib/domain/ws/connection.store.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { frameText } from '#lib/kernel/frame.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { ChannelName, Realtime, Sockets } from '#lib/ports/realtime.ts';

type Options = { client: ApiGatewayManagementApiClient; db: Database; clock: Clock; log: Log };

/** Until its `$connect` is answered, API Gateway reports a new connection as gone. */
const isBeingOpened = (expiresAt: number, now: number): boolean =>
  now / 1000 - (expiresAt - maxConnectionSeconds) < 30;

/**
 * Posts to each open connection of the tenant that listens to the channel and whose token has not
 * expired. Frames are not kept for reconnecting consoles, so the cursor is just the time: a console
 * that reconnects reloads what it shows. Failures to send are logged.
 */
export const openRealtime = ({ client, db, clock, log }: Options): Realtime => ({
  push: async (tenantId, channel, message, to) => {
    const cursor = String(clock());
    const text = frameText(realtimeChannels[channel].message, { channel, cursor, message });
    const connections = connectionStore(db, tenantId);

    const post = async ({ _id: id, expires_at }: Connection): Promise<void> => {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId: id, Data: text }));
      } catch (error) {
        const isGone = error instanceof GoneException;
        if (isGone && isBeingOpened(expires_at, clock())) return;
        if (isGone) await connections.delete(id);
        else log.warn('A frame was not sent.', { tenant_id: tenantId, connection_id: id, error });
      }
    };
    const all = await connections.all();
    const now = clock();
    const listening = all.filter(
      ({ channels, user_id, token_ends = now + 1 }) =>
        token_ends > now && channels.includes(channel) && (to === undefined || to === user_id),
    );
    await Promise.all(listening.map(post));
  },
});

/** Lists the API Gateway connections that were opened and are not known to be closed. */
export const openSockets = ({ client, db }: Pick<Options, 'client' | 'db'>): Sockets => ({
  async *open(tenantId) {
    for await (const { _id, channels, expires_at: _, ...owner } of listOpenConnections(
      db,
      tenantId,
    )) {
      const end = async (): Promise<void> => {
        try {
          await client.send(new DeleteConnectionCommand({ ConnectionId: _id }));
        } catch (error) {
          if (!(error instanceof GoneException)) throw error;
        }
        await connectionStore(db, owner.tenant_id).delete(_id);
      };
      yield { owner: { ...owner, channels: channels as ChannelName[] }, end };
    }
  },
});
