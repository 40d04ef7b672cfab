import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, stopProcess } from '#test/support/embedded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openSocket, requestHead, sendRequest } from './raw-http.ts';

const { folder, remove } = temporaryFolder();
let child: ChildProcess;
let port: number;

const firstLine = async ({ stdout }: ChildProcess): Promise<unknown> => {
  if (!stdout) throw new Error('The server has no standard output.');
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return line;
};

beforeAll(async () => {
  port = await freePort();
  const start = 'ulimit -n 256 && exec "$0" "$1" --json';
  child = spawn('sh', ['-c', start, process.execPath, resolve('bin/local.ts')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await firstLine(child);
});

afterAll(async () => {
  await stopProcess(child, 'SIGTERM');
  remove();
});

/** The largest file that the page references: it does not fit into a socket's buffer. */
const largestFile = async (): Promise<string> => {
  const { body } = await sendRequest(port, '/app');
  const names = body.match(/\/assets\/[\w.-]+/g) ?? [];
  const heads = await Promise.all(names.map((name) => sendRequest(port, name, { method: 'HEAD' })));
  const sizes = heads.map(({ headers }) => Number(headers['content-length']));
  return names[sizes.indexOf(Math.max(...sizes))] ?? '/none';
};

/** Requests the file, and disconnects when its first bytes have arrived. */
const disconnectMidway = async (target: string) => {
  const socket = openSocket(port);
  const closed = new Promise((done) => socket.once('close', done));
  socket.once('data', () => socket.destroy());
  socket.write(requestHead('GET', target, { host: 'x' }));
  await closed;
};

describe('a server that may open 256 files', () => {
  it('keeps serving after 300 clients disconnect in the middle of a file', async () => {
    const file = await largestFile();
    for (let round = 0; round < 30; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => disconnectMidway(file)));
    }
    expect((await sendRequest(port, file)).status).toBe(200);
    expect((await sendRequest(port, '/healthz')).status).toBe(200);
  });

  it('keeps serving beside 200 connections with incomplete requests', async () => {
    const silent = Array.from({ length: 200 }, () => openSocket(port));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    for (const socket of silent) socket.write('G');
    for (const target of ['/app', '/healthz', '/config.json', '/openapi.json']) {
      expect((await sendRequest(port, target)).status).toBe(200);
    }
    for (const socket of silent) socket.destroy();
    expect((await sendRequest(port, '/healthz')).status).toBe(200);
  });
});
