import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Embedded, freePort, openEmbedded, stopProcess } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { readSettings } from '../../bin/settings.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

const statusOf = (path: string) =>
  fetch(`${product.url}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

describe('starting the server', () => {
  it('returns only 503 with Retry-After until the server can accept and store calls', async () => {
    await stopProcess(product.child(), 'SIGTERM');
    const starting = product.start();
    const statuses = new Set<number>();
    const early = await eventually(
      async () => {
        const answer = await fetch(`${product.url}/healthz`).catch(() => undefined);
        statuses.add(answer?.status ?? 0);
        if (answer?.status === 503) expect(answer.headers.get('retry-after')).toBe('1');
        return answer?.status ?? 0;
      },
      (status) => status === 200,
    );
    await starting;
    expect(early).toBe(200);
    expect([...statuses].filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
    expect((await sendSampleEvent(product, finding('fnd-start', 'LOW'))).status).toBe(202);
  });

  it('fails on a data folder that another process uses', async () => {
    const port = await freePort();
    const second = spawn(process.execPath, [resolve('bin/start.js')], {
      env: { ...process.env, PORT: String(port), DATA_DIR: join(product.folder, 'data') },
    });
    let output = '';
    second.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(output).toContain('is in use by another Cloudwarden process');
    expect(await statusOf('/healthz')).toBe(200);
  });

  it('keeps the API key of the ROOT user valid after a restart', async () => {
    await stopProcess(product.child(), 'SIGTERM');
    await product.start();
    expect(product.sign_in.password).toMatch(/^Cw1-/);
    const answer = await product.request('GET', 'users/me');
    expect(answer.body).toMatchObject({ userType: 'ROOT', _id: product.sign_in.email });
  });

  it('fails with a message on an invalid setting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'));
    const child = spawn(process.execPath, [resolve('bin/start.js')], {
      env: { ...process.env, PORT: 'many', DATA_DIR: folder },
    });
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    const [code] = await once(child, 'exit');
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain('PORT');
  });
});

describe('the key file', () => {
  it.each([
    ['/srv/data', '/srv/data/key'],
    ['/srv/data', '/srv/data/sub/../key'],
    ['data', 'data/..key'],
    ['/', '/etc/key'],
  ])('must be outside the data folder %s: %s', (DATA_DIR, KEY_FILE) => {
    expect(() => readSettings({ DATA_DIR, KEY_FILE })).toThrow('KEY_FILE: The key must be outside');
  });

  it.each([
    ['/srv/data', '/srv/data.key'],
    ['/srv/data', '/srv/data/../key'],
    ['data', '/etc/key'],
  ])('may be beside the data folder %s: %s', (DATA_DIR, KEY_FILE) => {
    expect(readSettings({ DATA_DIR, KEY_FILE })).toMatchObject({ KEY_FILE });
  });
});

describe('stopping the server', () => {
  it('completes running calls on SIGTERM and exits with 0', async () => {
    const sending = Array.from({ length: 50 }, (_, n) =>
      sendSampleEvent(product, finding(`fnd-drain-${n}`, 'LOW')).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    // Others are in progress by then.
    await Promise.race(sending);
    const child = product.child();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = await ended;
    const statuses = await Promise.all(sending);
    expect(code).toBe(0);
    expect(statuses.filter((status) => ![0, 202, 503].includes(status))).toEqual([]);
    await product.start();
  });
});

describe('stopping a server that has just started', () => {
  it('exits with 0', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stop-'));
    const server = spawn('node', ['bin/start.js', '--json'], {
      env: { ...process.env, PORT: String(await freePort()), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(server, 'exit');
    await once(server.stdout, 'data');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    rmSync(folder, { recursive: true });
  });
});

describe('stopping npm, which started the server', () => {
  it('stops the server, even during an incomplete request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'npm-'));
    const port = await freePort();
    // npm's shell passes no signals on, so the server must have replaced it.
    const npm = spawn('npm', ['start', '--silent', '--', '--json'], {
      env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(npm.stdout, 'data');
    const address = `http://127.0.0.1:${port}/healthz`;
    const answers = () =>
      fetch(address).then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    const half = connect(port, '127.0.0.1').on('error', () => undefined);
    half.write('POST /api/bots HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{');
    await eventually(
      async () => half.bytesWritten,
      (sent) => sent > 0,
    );
    const ended = once(npm, 'exit');
    npm.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await answers()).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('the files on disk', () => {
  const filesBelow = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('contain no secret of the listener, API key or password in plain text', async () => {
    const { sample, api_key, sign_in } = product;
    const [, , , keySecret = ''] = api_key.split('_');
    const canaries = [sample.secret, keySecret, sign_in.password];
    for (const file of filesBelow(product.folder)) {
      const text = readFileSync(file, 'latin1');
      for (const canary of canaries) expect([file, text.includes(canary)]).toEqual([file, false]);
    }
    expect(product.errors()).not.toContain(sample.secret);
  });

  it('include the key file outside the data folder, readable by its owner only', () => {
    const key = join(product.folder, 'data.key');
    expect(statSync(key).mode & 0o777).toBe(0o600);
  });
});
