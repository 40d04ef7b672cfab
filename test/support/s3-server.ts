import { type Loopback, type LoopbackAnswer, openLoopback } from './loopback.ts';

const missing =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';

/** Speaks PutObject, GetObject and DeleteObject of S3, path style, over a map of objects. */
export const openS3 = (): Promise<Loopback> => {
  const objects = new Map<string, Buffer>();
  return openLoopback(({ method, path, body }): LoopbackAnswer => {
    if (method === 'PUT') {
      objects.set(path, body);
      return { headers: { etag: '"written"' } };
    }
    if (method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    const found = objects.get(path);
    if (found) return { body: found };
    return { status: 404, headers: { 'content-type': 'application/xml' }, body: missing };
  });
};
