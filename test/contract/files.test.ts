import { S3Client } from '@aws-sdk/client-s3';
import { openFiles as openBucket } from '#lib/aws/files.ts';
import { openFiles as openFolder } from '#lib/local/files.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openS3 } from '#test/support/s3-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { filesContract } from './files.contract.ts';

filesContract('the embedded server', async () => {
  const { folder, remove } = temporaryFolder();
  return { files: openFolder(folder), close: remove };
});

filesContract('S3', async () => {
  const server = await openS3();
  const client = new S3Client({ ...clientOf(server), forcePathStyle: true });
  const files = openBucket({ client, bucket: 'results' });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  return { files, close };
});
