import { PGlite } from '@electric-sql/pglite';
import type { CompiledPostgres } from './messages.ts';
import { readers } from './values.ts';

/** Who asks: it reads rows, and nothing of the server that it runs on. */
export const reader = 'reader';

const type = 'application/x-gzip';

/**
 * Functions that Postgres calls volatile, and that still do nothing but answer. All others of these
 * change something, read the server, or run SQL that stands in a text: the session belongs to the
 * superuser, as this Postgres has no other kind, and `set_config` would be a way back to that.
 */
export const harmlessFunctions = [
  'array_sample',
  'array_shuffle',
  'clock_timestamp',
  'gen_random_uuid',
  'random',
  'random_normal',
  'timeofday',
  'uuidv4',
  'uuidv7',
] as const;

/** Makes the role of the reader, and takes from everybody what it must not call. */
export const preparation = `
create role ${reader};
do $$
declare one regprocedure;
begin
  for one in
    select oid from pg_proc
    where provolatile = 'v' and proname not in ('${harmlessFunctions.join(`', '`)}')
  loop
    execute format('revoke execute on routine %s from public', one);
  end loop;
end $$`;

/**
 * Rows lie in memory already: Postgres's own buffers would be a second copy, and zeroing the 128 MB
 * that it takes by default is most of what a start costs.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Without Postgres compiled already it is compiled here. */
const startOf = (postgres?: CompiledPostgres) => ({
  startParams,
  parsers: readers,
  ...(postgres && { pgliteWasmModule: postgres }),
});

/** Opens a database without tables from its files. */
export const openEmpty = (files: Uint8Array, postgres?: CompiledPostgres): Promise<PGlite> =>
  PGlite.create({
    ...startOf(postgres),
    loadDataDir: new File([files as Uint8Array<ArrayBuffer>], 'database.tar.gz', { type }),
  });

/** Makes a database without tables, which takes ten times as long as opening its files. */
export const makeEmpty = async (
  postgres?: CompiledPostgres,
): Promise<{ database: PGlite; files: Uint8Array }> => {
  const database = await PGlite.create(startOf(postgres));
  await database.exec(preparation);
  const dump = await database.dumpDataDir('gzip');
  return { database, files: new Uint8Array(await dump.arrayBuffer()) };
};
