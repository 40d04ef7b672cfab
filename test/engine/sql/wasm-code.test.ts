import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { emptyPostgres } from '../../../bin/postgres-files.ts';

const run = promisify(execFile);

/** What V8 reports of its collections of WebAssembly code while a database opens and is used. */
const collectionsWith = async (module: string): Promise<string[]> => {
  const script = `
    import { openAsBlob } from 'node:fs';
    import { PGlite } from '${module}';
    const type = 'application/x-gzip';
    const files = await openAsBlob('${emptyPostgres(resolve('.'))}', { type });
    const database = await PGlite.create({ loadDataDir: files });
    await database.query('select sum(sqrt(n)) from generate_series(1, 100000) n');
    await database.close();`;
  const flags = ['--trace-wasm-code-gc', '--stress-wasm-code-gc', '--input-type=module'];
  const { stdout } = await run(process.execPath, [...flags, '--eval', script]);
  return stdout.split('\n').filter((line) => line.includes('[wasm-gc]'));
};

describe('the code of a Postgres in WebAssembly', () => {
  // The collection sometimes ends the whole process: see `lib/engine/sql/pglite.ts`.
  it('is not collected while the process runs', async () => {
    expect(await collectionsWith(resolve('lib/engine/sql/pglite.ts'))).toEqual([]);
  }, 60_000);

  it('would be collected without our setting', async () => {
    expect(await collectionsWith('@electric-sql/pglite')).not.toEqual([]);
  }, 60_000);
});
