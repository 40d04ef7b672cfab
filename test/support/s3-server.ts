import { type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

const missing =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';

/** Objects that one page of a listing names. */
const pageSize = 16;

/**
 * A page of the objects of a bucket (`/name`) whose keys begin with the prefix that is asked for,
 * behind the one that the token names.
 */
export const listing = (
  paths: Iterable<string>,
  bucket: string,
  query: URLSearchParams,
): string => {
  const prefix = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const found = [...paths].filter((path) => path.startsWith(prefix) && path > after).sort();
  const page = found.slice(0, pageSize);
  const next = found.length > pageSize ? page.at(-1) : undefined;
  const keys = page.map((path) => path.slice(bucket.length + 1));
  const changed = '<LastModified>2026-01-01T00:00:00Z</LastModified>';
  const contents = keys.map((key) => `<Contents><Key>${key}</Key>${changed}</Contents>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
    ...contents,
    next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`,
    '</ListBucketResult>',
  ].join('');
};

/**
 * Speaks PutObject, GetObject, DeleteObject and ListObjectsV2 of S3, path style, over a map of
 * objects.
 */
export const openS3 = (): Promise<Loopback> => {
  const objects = new Map<string, Buffer>();
  return openLoopback(({ method, path, query, body }): LoopbackAnswer => {
    if (method === 'PUT') {
      objects.set(path, body);
      return { headers: { etag: '"written"' } };
    }
    if (method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    if (query.get('list-type') === '2') {
      const bucket = path.replace(/\/$/, '');
      const headers = { 'content-type': 'application/xml' };
      return { headers, body: listing(objects.keys(), bucket, query) };
    }
    const found = objects.get(path);
    if (found) return { body: found };
    return { status: 404, headers: { 'content-type': 'application/xml' }, body: missing };
  });
};
