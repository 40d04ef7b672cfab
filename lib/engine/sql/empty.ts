import { PGlite } from '@electric-sql/pglite';

/** Who asks: it reads rows, and nothing of the server that it runs on. */
export const reader = 'reader';

const type = 'application/x-gzip';

/**
 * Rows lie in memory already: Postgres's own buffers would be a second copy, and zeroing the 128 MB
 * that it takes by default is most of what a start costs.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens a database without tables from its files. */
export const openEmpty = (files: Uint8Array<ArrayBuffer>): Promise<PGlite> =>
  PGlite.create({ startParams, loadDataDir: new File([files], 'database.tar.gz', { type }) });

/** Makes a database without tables, which takes ten times as long as opening its files. */
export const makeEmpty = async (): Promise<{ database: PGlite; files: Uint8Array }> => {
  const database = await PGlite.create({ startParams });
  await database.exec(`create role ${reader}`);
  const dump = await database.dumpDataDir('gzip');
  return { database, files: new Uint8Array(await dump.arrayBuffer()) };
};
