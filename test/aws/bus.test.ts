import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { openBus } from '#lib/aws/bus.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import { type EventBridgeServer, openEventBridge } from '#test/support/eventbridge-server.ts';
import { clientOf } from '#test/support/loopback.ts';

let server: EventBridgeServer;
let client: EventBridgeClient;
let bus: Bus;

beforeEach(async () => {
  server = await openEventBridge();
  client = new EventBridgeClient(clientOf(server));
  bus = openBus({ client, busName: 'acme-cloudwarden' });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

const fact: Fact = { type: 'approval_decided', tenant_id: 'org_1', approval_id: 'apr_1' };

describe('the events on EventBridge', () => {
  it('contain the bus, the source and the type of the fact', async () => {
    await bus.publish([fact]);
    expect(server.calls).toEqual([
      [
        {
          EventBusName: 'acme-cloudwarden',
          Source: 'cloudwarden',
          DetailType: 'approval_decided',
          Detail: JSON.stringify(fact),
        },
      ],
    ]);
  });

  it('are sent in calls of at most ten', async () => {
    await bus.publish(Array.from({ length: 25 }, () => fact));
    expect(server.calls.map((entries) => entries.length)).toEqual([10, 10, 5]);
  });

  it('are counted in the error when some are refused', async () => {
    server.refusing = true;
    const published = bus.publish([fact, fact, fact]);
    await expect(published).rejects.toThrow('refused 1 of 3 facts (ThrottlingException)');
  });
});
