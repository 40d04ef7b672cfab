import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { fileKey } from '#lib/kernel/file-key.ts';
import type { Files } from '#lib/ports/files.ts';

/**
 * Files as objects of a bucket, which encrypts by itself. S3 tells a missing object from a
 * forbidden one only to a role that may list the bucket. A key that is not a `fileKey` is refused
 * with a ZodError.
 */
export const openFiles = ({ client, bucket }: { client: S3Client; bucket: string }): Files => ({
  put: async (key, text) => {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: fileKey.parse(key),
        Body: text,
        ContentLength: Buffer.byteLength(text),
        ContentType: 'text/plain; charset=utf-8',
      }),
    );
  },
  get: async (key) => {
    try {
      const command = new GetObjectCommand({ Bucket: bucket, Key: fileKey.parse(key) });
      return await (await client.send(command)).Body?.transformToString('utf-8');
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  },
});
