import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { openSecrets as openWithKms } from '#lib/aws/secrets.ts';
import { openSecrets as openWithKeyFile } from '#lib/local/secrets.ts';
import { openKms } from '#test/support/kms-server.ts';
import { clientOf } from '#test/support/loopback.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { secretsContract } from './secrets.contract.ts';

secretsContract('the embedded server', async () => {
  const { folder, remove } = temporaryFolder();
  const path = join(folder, 'data.key');
  return { start: () => openWithKeyFile({ path, create: true }), close: remove };
});

secretsContract('KMS', async () => {
  const server = await openKms();
  const client = new KMSClient(clientOf(server));
  return {
    start: () => openWithKms({ client, keyId: server.keyId, clock: Date.now }),
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
