// The API of the cluster that an agent runs in, with its service account's token and CA.
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type ClusterCall = {
  method?: 'GET' | 'PATCH' | 'DELETE';
  /** The path with its query. */
  path: string;
  body?: string;
  /** The content type of the body. */
  type?: string;
  accept?: string;
  signal?: AbortSignal | undefined;
};

export type Cluster = {
  namespace: string;
  /** Returns the text of the response; throws a `ClusterError` if the status is not a success. */
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

/** The response is larger than what is read. */
export class ResponseTooLarge extends Error {}

/** The largest response that is read: 16 MiB. */
const maxResponseBytes = 16 * 1024 * 1024;
const timeout = 30_000;
/** The most attempts of a call while the API server is overloaded. */
const maxTries = 4;

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
    const call = request(
      new URL(path, base),
      { method, ca, headers, timeout, signal },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= maxResponseBytes) chunks.push(chunk);
          else
            call.destroy(new ResponseTooLarge('The answer of the cluster is larger than 16 MiB.'));
        });
        response.on('error', reject);
        response.on('end', () => {
          const retryAfter = Number(response.headers['retry-after'] ?? 1);
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number.isFinite(retryAfter) ? retryAfter : 1,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    call.on('timeout', () => call.destroy(new Error('The API of the cluster did not answer.')));
    call.on('error', (error) => reject(connectionErrorOf(error)));
    call.end(body);
  });

/** The prefixes of TLS error codes about the certificate. */
const tlsErrorPattern = /^(SELF_SIGNED|UNABLE_TO|DEPTH_ZERO|CERT_|ERR_TLS)/;

/** Turns an error of the connection into a sentence; returns other errors unchanged. */
const connectionErrorOf = (error: Error & { code?: string }): Error => {
  if (error.code === undefined || error.name === 'AbortError') return error;
  if (!tlsErrorPattern.test(error.code)) {
    return new Error(`The API of the cluster cannot be reached: ${error.message}`);
  }
  const reason = 'its certificate is not signed by the authority of the service account';
  return new Error(`The API of the cluster is not trusted: ${reason} (${error.code}).`);
};

const reasonOf = ({ status, text }: Answer): string => {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return `The cluster refused (status ${status}): ${message}`;
  } catch {
    // It is not a Status object.
  }
  return `The cluster answered with status ${status}.`;
};

type Options = {
  /** The address of the API server. */
  url: string;
  /** The folder with `token`, `ca.crt` and `namespace`, which the cluster keeps up to date. */
  folder: string;
};

/** Whether a retry may succeed; a call that may have been carried out is not repeated. */
const isBusy = ({ status }: Answer, { method = 'GET' }: ClusterCall): boolean =>
  status === 429 || (status === 503 && method === 'GET');

/**
 * Opens the API of a cluster. CA and token are read anew for each call: the cluster replaces the
 * token hourly, and the CA now and then.
 */
export const openCluster = ({ url, folder }: Options): Cluster => {
  const base = new URL(url);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();

  const text = async (call: ClusterCall): Promise<string> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(base, { ca: read('ca.crt'), token: read('token') }, call);
      if (answer.status >= 200 && answer.status < 300) return answer.text;
      if (!isBusy(answer, call) || attempt === maxTries) {
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
