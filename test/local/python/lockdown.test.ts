import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hardening } from '#lib/local/python/sandbox-command.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const readable = ['lib/local/python/sandbox', 'test/local/python'];
const script = 'test/local/python/sandbox-attempts.ts';

/** What the attempts reached, and how often they called this machine. */
const runAttempts = async (doors: 'open' | 'closed') => {
  const { folder, remove } = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, 'secret');
  let calls = 0;
  const server = await openLoopback(() => {
    calls += 1;
    return {};
  });
  const { port } = new URL(server.endpoint);
  const may = readable.map((one) => `--allow-fs-read=${join(process.cwd(), one)}/`);
  const flags = doors === 'closed' ? [...hardening, ...may] : ['--no-warnings'];
  const child = spawn(process.execPath, [...flags, script, file, port, doors], {
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const reached: Record<string, string | null> = JSON.parse(await text(child.stdout));
  await server.close();
  remove();
  const reachedNames = Object.keys(reached).filter((name) => reached[name] !== null);
  return { all: Object.keys(reached), reached: reachedNames, calls };
};

describe("JavaScript in a sandbox that holds Node's own modules", () => {
  it('reaches nothing', async () => {
    const { all, reached, calls } = await runAttempts('closed');
    expect(reached).toEqual([]);
    expect(all.length).toBeGreaterThan(20);
    expect(calls).toBe(0);
  });

  it('would reach nearly everything without the protection', async () => {
    const { all, reached, calls } = await runAttempts('open');
    // The server here does not support WebSocket, and the file is not a library.
    const never = ['open a WebSocket', 'load a library'];
    expect(reached).toEqual(all.filter((name) => !never.includes(name)));
    expect(calls).toBeGreaterThan(1);
  });
});
