import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { openRealtime } from '#lib/aws/realtime.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import { openConnectionTable } from '#test/support/connection-table.ts';
import { type ConnectionsServer, openConnections } from '#test/support/connections-server.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { clientOf } from '#test/support/loopback.ts';
import { everyChannel } from '#test/support/people.ts';

let table: Awaited<ReturnType<typeof openConnectionTable>>;
let server: ConnectionsServer;
let client: ApiGatewayManagementApiClient;
let realtime: Realtime;
let lines: string[];

beforeAll(async () => {
  table = await openConnectionTable();
});

afterAll(() => table.close());

beforeEach(async () => {
  server = await openConnections();
  client = new ApiGatewayManagementApiClient(clientOf(server));
  const { log, ...logged } = createLineLog();
  ({ lines } = logged);
  realtime = openRealtime({ client, db: table.db, clock: () => 1_800_000_000_000, log });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

const connections = () => connectionStore(table.db, 'org_1');

const connect = async (id: string, secondsAgo = 60) => {
  server.openSockets.set(id, []);
  const expires_at = 1_800_000_000 - secondsAgo + 7200;
  const connection = { _id: id, user_id: 'ada@example.com', expires_at };
  await connections().put({ ...connection, channels: everyChannel });
};

const push = () =>
  realtime.push('org_1', 'listener_called', { listener_id: 'lst_1', event_id: 'evt_1' });

describe('pushing frames through API Gateway', () => {
  it('deletes a connection that is gone', async () => {
    await connect('open=');
    await connect('gone=');
    server.openSockets.delete('gone=');
    await push();
    expect((await connections().all()).map(({ _id }) => _id)).toEqual(['open=']);
    expect(lines).toEqual([]);
  });

  it('keeps a connection that is being opened', async () => {
    await connect('opening=', 1);
    server.openSockets.delete('opening=');
    await push();
    expect((await connections().all()).map(({ _id }) => _id)).toContain('opening=');
    await connections().delete('opening=');
    expect(lines).toEqual([]);
  });

  it('keeps a connection that cannot be reached now and logs a warning', async () => {
    await connect('open=');
    await connect('slow=');
    server.throttled.add('slow=');
    await push();
    expect((await connections().all()).map(({ _id }) => _id)).toContain('slow=');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', connection_id: 'slow=', error: 'LimitExceededException' },
    ]);
    expect(server.openSockets.get('open=')).toHaveLength(1);
  });

  it('uses the time as the cursor of a frame', async () => {
    await connect('open=');
    await push();
    expect(JSON.parse(server.openSockets.get('open=')?.[0] ?? '')).toEqual({
      channel: 'listener_called',
      cursor: '1800000000000',
      message: { listener_id: 'lst_1', event_id: 'evt_1' },
    });
  });
});
