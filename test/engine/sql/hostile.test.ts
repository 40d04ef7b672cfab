import { SqlFailure, type SqlTables } from '#lib/domain/inventory/sql.ts';
import { openTestSql } from '#test/support/sql.ts';

const sql = openTestSql({ time: 1_500, answer: 200_000 });
afterAll(() => sql.close());

const table = (...rows: object[]): SqlTables[string] =>
  async function* lines() {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  };

const tables: SqlTables = { aws_s3_bucket: table({ name: 'invoices' }, { name: 'backups' }) };

const ask = (text: string) => sql.using('acme/one', tables, (asks) => asks(text));

/** What a query comes to: rows, or why it has none. */
const outcome = async (text: string): Promise<{ rows: unknown[] } | { code: string }> => {
  try {
    return { rows: (await ask(text)).rows };
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error;
    return { code: error.code };
  }
};

/** Others are answered as before, by whoever may read alone. */
const isUnharmed = async () => {
  const { rows } = await ask(
    `select count(*)::int as buckets, current_user::text as who,
      current_setting('transaction_read_only') as reads from aws_s3_bucket`,
  );
  expect(rows).toEqual([{ buckets: 2, who: 'reader', reads: 'on' }]);
};

/** What Postgres takes for no query at all, or forbids. */
const refused: [name: string, text: string][] = [
  ['a second statement', 'select 1; drop table aws_s3_bucket'],
  ['a second statement behind a comment', 'select 1 /* ; */ ; delete from aws_s3_bucket'],
  ['an end of the transaction', 'commit'],
  ['a rollback', 'rollback'],
  ['a savepoint', 'savepoint here'],
  ['a transaction that writes', 'begin read write'],
  ['a setting', 'set transaction read write'],
  ['a setting of the session', 'set session characteristics as transaction read write'],
  ['the settings of everybody', 'reset all'],
  ['a setting of the server', "alter system set work_mem = '4GB'"],
  ['a write', 'delete from aws_s3_bucket'],
  ['an insert', "insert into aws_s3_bucket (name) values ('mine')"],
  ['an update', "update aws_s3_bucket set name = 'mine'"],
  ['a merge', 'merge into aws_s3_bucket a using aws_s3_bucket b on true when matched then delete'],
  ['an emptied table', 'truncate aws_s3_bucket'],
  ['a write in a part', 'with gone as (delete from aws_s3_bucket returning *) select * from gone'],
  ['a new table', 'select 1 as one into stolen'],
  ['a table of a query', 'create table stolen as select * from aws_s3_bucket'],
  ['a temporary table', 'create temporary table mine (a int)'],
  ['a view', 'create view mine as select * from aws_s3_bucket'],
  ['a function', "create function mine() returns int language sql as 'select 1'"],
  ['a procedure', 'call mine()'],
  ['a trigger', 'create trigger mine before insert on aws_s3_bucket execute function mine()'],
  ['a rule', 'create rule mine as on select to aws_s3_bucket do instead nothing'],
  ['a type', 'create type mine as (a int)'],
  ['a schema', 'create schema mine'],
  ['an index', 'create index on aws_s3_bucket (name)'],
  ['a changed table', 'alter table aws_s3_bucket rename to gone'],
  ['a lost table', 'drop table aws_s3_bucket'],
  ['a database', 'create database mine'],
  ['a block of code', "do $$ begin execute 'drop table aws_s3_bucket'; end $$"],
  ['a copy to a file', "copy aws_s3_bucket to '/tmp/stolen'"],
  ['a copy to a program', "copy aws_s3_bucket to program 'id'"],
  ['a copy from a program', "copy aws_s3_bucket from program 'id'"],
  ['a copy to whoever asks', 'copy aws_s3_bucket to stdout'],
  ['an extension', 'create extension dblink'],
  ['a call of another database', "select dblink('host=127.0.0.1', 'select 1')"],
  ['a foreign server', 'create server mine foreign data wrapper postgres_fdw'],
  ['a library', "load '/tmp/mine.so'"],
  ['another role', 'set role postgres'],
  ['another session', 'set session authorization postgres'],
  ['a new role', "create role mine superuser login password 'x'"],
  ['more rights', 'grant all on aws_s3_bucket to reader'],
  ['the rights of a role', 'alter role reader superuser'],
  ['a file of the server', "select pg_read_file('/etc/passwd')"],
  ['bytes of a file', "select pg_read_binary_file('PG_VERSION')"],
  ['a folder of the server', "select pg_ls_dir('/')"],
  ['what is known of a file', "select pg_stat_file('/etc/passwd')"],
  ['a large object of a file', "select lo_import('/etc/passwd')"],
  ['a file of a large object', "select lo_export(1, '/tmp/stolen')"],
  ['a large object', "select lo_from_bytea(0, 'mine')"],
  ['passwords', 'select * from pg_authid'],
  ['passwords, as another view has them', 'select * from pg_shadow'],
  ['read settings of the server', 'select * from pg_file_settings'],
  ['a new configuration', 'select pg_reload_conf()'],
  ['a lock of rows', 'select * from aws_s3_bucket for update'],
  ['a lock of a table', 'lock table aws_s3_bucket in access exclusive mode'],
  ['a prepared statement', 'prepare mine as select 1'],
  ['one that is executed', 'execute mine'],
  ['one that is forgotten', 'deallocate all'],
  ['its own cursor', 'declare mine cursor for select 1'],
  ['the cursor that it is asked by', 'close answer'],
  ['news for others', "notify mine, 'stolen'"],
  ['news of others', 'listen mine'],
  ['a plan that is run', 'explain analyze delete from aws_s3_bucket'],
  ['a tidied table', 'vacuum full aws_s3_bucket'],
  ['a checkpoint', 'checkpoint'],
  ['an end of everything of the session', 'discard all'],
  ['the rows of another organisation', 'select * from globex.aws_s3_bucket'],
  ['a table that this scan has not', 'select * from aws_account'],
  ['the end of its process', 'select pg_terminate_backend(pg_backend_pid()), 1 / 0'],
];

