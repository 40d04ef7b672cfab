import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Runs a script in a process started like the product; returns what it reports as loaded. */
const runLeanScript = (script: string): unknown => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [`--import=${resolve('bin/lean-imports.js')}`, '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

test('an import of HTTP loads no unused client, and a require still finds it', () => {
  const answer = runLeanScript(`
    import { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    const hasClient = () => process.moduleLoadList.some((name) => name.endsWith('undici/undici'));
    const before = hasClient();
    const { WebSocket } = createRequire(import.meta.url)('node:http');
    console.log(JSON.stringify([typeof createServer, before, typeof WebSocket, hasClient()]));`);
  expect(answer).toEqual(['function', false, 'function', true]);
});

test('Zod has English messages and loads no other language', () => {
  const answer = runLeanScript(`
    import * as z from 'zod';
    const [{ message }] = z.string().safeParse(1).error.issues;
    console.log(JSON.stringify([message, Object.keys(z.locales)]));`);
  expect(answer).toEqual(['Invalid input: expected string, received number', ['default']]);
});
