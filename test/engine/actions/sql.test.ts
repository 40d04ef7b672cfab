import { authOf } from '#lib/domain/integrations/call.rules.ts';
import type { Done, Failed } from '#lib/engine/nodes/node.ts';
import { signIn } from '#lib/engine/integrations/sign-in.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openPglite } from '#test/support/pglite-server.ts';
import { openPostgres } from '#test/support/postgres-server.ts';
import { selfSigned } from '../outgoing/certificate.ts';
import { integrationId, nodeWorld, openedIntegration } from '../nodes/node-world.ts';
import { engineWorld } from '../world.ts';

const host = 'db.example.com';
const identity = selfSigned(host);
const password = 'canary-password-01';
const login = { user: 'postgres', password, database: 'postgres' };

/** A database with 1500 people, of whom 2 have a role; queried by a user with read access only. */
const setUp = `
  create table people (
    id bigint primary key, mail text not null, role text, born date, seen timestamptz,
    tags text[], facts jsonb, active boolean, share numeric
  );
  insert into people (id, mail) select n, 'p' || n || '@example.com' from generate_series(3, 1500) n;
  insert into people values
    (1, 'ann@example.com', 'owner', '1990-02-28', '2026-03-01T10:00:00+02:00',
     array['a','b'], '{"level": 3}', true, 0.25),
    (2, 'bob@example.com', 'o''wner', null, null, null, null, false, 12345678901234567890);
  create sequence own;
  create function fails(why text) returns text language plpgsql as $$
    begin raise exception using message = why, errcode = '42601'; end $$;
  create role reader login;
  grant select on all tables in schema public to reader;
  grant select, usage on own to reader;
  create role heir login in role postgres;
  create role runner login in role pg_execute_server_program;
  create role groups noinherit in role pg_read_server_files;
  create role files login noinherit in role groups;
  create role writes login in role pg_write_server_files;
  create role ends login in role pg_signal_backend;
  create role keeps login replication;
  create role dials login;
  create function dblink(text) returns text language sql as 'select $1';
  revoke execute on function dblink from public;
  grant execute on function dblink to dials;
  create schema aws_lambda;
  create function aws_lambda.invoke(text) returns text language sql as 'select $1';
  create role invokes login;
  grant usage on schema aws_lambda to invokes;
  set session authorization reader`;

let postgres: Awaited<ReturnType<typeof openPglite>>;
let port: string;

beforeAll(async () => {
  postgres = await openPglite(setUp, identity);
  port = new URL(postgres.address).port;
});
afterAll(() => postgres.close());

type ConnectionOptions = {
  ca?: string;
  values?: Record<string, string>;
  allow?: string[];
  address?: string;
};

const worldOf = ({ ca, values, allow, address = '127.0.0.1' }: ConnectionOptions = {}) => {
  const connectionValues = { host, port, ...login, ca_certificate: identity.cert, ...values };
  const { port: at } = connectionValues;
  const dial = dialer({ allow: allow ?? [`${host}:${at}`], lookup: async () => [address] }, 500);
  return nodeWorld({
    integrations: [openedIntegration('postgres', connectionValues)],
    dial,
    ...(ca && { ca }),
  });
};

const query = async (
  parameters: object,
  connection: ConnectionOptions = {},
  overrides: object = {},
) => {
  const integration = { type: 'postgres', id: integrationId };
  const settings = { action: 'postgres.query', integration, parameters, ...overrides };
  const outcome = await worldOf(connection).perform('rest_api_action', settings);
  expect(JSON.stringify(outcome)).not.toContain('canary');
  await postgres.ended();
  return outcome;
};

const rowsOf = (outcome: Done | Failed) => Object(outcome.output).result as object[];

/** The number of people according to the database itself. */
const countPeople = async () => {
  const { rows } = await postgres.database.query<{ n: number }>(
    'select count(*)::int n from people',
  );
  return rows[0]?.n;
};

