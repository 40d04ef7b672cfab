import { PGlite } from './pglite.ts';
import type { CompiledPostgres } from './messages.ts';
import { readers } from './values.ts';

/** The role of queries: it reads rows, and nothing of the server that it runs on. */
export const readerRole = 'reader';

const type = 'application/x-gzip';

/**
 * Volatile functions that have no effects. All other volatile functions change something, read the
 * server, or run SQL from a text; since the session belongs to a superuser, the only kind in this
 * Postgres, `set_config` would be a way back to those rights.
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

/** Creates the role of queries, and revokes from it what it must not call. */
export const preparationSql = `
create role ${readerRole};
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
 * Rows are already in memory: Postgres's own buffers would be a second copy, and zeroing the
 * default 128 MB is most of the time of a start.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** If no compiled Postgres is given, it is compiled here. */
const startOf = (postgres?: CompiledPostgres) => ({
  startParams,
  parsers: readers,
  ...(postgres && { pgliteWasmModule: postgres }),
});

/** Opens a database without tables from its packed files. */
export const openEmptyDatabase = (
  files: Uint8Array,
  postgres?: CompiledPostgres,
): Promise<PGlite> =>
  PGlite.create({
    ...startOf(postgres),
    loadDataDir: new File([files as Uint8Array<ArrayBuffer>], 'database.tar.gz', { type }),
  });

/** Creates a database without tables, which takes ten times as long as opening its files. */
export const createEmptyDatabase = async (
  postgres?: CompiledPostgres,
): Promise<{ database: PGlite; files: Uint8Array }> => {
  const database = await PGlite.create(startOf(postgres));
  await database.exec(preparationSql);
  const dump = await database.dumpDataDir('gzip');
  return { database, files: new Uint8Array(await dump.arrayBuffer()) };
};
