import { type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

const noSuchKeyBody =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';

/** The number of objects on one page of a listing. */
const pageSize = 16;

const longAgo = Date.parse('2026-01-01T00:00:00Z');

/**
 * A page of the objects of a bucket (`/name`) whose keys begin with the requested prefix, after the
 * one that the token names. `writtenAt` gives the time of each by its path.
 */
export const listingXml = (
  paths: Iterable<string>,
  bucket: string,
  query: URLSearchParams,
  writtenAt: (path: string) => number = () => longAgo,
): string => {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const found = [...paths].filter((path) => path.startsWith(prefix) && path > after).sort();
  const page = found.slice(0, pageSize);
  const next = found.length > pageSize ? page.at(-1) : undefined;
  const contents = page.map((path) => {
    const changed = `<LastModified>${new Date(writtenAt(path)).toISOString()}</LastModified>`;
    return `<Contents><Key>${path.slice(bucket.length + 1)}</Key>${changed}</Contents>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
    ...contents,
    next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`,
    '</ListBucketResult>',
  ].join('');
};

/**
 * Implements PutObject, GetObject, DeleteObject and ListObjectsV2 of S3, path style, over a map of
 * objects. The clock gives the time at which each is written.
 */
export const openS3 = (clock: () => number = () => longAgo): Promise<Loopback> => {
  const objects = new Map<string, Buffer>();
  const writeTimes = new Map<string, number>();
  return openLoopback(({ method, path, query, body }): LoopbackAnswer => {
    if (method === 'PUT') {
      objects.set(path, body);
      writeTimes.set(path, clock());
      return { headers: { etag: '"written"' } };
    }
    if (method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    if (query.get('list-type') === '2') {
      const bucket = path.replace(/\/$/, '');
      const headers = { 'content-type': 'application/xml' };
      const writtenAt = (key: string) => writeTimes.get(key) ?? longAgo;
      return { headers, body: listingXml(objects.keys(), bucket, query, writtenAt) };
    }
    const found = objects.get(path);
    if (found) return { body: found };
    return { status: 404, headers: { 'content-type': 'application/xml' }, body: noSuchKeyBody };
  });
};