describe('a database query', () => {
  it('returns rows with JSON values and all other values as text', async () => {
    const sql = 'select * from people where id <= $1 order by id';
    const outcome = await query({ sql, values: ['2'] });
    expect(outcome).toMatchObject({ type: 'done', handle: 'next', output: { truncated: false } });
    expect(rowsOf(outcome)).toEqual([
      {
        id: 1,
        mail: 'ann@example.com',
        role: 'owner',
        born: '1990-02-28',
        seen: '2026-03-01T08:00:00Z',
        tags: ['a', 'b'],
        facts: { level: 3 },
        active: true,
        share: 0.25,
      },
      {
        id: 2,
        mail: 'bob@example.com',
        role: "o'wner",
        born: null,
        seen: null,
        tags: null,
        facts: null,
        active: false,
        // A JSON number cannot represent it exactly.
        share: '12345678901234567890',
      },
    ]);
  });

  it('treats values only as values, even if they contain SQL', async () => {
    const sql = 'select id from people where role = $1';
    expect(rowsOf(await query({ sql, values: ["o'wner"] }))).toEqual([{ id: 2 }]);
    const hostile = ["x' or '1'='1", "'; drop table people; --", '$$', '\\', ''];
    for (const value of hostile) expect(rowsOf(await query({ sql, values: [value] }))).toEqual([]);
    expect(await countPeople()).toBe(1500);
  });

  it('passes each value in its place, including null and numbers', async () => {
    const sql = 'select $1::text a, $2::int b, $3::boolean c, $4::text d';
    expect(rowsOf(await query({ sql, values: ['', 7, true, null] }))).toEqual([
      { a: '', b: 7, c: true, d: null },
    ]);
  });

  it('renames columns with the same name', async () => {
    expect(rowsOf(await query({ sql: 'select 1 id, 2 id, 3 "__proto__"' }))).toEqual([
      JSON.parse('{"id": 1, "id_2": 2, "__proto__": 3}'),
    ]);
  });

  it.each([
    ['the requested number of rows', { sql: 'select id from people order by id', rows: 250 }, 250],
    ['100 rows by default', { sql: 'select id from people order by id' }, 100],
    ['at most 1 MiB of rows', { sql: "select repeat('x', 100000) from people", rows: 1000 }, 10],
  ])('returns %s and marks the result as truncated', async (_, parameters, count) => {
    const outcome = await query(parameters);
    expect(outcome).toMatchObject({ type: 'done', output: { truncated: true } });
    expect(rowsOf(outcome)).toHaveLength(count);
  });

  it('returns JSON as text when it is nested too deeply or has too many values', async () => {
    const deep = '['.repeat(65) + ']'.repeat(65);
    expect(rowsOf(await query({ sql: 'select $1::json a', values: [deep] }))).toEqual([
      { a: deep },
    ]);
    const many = `[${Array.from({ length: 60_000 }, () => 1).join(',')}]`;
    const sql = 'select $1::text::json a, $1::text::json b, string_to_array($1, $2) c';
    const [row] = rowsOf(await query({ sql, values: [many, ','] }));
    expect(row).toMatchObject({ a: JSON.parse(many), b: many, c: expect.any(String) });
  });

  it('returns at most as many cells as JSON may have values', async () => {
    const columns = Array.from({ length: 400 }, () => "''").join(',');
    const sql = `select ${columns} from people`;
    const outcome = await query({ sql, rows: 1000 });
    expect(outcome).toMatchObject({ type: 'done', output: { truncated: true } });
    expect(rowsOf(outcome)).toHaveLength(250);
  });

  it('is not truncated when the rows equal the limit', async () => {
    const sql = 'select id from people where id <= $1';
    const outcome = await query({ sql, values: ['100'], rows: 100 });
    expect(outcome).toMatchObject({ output: { truncated: false } });
    expect(rowsOf(outcome)).toHaveLength(100);
  });
});

