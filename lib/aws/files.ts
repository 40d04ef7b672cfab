import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import { decodeFileBody, encodeFileBody } from '#lib/kernel/file-body.ts';
import { fileKey } from '#lib/kernel/file-key.ts';
import type { Files } from '#lib/ports/files.ts';

/** Objects that are deleted in parallel. */
const deleteConcurrency = 16;

/**
 * Stores files as objects of a bucket that encrypts by default. The role must be allowed to list
 * the bucket: otherwise S3 reports a missing object as forbidden. Throws a ZodError for a key that
 * is not a `fileKey`.
 */
export const openFiles = ({ client, bucket }: { client: S3Client; bucket: string }): Files => ({
  put: async (key, text) => {
    const Key = fileKey.parse(key);
    const Body = await encodeFileBody(key, text);
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key,
        Body,
        ContentLength: Body.byteLength,
        ContentType: 'text/plain; charset=utf-8',
      }),
    );
  },
  get: async (key) => {
    try {
      const command = new GetObjectCommand({ Bucket: bucket, Key: fileKey.parse(key) });
      const body = await (await client.send(command)).Body?.transformToByteArray();
      return body && (await decodeFileBody(key, body));
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
  remove: async (key) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: fileKey.parse(key) }));
  },
  removeAll: async (folder) => {
    const Prefix = `${fileKey.parse(folder)}/`;
    let ContinuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken }),
      );
      await forEachInBatches(page.Contents ?? [], deleteConcurrency, ({ Key }) =>
        client.send(new DeleteObjectCommand({ Bucket: bucket, Key })),
      );
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  },
});
