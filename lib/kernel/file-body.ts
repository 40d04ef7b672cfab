import { gunzip, gzip } from 'node:zlib';

type ZlibFunction = (
  body: Uint8Array,
  callback: (error: Error | null, result: Buffer) => void,
) => void;

/** Runs in Node's thread pool: a file of rows takes tens of milliseconds. */
const runZlib = (zlibFunction: ZlibFunction, body: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zlibFunction(body, (error, result) => (error ? reject(error) : resolve(result)));
  });

const isGzipKey = (key: string): boolean => key.endsWith('.gz');

/** The stored body of a file: gzipped if the key ends in `.gz`. */
export const encodeFileBody = async (key: string, text: string): Promise<Buffer> => {
  const body = Buffer.from(text);
  return isGzipKey(key) ? runZlib(gzip, body) : body;
};

/** The text of a stored body. */
export const decodeFileBody = async (key: string, body: Uint8Array): Promise<string> =>
  (isGzipKey(key) ? await runZlib(gunzip, body) : Buffer.from(body)).toString('utf8');