describe('a queried database', () => {
  it.each([
    ['several statements', 'select 1; delete from people', /only one statement/],
    ['a statement that writes', 'delete from people', /begin it with SELECT/],
    [
      'a statement that ends the transaction',
      "select e'\\'; commit; delete from people; --'",
      undefined,
    ],
    [
      'a WITH clause that writes',
      'with gone as (delete from people returning 1) select 1',
      /refused/,
    ],
    ['a function that writes', "select nextval('own')", /refused the query/],
    ['a lock', 'select id from people for update', /read-only transaction/],
    [
      'a change of its settings',
      "select set_config('transaction_read_only', 'off', false)",
      undefined,
    ],
    ['a file of the server', "select lo_import('/etc/passwd')", /refused the query/],
  ])('is not changed by %s', async (_, sql, reason) => {
    const outcome = await query({ sql });
    if (reason)
      expect(outcome).toMatchObject({ type: 'failed', error: expect.stringMatching(reason) });
    expect(await countPeople()).toBe(1500);
    expect(rowsOf(await query({ sql: 'select last_value, is_called from own' }))).toEqual([
      { last_value: 1, is_called: false },
    ]);
  });

  it('reports an error in the query, which is not retried', async () => {
    expect(await query({ sql: 'select nothing from people' })).toEqual({
      type: 'failed',
      retry: 'no',
      error: 'The database refused the query: column "nothing" does not exist (42703).',
    });
    expect(
      await query({ sql: 'select id from people where id = $1', values: ['x'] }),
    ).toMatchObject({
      retry: 'no',
      error: expect.stringMatching(/invalid input syntax for type bigint/),
    });
  });

  it('reports an error in one line, or only its code if it has no text', async () => {
    const values = ['a\u202eb\nc\u0007 '];
    expect(await query({ sql: 'select fails($1)', values })).toMatchObject({
      error: 'The database refused the query: ab c (42601).',
    });
    expect(await query({ sql: 'select fails($1)', values: [''] })).toMatchObject({
      error: 'The database refused the query (42601).',
    });
  });

  it.each([
    ['without SQL', { sql: ' ' }, /SQL is missing/],
    ['with an unused value', { sql: 'select 1', values: ['x'] }, /does not read \$1/],
    ['without a value', { sql: 'select $1' }, /reads \$1, which has no value/],
    ['with a value that is a list', { sql: 'select $1', values: [['x']] }, /Value 1 is not text/],
    ['with a NUL character', { sql: "select '\0'" }, /Remove the NUL character/],
    [
      'with a NUL character in a value',
      { sql: 'select $1', values: ['\0'] },
      /Value 1 contains a NUL/,
    ],
    [
      'with SQL that is too long',
      { sql: `select '${'x'.repeat(20_000)}'` },
      /at most 20000 characters/,
    ],
    ['with an unclosed comment', { sql: 'select 1 /* ' }, /is not closed/],
    ['for too many rows', { sql: 'select 1', rows: 1001 }, /1 to 1000 rows/],
  ])('is not queried %s', async (_, parameters, reason) => {
    const error = expect.stringMatching(reason);
    expect(await query(parameters)).toMatchObject({ type: 'failed', retry: 'no', error });
  });
});

describe('the user of a database', () => {
  /** Sign-ins meanwhile are of this user: the database on this machine accepts every login. */
  const as = async <T>(user: string, action: () => Promise<T>): Promise<T> => {
    const { database } = postgres;
    await database.exec(`set session authorization ${user}`);
    try {
      return await action();
    } finally {
      await database.exec('set session authorization reader');
    }
  };

  it.each([
    ['postgres', /^The user "postgres" is a superuser.*Enter another user in the integration/],
    ['heir', /"heir" is a superuser, or a member of one/],
    ['runner', /"runner" is a member of pg_execute_server_program, so that/],
    ['files', /"files" is a member of pg_read_server_files/],
    ['writes', /"writes" is a member of pg_write_server_files/],
    ['ends', /"ends" is a member of pg_signal_backend/],
    ['keeps', /"keeps" may replicate/],
    ['dials', /"dials" may call dblink.*Revoke "execute" on this function from the user and from/],
    ['invokes', /"invokes" may call invoke/],
  ])('is refused with rights that reach beyond the database: %s', async (user, reason) => {
    const error = expect.stringMatching(reason);
    const sql = 'select id from people';
    const outcome = await as(user, () => query({ sql }));
    expect(outcome).toMatchObject({ type: 'failed', retry: 'no', error });
  });

  it('is also checked by the test of the integration', async () => {
    const tested = async () => {
      const values = { host, port, ...login, ca_certificate: identity.cert };
      const auth = authOf(openedIntegration('postgres', values).type, values);
      const allow = [`${host}:${port}`];
      const dial = dialer({ allow, lookup: async () => ['127.0.0.1'] }, 500);
      const verdict = await signIn(auth, values, { dial });
      await postgres.ended();
      return verdict;
    };
    expect(await tested()).toEqual({ ok: true, connected_as: 'postgres' });
    expect(await as('runner', tested)).toEqual({
      ok: false,
      reason: expect.stringMatching(/pg_execute_server_program/),
    });
  });
});

