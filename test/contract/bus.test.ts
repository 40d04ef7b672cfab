import { join } from 'node:path';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { openBus } from '#lib/aws/bus.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { openEventBridge } from '#test/support/eventbridge-server.ts';
import { localBus } from '#test/support/local-bus.ts';
import { clientOf } from '#test/support/loopback.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { busContract } from './bus.contract.ts';

busContract('the embedded server', async () => {
  const { folder, remove } = temporaryFolder();
  const database = openLedger(join(folder, 'ledger.db'));
  const { bus, handled, handledCount } = localBus({ database });
  bus.start();
  return {
    bus,
    arrived: async (count) => {
      await handledCount(count);
      return handled;
    },
    breakDown: () => database.exec('PRAGMA query_only = ON'),
    close: async () => {
      await bus.drain(1000);
      database.close();
      remove();
    },
  };
});

busContract('EventBridge', async () => {
  const server = await openEventBridge();
  const client = new EventBridgeClient(clientOf(server));
  return {
    bus: openBus({ client, busName: 'cloudwarden' }),
    arrived: async () => server.calls.flat().map(({ Detail }) => JSON.parse(Detail)),
    breakDown: () => {
      server.refusing = true;
    },
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
