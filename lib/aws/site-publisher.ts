import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import {
  DeleteObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import * as z from 'zod';
import { licensedFolder } from '#lib/kernel/chart-file.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { contentTypes } from '#lib/kernel/site-headers.ts';
import type { CustomResourceHandler } from './custom-resource.ts';

const properties = z.object({ Bucket: z.string(), Config: z.record(z.string(), z.string()) });

/** Files with a hash in their name never change; all others are revalidated each time. */
const cacheControlOf = (key: string): string =>
  key.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';

/**
 * A console that is open during an update still requests files of its own release. Files of the
 * replaced release are kept until the next update, and every file for at least a week (ms).
 */
const minRetention = 7 * 24 * 3600_000;

/** The page of a release is written last, well within this time (ms) of its first file. */
const maxPublishTime = 3600_000;

type Options = { client: S3Client; folder: string; clock: Clock };

const openBucket = (client: S3Client, Bucket: string) => ({
  put: (Key: string, Body: Uint8Array | string) =>
    client.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body,
        ContentType: contentTypes[extname(Key)] ?? 'application/octet-stream',
        CacheControl: cacheControlOf(Key),
      }),
    ),

  /** Returns when each file was written, by key. */
  async written(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      for (const { Key = '', LastModified } of Contents) {
        found.set(Key, LastModified?.getTime() ?? 0);
      }
    }
    return found;
  },

  remove: (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key })),
});

const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
};

const pageFile = 'index.html';

/** The page is written last: until then, the previous release stays complete. */
const sortPageLast = (keys: string[]): string[] => [
  ...keys.filter((key) => key !== pageFile),
  ...keys.filter((key) => key === pageFile),
];

/**
 * Publishes the console's files with their `config.json`, and leaves files that the operator
 * licensed in place; deletes all files when the stack is deleted.
 */
export const sitePublisher =
  ({ client, folder, clock }: Options): CustomResourceHandler =>
  async ({ RequestType, ResourceProperties }) => {
    const { Bucket, Config } = properties.parse(ResourceProperties);
    const bucket = openBucket(client, Bucket);
    const previousFiles = await bucket.written();
    if (RequestType === 'Delete') {
      for (const key of previousFiles.keys()) await bucket.remove(key);
      return 'site';
    }
    const keys = sortPageLast(await filesBelow(folder));
    await bucket.put('config.json', JSON.stringify(Config));
    for (const key of keys) await bucket.put(key, await readFile(join(folder, key)));
    // Publishing the same release again: the page's time would make it look like a previous one.
    if (keys.every((key) => previousFiles.has(key))) return 'site';
    const published = new Set(['config.json', ...keys]);
    const now = clock();
    const replacedAt = previousFiles.get(pageFile) ?? now;
    const oldest = Math.min(now - minRetention, replacedAt - maxPublishTime);
    const isOurs = (key: string) => !`/${key}`.startsWith(licensedFolder);
    for (const [key, writtenAt] of previousFiles) {
      if (isOurs(key) && !published.has(key) && writtenAt < oldest) await bucket.remove(key);
    }
    return 'site';
  };
