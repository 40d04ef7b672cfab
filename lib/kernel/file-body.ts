import { gunzip, gzip } from 'node:zlib';

type Work = (body: Uint8Array, done: (error: Error | null, result: Buffer) => void) => void;

/** Runs in Node's thread pool: a file of rows takes tens of milliseconds. */
const run = (work: Work, body: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    work(body, (error, result) => (error ? reject(error) : resolve(result)));
  });

const isPacked = (key: string): boolean => key.endsWith('.gz');

/** The stored body of a file: gzipped if the key ends in `.gz`. */
export const bodyOf = async (key: string, text: string): Promise<Buffer> => {
  const body = Buffer.from(text);
  return isPacked(key) ? run(gzip, body) : body;
};

/** The text of a stored body. */
export const textOf = async (key: string, body: Uint8Array): Promise<string> =>
  (isPacked(key) ? await run(gunzip, body) : Buffer.from(body)).toString('utf8');
