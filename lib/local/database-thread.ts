import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseAnswer, DatabaseCall } from './dynalite-worker.ts';

type Handler = Extract<DynamoDBClientConfig['requestHandler'], { handle: unknown }>;
type Request = Parameters<Handler['handle']>[0];

/** dynalite asks for a signature's form and checks nothing of it. */
const signature = 'AWS4-HMAC-SHA256 Credential=embedded, SignedHeaders=host, Signature=none';

const decoder = new TextDecoder();

const textOf = (body: unknown): string =>
  body instanceof Uint8Array ? decoder.decode(body) : String(body);

export type DatabaseThread = {
  /** Takes the place of HTTP in a DynamoDB client. */
  requestHandler: Handler;
  /** Answers what was called before, refuses what is called from now on, and ends the thread. */
  close(): Promise<void>;
};

/** Starts the thread that serves the folder, and hands calls of a client over to it. */
export const startDatabaseThread = async (
  file: string | URL,
  path: string,
): Promise<DatabaseThread> => {
  const worker = new Worker(file, { workerData: { path } });
  const waiting = new Map<number, (answer: DatabaseAnswer) => void>();
  let last = 0;
  let closed = false;
  let answeredAll = () => {};
  await once(worker, 'message');
  worker.on('message', (answer: DatabaseAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) answeredAll();
  });
  // Without its database the process can neither accept nor persist: better it starts anew.
  worker.on('error', (error) => {
    throw error;
  });

  const call = (request: Request): Promise<DatabaseAnswer> =>
    new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error('The database is closed.'));
        return;
      }
      last += 1;
      const id = last;
      waiting.set(id, resolve);
      const headers = {
        'x-amz-target': request.headers['x-amz-target'] ?? '',
        'content-type': request.headers['content-type'] ?? '',
        'x-amz-date': 'now',
        authorization: signature,
      };
      const message: DatabaseCall = { id, headers, body: textOf(request.body) };
      worker.postMessage(message);
    });

  return {
    requestHandler: {
      metadata: { handlerProtocol: 'http/1.1' },
      async handle(request: Request) {
        const { statusCode, body } = await call(request);
        const headers = { 'content-type': 'application/x-amz-json-1.0' };
        return { response: { statusCode, headers, body: Buffer.from(body) } };
      },
      updateHttpClientConfig() {},
      httpHandlerConfigs: () => ({}),
    },
    async close() {
      closed = true;
      if (waiting.size > 0) await new Promise<void>((resolve) => (answeredAll = resolve));
      worker.removeAllListeners('error');
      await worker.terminate();
    },
  };
};
