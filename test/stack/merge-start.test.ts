import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleCode } from '#lib/stack/bundles.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);

const sources = {
  'entry.mjs': `
    import { add, total } from './counter.mjs';
    import { words } from './text.mjs';
    export const hello = words('hello');
    add(1);
    export const addLater = async () => (await import('./later.mjs')).addTwo();
    export const addOnDemand = async () => (await import('./counter.mjs')).add(10);
    export const sum = () => total();`,
  'counter.mjs': `
    let sum = 0;
    export const add = (number) => { sum += number; };
    export const total = () => sum;
    export class Refusal extends Error {}
    export default 'a counter';`,
  'text.mjs': `
    import system from './old.cjs';
    export const words = (text) => text + ' ' + system.EOL.length;`,
  'old.cjs': `module.exports = require('os');`,
  'later.mjs': `
    import name, { add, Refusal } from './counter.mjs';
    import { words } from './text.mjs';
    export const addTwo = () => { add(2); return [name, words('later'), new Refusal('no')]; };`,
};

const bundle = async () => {
  const outdir = join(folder, 'bundle');
  mkdirSync(join(folder, 'sources'));
  for (const [name, text] of Object.entries(sources)) {
    writeFileSync(join(folder, 'sources', name), text);
  }
  await bundleCode(process.cwd(), { entryPoints: [join(folder, 'sources', 'entry.mjs')] }, outdir);
  return { names: readdirSync(outdir), entry: pathToFileURL(join(outdir, 'index.mjs')).href };
};

describe('a bundle with merged files', () => {
  it('has one file for the start, whose modules all later files share', async () => {
    const { names, entry } = await bundle();
    expect(names.map((name) => name.replace(/-.*/, '')).toSorted()).toEqual([
      'counter',
      'index.mjs',
      'later',
    ]);
    const { hello, addLater, addOnDemand, sum } = await import(entry);
    expect([hello, sum()]).toEqual(['hello 1', 1]);
    const [name, text, error] = await addLater();
    expect([name, text, error.message]).toEqual(['a counter', 'later 1', 'no']);
    await addOnDemand();
    expect(sum()).toBe(13);
  });

  it('is refused if its start would wait for a file that waits for the start', async () => {
    const contents = `export const text = (await import('zod')).string();`;
    const code = { stdin: { contents, resolveDir: process.cwd() }, logLevel: 'silent' as const };
    await expect(bundleCode(process.cwd(), code, join(folder, 'awaiting'))).rejects.toThrow(
      'Top-level await is not available',
    );
  });
});