describe('a dry run of a query', () => {
  it('describes the query', () => {
    const integration = { type: 'postgres', id: integrationId };
    const parameters = { sql: 'select $1', values: ['a'] };
    const settings = { action: 'postgres.query', integration, parameters };
    const outcome = worldOf().begin('rest_api_action', settings);
    expect(outcome).toMatchObject({ pretend: { would: expect.stringMatching(/read a database/) } });
    expect(outcome).not.toHaveProperty('isRehearsed');
  });
});

describe('the resources of an approval that a query returned', () => {
  const database = openTestDatabase();

  it('are read again after the decision and excluded if they changed', async () => {
    const connectionValues = { host, port, ...login, ca_certificate: identity.cert };
    const allow = [`${host}:${port}`];
    const dial = dialer({ allow, lookup: async () => ['127.0.0.1'] }, 500);
    const integration = async () => openedIntegration('postgres', connectionValues);
    const world = engineWorld(database, [], { peers: { integration, dial } });
    const graph = draw('start -> list:rest_api_action -> ask:approval -approved-> end', {
      list: {
        action: 'postgres.query',
        integration: { type: 'postgres', id: integrationId },
        parameters: { sql: 'select id::text, mail from people where id <= 2 order by id' },
      },
      ask: { message: 'These?', resources: '{% $nodes.list.result %}', reread: 'list' },
    });
    const id = await world.start(graph);
    await world.advance(id);
    await postgres.ended();
    await world.pause(id, 'ask', 'token');
    const { waiting_for, errors } = await world.read(id);
    expect(errors).toEqual([]);
    await postgres.database.exec(`
      set session authorization postgres;
      update people set mail = 'new@example.com' where id = 2;
      set session authorization reader`);
    const decision = { status: 'approved' as const, approved_ids: ['1', '2'] };
    await world.approvals().decide(waiting_for?.approval_id ?? '', 0, decision);
    await world.advance(id);
    await postgres.ended();
    const run = await world.read(id);
    expect(run.errors).toEqual([]);
    expect(run.results.ask?.output).toMatchObject({
      resources: [{ id: '1', mail: 'ann@example.com' }],
      drifted: [{ id: '2', why: 'changed' }],
    });
    const restore = `update people set mail = 'bob@example.com' where id = 2`;
    await postgres.database.exec(`
      set session authorization postgres; ${restore}; set session authorization reader`);
  });
});

describe('the connection to a database', () => {
  const one = { sql: 'select 1 n' };

  it('is encrypted with a certificate that the integration or the machine trusts', async () => {
    expect(rowsOf(await query(one))).toEqual([{ n: 1 }]);
    const values = { ca_certificate: '' };
    expect(rowsOf(await query(one, { ca: identity.cert, values }))).toEqual([{ n: 1 }]);
    const otherValues = { ca_certificate: selfSigned('other.example.com').cert };
    expect(await query(one, { values: otherValues })).toMatchObject({
      type: 'failed',
      retry: 'no',
      error: expect.stringContaining('no encrypted connection with a certificate valid'),
    });
    expect(await query(one, { values })).toMatchObject({ type: 'failed' });
  });

  it('is not made to a private address', async () => {
    for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1']) {
      const error = expect.stringMatching(/not public/);
      expect(await query(one, { allow: [], address })).toMatchObject({ type: 'failed', error });
    }
  });

  it('fails on a wrong password without revealing the password', async () => {
    const server = await openPostgres(identity, { ...login, password: 'another' });
    const outcome = await query(one, { values: { port: server.port } });
    await server.close();
    expect(outcome).toEqual({
      type: 'failed',
      retry: 'no',
      error: `${host} does not accept "User name" and "Password". Check for a mistyped value.`,
    });
  });
});
