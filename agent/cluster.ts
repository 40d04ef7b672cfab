// The API of the cluster that an agent runs in, by the token and the CA of its service account.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type ClusterCall = {
  method?: 'GET' | 'PATCH' | 'DELETE';
  /** With its query. */
  path: string;
  body?: string;
  /** Of the body. */
  type?: string;
  accept?: string;
  signal?: AbortSignal | undefined;
};

export type Cluster = {
  namespace: string;
  /** The text of an answer; throws a `ClusterError` where it is no success. */
  text(call: ClusterCall): Promise<string>;
  json(call: ClusterCall): Promise<unknown>;
};

export class ClusterError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** An answer that is not read to its end. */
export class TooLarge extends Error {}

/** The largest answer that is read: 16 MiB. */
const most = 16 * 1024 * 1024;
const timeout = 30_000;
/** How often a call is made that the API server has no time for. */
const mostTries = 4;

type Answer = { status: number; retryAfter: number; text: string };

const send = (
  base: URL,
  { ca, token }: { ca: string; token: string },
  { method = 'GET', path, body, type, accept = 'application/json', signal }: ClusterCall,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      accept,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': type,
        'content-length': Buffer.byteLength(body),
      }),
    };
    const call = request(new URL(path, base), { method, ca, headers, timeout, signal }, (got) => {
      const parts: Buffer[] = [];
      let size = 0;
      got.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= most) parts.push(part);
        else call.destroy(new TooLarge('The answer of the cluster is larger than 16 MiB.'));
      });
      got.on('error', reject);
      got.on('end', () => {
        const retryAfter = Number(got.headers['retry-after'] ?? 1);
        resolve({
          status: got.statusCode ?? 0,
          retryAfter: Number.isFinite(retryAfter) ? retryAfter : 1,
          text: Buffer.concat(parts).toString('utf8'),
        });
      });
    });
    call.on('timeout', () => call.destroy(new Error('The API of the cluster did not answer.')));
    call.on('error', (error) => reject(sentenceOf(error)));
    call.end(body);
  });

/** What codes of TLS begin with that say whose certificate it is. */
const ofTls = /^(SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|CERT_|ERR_TLS)/;

/** An error of the connection as a sentence; others as they are. */
const sentenceOf = (error: Error & { code?: string }): Error => {
  if (error.code === undefined || error.name === 'AbortError') return error;
  if (!ofTls.test(error.code)) {
    return new Error(`The API of the cluster cannot be reached: ${error.message}`);
  }
  const why = 'its certificate is not signed by the authority of the service account';
  return new Error(`The API of the cluster is not trusted: ${why} (${error.code}).`);
};

const reasonOf = ({ status, text }: Answer): string => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return `The cluster refused (status ${status}): ${message}`;
  } catch {
    // It is no Status object.
  }
  return `The cluster answered with status ${status}.`;
};

type Options = {
  /** The address of the API server. */
  url: string;
  /** The folder with `token`, `ca.crt` and `namespace`, which the cluster keeps fresh. */
  folder: string;
};

/** Whether another try may do: a call that was done in part is not made twice. */
const isBusy = ({ status }: Answer, { method = 'GET' }: ClusterCall): boolean =>
  status === 429 || (status === 503 && method === 'GET');

/**
 * Opens the API of a cluster. Its authority and the token are read anew for each call: the cluster
 * replaces the token hourly, and the authority now and then.
 */
export const openCluster = ({ url, folder }: Options): Cluster => {
  const base = new URL(url);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();

  const text = async (call: ClusterCall): Promise<string> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(base, { ca: read('ca.crt'), token: read('token') }, call);
      if (answer.status >= 200 && answer.status < 300) return answer.text;
      if (!isBusy(answer, call) || tries === mostTries) {
        throw new ClusterError(answer.status, reasonOf(answer));
      }
      await wait(Math.min(answer.retryAfter, 10) * 1000, undefined, { signal: call.signal });
    }
  };

  return {
    namespace: read('namespace'),
    text,
    json: async (call) => JSON.parse(await text(call)) as unknown,
  };
};
