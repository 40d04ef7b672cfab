import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionName } from '#lib/stack/functions.ts';
import { openLambdas } from './lambdas.ts';
import { temporaryFolder } from './temporary-folder.ts';

const name: FunctionName = 'api/bots';

/** A function whose behaviour depends on the event that it receives. */
const bundle = `
const acts = {
  answer: () => 'done',
  refuse: () => { throw new TypeError('not that'); },
  exit: () => process.exit(3),
  crash: () => { setTimeout(() => { throw new Error('left alone'); }); return new Promise(() => {}); },
  hang: () => new Promise(() => {}),
};
export const handler = (event) => acts[event]();
`;

const { folder, remove } = temporaryFolder();
mkdirSync(join(folder, name), { recursive: true });
writeFileSync(join(folder, name, 'index.mjs'), bundle);
const lambdas = openLambdas(folder, () => ({}));
afterAll(async () => {
  await lambdas.close();
  remove();
});

const call = (event: string) => lambdas.invoke(name, event);

it('returns the result of the function or throws its error', async () => {
  expect(await call('answer')).toBe('done');
  await expect(call('refuse')).rejects.toMatchObject({ name: 'TypeError', message: 'not that' });
});

it.each(['exit', 'crash'])('fails all open calls when the function dies: %s', async (death) => {
  const calls = await Promise.allSettled([call('hang'), call(death), call('hang')]);
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

it('reports the error that ended the function', async () => {
  await expect(call('crash')).rejects.toMatchObject({ cause: { message: 'left alone' } });
});

it('starts the function again at the next call', async () => {
  await expect(call('exit')).rejects.toThrow('ended with code 3 before it answered');
  expect(await call('answer')).toBe('done');
});

it('fails open calls when the lambdas are closed', async () => {
  const openCall = call('hang');
  await Promise.all([expect(openCall).rejects.toThrow('before it answered'), lambdas.close()]);
});
