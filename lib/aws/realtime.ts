import {
  type ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { realtimeChannels } from '#lib/channels.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { frameText } from '#lib/kernel/frame.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Realtime } from '#lib/ports/realtime.ts';

type Options = { client: ApiGatewayManagementApiClient; db: Database; clock: Clock; log: Log };

/**
 * Posts to each open connection of the tenant. Nothing is kept for those that come back, so the
 * cursor is the time: a console that reconnects reads again what it shows. What cannot be sent is
 * logged.
 */
export const openRealtime = ({ client, db, clock, log }: Options): Realtime => ({
  push: async (tenantId, channel, message) => {
    const cursor = String(clock());
    const text = frameText(realtimeChannels[channel].message, { channel, cursor, message });
    const connections = connectionStore(db, tenantId);

    const post = async (id: string): Promise<void> => {
      try {
        await client.send(new PostToConnectionCommand({ ConnectionId: id, Data: text }));
      } catch (error) {
        if (error instanceof GoneException) await connections.delete(id);
        else log.warn('A frame was not sent.', { tenant_id: tenantId, connection_id: id, error });
      }
    };
    await Promise.all((await connections.all()).map(({ _id }) => post(_id)));
  },
});