/** What is answered, and harms nobody: it tells of nothing but a database that is thrown away. */
const harmless: [name: string, text: string][] = [
  ['the catalogue', 'select relname from pg_class limit 1'],
  ['the roles that there are', 'select rolname from pg_roles where rolname = current_user'],
  ['its own settings', "select current_setting('data_directory', true) as at limit 1"],
  ['a lock of its own', 'select pg_advisory_lock(1)'],
  ['a setting by a function', "select set_config('transaction_read_only', 'off', false)"],
  ['a role by a function', "select set_config('role', 'postgres', false)"],
  ['a path by a function', "select set_config('search_path', 'none', false)"],
  ['news by a function', "select pg_notify('mine', 'stolen')"],
  ['a query in a query', "select query_to_xml('select 1', true, false, '')::text"],
];

/** What would take forever, or all memory. */
const endless: [name: string, text: string, codes: string[]][] = [
  [
    'recursion without end',
    'with recursive n as (select 1 union all select 1 from n) select count(*) from n',
    ['57014'],
  ],
  [
    'a join of everything',
    'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    ['57014'],
  ],
  ['a sleep', 'select pg_sleep(60)', ['57014']],
  [
    'an expression that backtracks',
    `select count(*) from generate_series(1, 1e10::bigint) n
      where repeat('a', 40) || n ~ '^((a+)+)+\\1+b$'`,
    ['57014'],
  ],
  [
    'rows without end',
    `select repeat('x', 1000) from generate_series(1, 1e9::bigint)`,
    ['57014', 'TOOMUCH'],
  ],
  ['one large value', "select repeat('x', 1000000)", ['TOOMUCH']],
  // What Postgres says of it itself.
  ['a value larger than memory', "select repeat(repeat('x', 1000000), 10000)", ['54000', '53200']],
];

describe('hostile SQL', () => {
  it.each(refused)('is refused: %s', async (_, text) => {
    expect(await outcome(text)).toEqual({ code: expect.any(String) });
    await isUnharmed();
  });

  it.each(harmless)('harms nobody: %s', async (_, text) => {
    await outcome(text);
    await isUnharmed();
  });

  it.each(endless)('is ended: %s', async (_, text, codes) => {
    const came = await outcome(text);
    expect(codes).toContain('code' in came ? came.code : 'rows');
    await isUnharmed();
  });
});
