import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isStale } from '../../bin/console-build.ts';
import { apiClient } from './api-client.ts';

// Builds the console before any hook's timeout starts: the product would build it on start-up, and
// a hook that timed out would leave that build running.
if (isStale(resolve('.')))
  spawnSync(process.execPath, [resolve('bin/build.ts')], { stdio: 'inherit' });

/** The JSON that the first start prints; later starts print only the addresses. */
export type Announcement = {
  urls: { console: string; api: string; webhooks: string; health: string };
  sign_in?: { email: string; password: string };
  api_key?: string;
  sample?: { webhook_url: string; secret: string; listener_id: string; bot_id: string };
};

/** Each Jest worker has its own range of ports. */
const portsPerWorker = 1_000;
const firstPort = 20_000 + portsPerWorker * (Number(process.env.JEST_WORKER_ID ?? 0) % 12);

/**
 * A free port that is still free when the product starts seconds later: the system gives servers
 * that ask for any port, as in other tests, one above 32,767.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(firstPort, firstPort + portsPerWorker);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
};

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return line;
  }
  throw new Error('The server ended before it was ready.');
};

export type ProductProcess = {
  child: ChildProcess;
  announcement: Announcement;
  errors: () => string;
};

/** Starts the product as a user does, in its own process. */
export const startProcess = async (
  folder: string,
  port: number,
  env: Record<string, string> = {},
): Promise<ProductProcess> => {
  const child = spawn(process.execPath, [resolve('bin/start.js'), '--json'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += String(chunk);
  });
  try {
    return { child, announcement: JSON.parse(await firstLine(child)), errors: () => errors };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The server did not start: ${errors}`, { cause: error });
  }
};

export const stopProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/** The embedded product with its own data folder, and the ways in which clients reach it. */
export const openEmbedded = async (env: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
  const port = await freePort();
  let current = await startProcess(folder, port, env);
  const { sign_in, api_key, sample } = current.announcement;
  if (!sign_in || !api_key || !sample) throw new Error('The first start said no sign-in.');
  const url = `http://127.0.0.1:${port}`;

  /** Sends any request, including those that the product's own clients would not send. */
  const request = async (method: string, path: string, body?: unknown, key = api_key) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed: Record<string, unknown> = JSON.parse(await answer.text());
    return { status: answer.status, headers: answer.headers, body: parsed };
  };

  return {
    url,
    port,
    folder,
    sign_in,
    api_key,
    sample,
    request,
    api: apiClient(request),
    child: () => current.child,
    errors: () => current.errors(),
    /** Kills the process (`kill -9`). */
    kill: () => stopProcess(current.child, 'SIGKILL'),
    start: async () => {
      current = await startProcess(folder, port, env);
    },
    close: async () => {
      await stopProcess(current.child, 'SIGTERM');
      // Children of a killed process may still be ending, and writing here.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
};

export type Embedded = Awaited<ReturnType<typeof openEmbedded>>;
