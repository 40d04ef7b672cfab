import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { openRealtime as openWithApiGateway, openSockets } from '#lib/aws/realtime.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import { openRealtime as openHub } from '#lib/local/realtime.ts';
import { openConnectionTable } from '#test/support/connection-table.ts';
import { openConnections } from '#test/support/connections-server.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { clientOf } from '#test/support/loopback.ts';
import { everyChannel } from '#test/support/people.ts';
import { type Frame, realtimeContract } from './realtime.contract.ts';

const parsed = (texts: string[]): Frame[] => texts.map((text) => JSON.parse(text));

realtimeContract('the embedded server', async () => {
  const hub = openHub({ clock: Date.now });
  return {
    realtime: hub,
    sockets: hub,
    connect: async (tenant_id, channels = everyChannel, user_id = 'ada@example.com') => {
      const sent: string[] = [];
      let isOpen = true;
      const send = (text: string) => {
        if (!isOpen) throw new Error('The socket is closed.');
        sent.push(text);
      };
      const close = () => {
        isOpen = false;
        detach();
      };
      const detach = hub.attach({ send, close }, { tenant_id, user_id, channels });
      const greeting = sent.length;
      return {
        frames: () => parsed(sent.slice(greeting)),
        vanish: () => {
          isOpen = false;
        },
        ended: () => !isOpen,
      };
    },
    close: () => undefined,
  };
});

describe('with API Gateway', () => {
  let table: Awaited<ReturnType<typeof openConnectionTable>>;

  beforeAll(async () => {
    table = await openConnectionTable();
  });

  afterAll(() => table.close());

  afterEach(async () => {
    for (const tenant of ['org_1', 'org_2']) {
      const store = connectionStore(table.db, tenant);
      for (const { _id } of await store.all()) await store.delete(_id);
    }
  });

  realtimeContract('API Gateway', async () => {
    const server = await openConnections();
    const client = new ApiGatewayManagementApiClient(clientOf(server));
    const { log } = createLineLog();
    return {
      realtime: openWithApiGateway({ client, db: table.db, clock: Date.now, log }),
      sockets: openSockets({ client, db: table.db }),
      connect: async (tenantId, channels = everyChannel, user_id = 'ada@example.com') => {
        const id = `connection-${server.openSockets.size}=`;
        const posted: string[] = [];
        server.openSockets.set(id, posted);
        const connection = { _id: id, user_id, channels: [...channels], expires_at: 2_000_000_000 };
        await connectionStore(table.db, tenantId).put(connection);
        return {
          frames: () => parsed(posted),
          vanish: () => void server.openSockets.delete(id),
          ended: () => !server.openSockets.has(id),
        };
      },
      close: async () => {
        client.destroy();
        await server.close();
      },
    };
  });
});
