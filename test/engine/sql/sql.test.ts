import { SqlFailure, type SqlTables } from '#lib/domain/inventory/sql.ts';
import { failureText } from '#lib/domain/inventory/sql-failure.ts';
import { openSql } from '#lib/engine/sql/sql.ts';
import { openTestSql, testSqlOptions } from '#test/support/sql.ts';

const sql = openTestSql({ time: 3_000, answer: 200_000 });
afterAll(() => sql.close());

const table = (...rows: object[]): SqlTables[string] =>
  async function* lines() {
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  };

const buckets = table(
  { name: 'invoices', versioning_enabled: true, tags: { owner: 'finance' } },
  { name: 'backups', versioning_enabled: false },
);
const tables: SqlTables = { aws_s3_bucket: buckets, aws_account: table() };

const globex = { tenant_id: 'globex', rows: 'one' };
const acme = { tenant_id: 'acme', rows: 'one' };

const ask = (text: string, of = tables, whose = acme) =>
  sql.using(whose, of, (query) => query(text));

const failure = async (text: string, of = tables, whose = acme): Promise<SqlFailure> => {
  try {
    const { rows } = await ask(text, of, whose);
    throw new Error(`It answered ${JSON.stringify(rows).slice(0, 200)}.`);
  } catch (error) {
    if (!(error instanceof SqlFailure)) throw error;
    return error;
  }
};

describe('a query over an inventory', () => {
  it('reads rows with the columns of the table', async () => {
    const { columns, rows } = await ask(
      `select name, tags ->> 'owner' as owner from aws_s3_bucket where versioning_enabled;`,
    );
    expect(columns).toEqual(['name', 'owner']);
    expect(rows).toEqual([{ name: 'invoices', owner: 'finance' }]);
  });

  it('reads every value as it was collected', async () => {
    const odd = [
      'a\tb',
      'a\nb',
      '\r\n',
      '\\N',
      '\\.',
      'x\n\\.\ny',
      '"',
      '',
      'ü\u{1F600}',
      '{"a":1}',
    ];
    const first = odd.map((name, n) => ({ name, arn: `a${n}`, tags: { [name || 'k']: name, n } }));
    const rest = [
      { arn: 'b0', versioning_enabled: true, policy: ['\\', null] },
      { arn: 'b1', tags: 's' },
    ];
    const of = { aws_s3_bucket: table(...first, ...rest) };
    const text =
      'select name, arn, tags, versioning_enabled, policy from aws_s3_bucket order by arn';
    const { rows } = await ask(text, of, { ...acme, rows: 'odd' });
    const nullColumns = { name: null, tags: null, versioning_enabled: null, policy: null };
    expect(rows).toEqual([...first, ...rest].map((one) => ({ ...nullColumns, ...one })));
  });

  it('may name its tables anywhere and end in a comment', async () => {
    const { rows } = await ask(
      'with all_buckets as (select * from aws_s3_bucket, (select 1) one) ' +
        'select count(*) from aws_account a, all_buckets -- done',
    );
    expect(rows).toEqual([{ count: 0 }]);
    expect((await ask('select 1 as n from (values (1)) v, aws_s3_bucket')).rows).toHaveLength(2);
  });

  it('accepts parameter values, which never become SQL', async () => {
    const hostile = "x' or 'a' = 'a";
    const found = (values: unknown[], text = 'select name from aws_s3_bucket where name = $1') =>
      sql.using(acme, tables, async (query) => (await query(text, { values })).rows);
    expect(await found(['invoices'])).toEqual([{ name: 'invoices' }]);
    expect(await found([hostile])).toEqual([]);
    const filter =
      'select name from aws_s3_bucket where name = any($1) and versioning_enabled = $2';
    expect(await found([['invoices', 'backups'], false], filter)).toEqual([{ name: 'backups' }]);
  });

  it('returns the requested number of rows and marks a truncated result', async () => {
    const outcomeFor = async (rows: number) => {
      const text = 'select n from generate_series(1, 1000) n';
      const answer = await sql.using(acme, tables, (query) => query(text, { rows }));
      return [answer.rows.length, answer.truncated];
    };
    expect(await outcomeFor(1)).toEqual([1, true]);
    expect(await outcomeFor(999)).toEqual([999, true]);
    expect(await outcomeFor(1000)).toEqual([1000, false]);
  });

  it('fails when a table is missing', async () => {
    expect((await failure('select * from aws_ec2_instance')).code).toBe('42P01');
  });

  it('fails when rows do not fit their table, and other tables still work', async () => {
    const of = { ...tables, aws_iam_account_summary: table({ users: 'many' }) };
    const text = 'select * from aws_iam_account_summary';
    expect((await failure(text, of, { ...acme, rows: 'two' })).code).toBe('22P02');
    expect((await failure(text, of, { ...acme, rows: 'two' })).code).toBe('22P02');
    const answer = await ask('select name from aws_s3_bucket', of, { ...acme, rows: 'two' });
    expect(answer.rows).toHaveLength(2);
  });

  it('never reads the rows of another organisation', async () => {
    await ask('select * from aws_s3_bucket');
    const other = { aws_account: table({ title: 'Other' }) };
    expect((await failure('select * from aws_s3_bucket', other, globex)).code).toBe('42P01');
    const answer = await ask(
      `select relname from pg_class where relname like 'aws%'`,
      other,
      globex,
    );
    expect(answer.rows).toEqual([]);
  });
});

describe('a waiting query', () => {
  it('runs between two queries of work that gives way', async () => {
    const answerOrder: string[] = [];
    const note = async (label: string, answer: Promise<unknown>) => {
      await answer;
      answerOrder.push(label);
    };
    const text = 'select name from aws_s3_bucket';
    const giving = (name: string) =>
      sql.using(
        { ...acme, rows: name },
        tables,
        (query) => Promise.all([1, 2, 3].map((n) => note(`${name} ${n}`, query(text)))),
        { givesWay: true },
      );
    const first = giving('first');
    const second = giving('second');
    const person = note('person', ask(text, tables, { ...acme, rows: 'person' }));
    await Promise.all([first, second, person]);
    const otherAnswers = answerOrder.filter((label) => label !== 'person');
    expect(otherAnswers).toEqual([
      'first 1',
      'first 2',
      'first 3',
      'second 1',
      'second 2',
      'second 3',
    ]);
    expect(answerOrder.indexOf('person')).toBeLessThan(answerOrder.indexOf('first 3'));
  });

  it('is stopped when its caller leaves', async () => {
    const waiting = new AbortController();
    const run = (text: string) =>
      sql.using(acme, tables, (query) => query(text), { signal: waiting.signal });
    const both = [run('select count(*) from generate_series(1, 100000000000)'), run('select 1')];
    const next = ask('select name from aws_s3_bucket');
    waiting.abort(new Error('Nobody waits.'));
    for (const one of both) await expect(one).rejects.toThrow('Nobody waits.');
    expect((await next).rows).toHaveLength(2);
  });

  it('starts no database and loads no rows after its caller has left', async () => {
    let [starts, loads] = [0, 0];
    const { worker, ...files } = testSqlOptions();
    const options = {
      ...files,
      get worker() {
        starts += 1;
        return worker;
      },
    };
    const countingSql = openSql(options, { time: 60_000, answer: 1000 });
    const of: SqlTables = {
      async *aws_s3_bucket() {
        loads += 1;
        yield '{"name":"invoices"}\n';
      },
    };
    const text = 'select name from aws_s3_bucket';
    // Queries of one scan share its rows; each live query has its own.
    const queries = Array.from({ length: 60 }, (_, n) => {
      const controller = new AbortController();
      const whose = { ...acme, rows: n % 2 === 0 ? 'one' : `live ${n}` };
      const { signal } = controller;
      return {
        controller,
        answer: countingSql.using(whose, of, (query) => query(text), { signal }),
      };
    });
    const next = countingSql.using({ ...globex, rows: 'next' }, of, (query) => query(text));
    for (const { controller, answer } of queries) {
      controller.abort(new Error('Nobody waits.'));
      await expect(answer).rejects.toThrow('Nobody waits.');
    }
    expect((await next).rows).toEqual([{ name: 'invoices' }]);
    expect([starts, loads]).toEqual([1, 1]);
    await countingSql.close();
  });
});

describe('the queries of several organisations', () => {
  /** Holds the database until it is released. */
  const hold = (whose = acme, heldSql = sql) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return { done: heldSql.using(whose, tables, () => promise), letGo: resolve };
  };

  it('take turns: many queries of one do not delay the first query of another', async () => {
    const { done, letGo } = hold();
    const answerOrder: string[] = [];
    const note = async (label: string, whose = acme) => {
      await ask('select name from aws_s3_bucket', tables, whose);
      answerOrder.push(label);
    };
    const many = Array.from({ length: 20 }, (_, n) => note(`acme ${n}`));
    const one = note('globex', globex);
    letGo();
    await Promise.all([done, ...many, one]);
    const acmes = Array.from({ length: 20 }, (_, n) => `acme ${n}`);
    expect(answerOrder).toEqual(['globex', ...acmes]);
  });

  it('are refused only for the organisation with too many waiting queries', async () => {
    const small = openTestSql({ time: 3_000, answer: 1000, waiting: 2 });
    const { done, letGo } = hold(acme, small);
    const of = (whose: typeof acme, signal?: AbortSignal) =>
      small.using(whose, tables, async () => 'answered', signal && { signal });
    const leaves = new AbortController();
    const firstQuery = of(acme, leaves.signal);
    const secondQuery = of(acme);
    await expect(of(acme)).rejects.toMatchObject({
      code: 'BUSY',
      message: expect.stringMatching(/^Queries of your organisation that are waiting: 2, which is/),
    });
    const otherQuery = of(globex);
    leaves.abort(new Error('Left.'));
    await expect(firstQuery).rejects.toThrow('Left.');
    const next = of(acme);
    letGo();
    expect(await Promise.all([secondQuery, otherQuery, next])).toEqual([
      'answered',
      'answered',
      'answered',
    ]);
    await done;
    await small.close();
  });
});

describe('a query that exceeds a limit', () => {
  it('is stopped at its time limit, and the next query still works', async () => {
    const endless = 'select count(*) from generate_series(1, 1e12::bigint) a';
    expect((await failure(endless)).code).toBe('57014');
    expect((await ask('select name from aws_s3_bucket')).rows).toHaveLength(2);
  });

  it('fails with a special error when loading its rows takes too long', async () => {
    const slow = openTestSql({ time: 60_000, answer: 1000, load: 0 });
    const rows = Array.from({ length: 500 }, (_, n) => JSON.stringify({ name: `b${n}` }));
    const tables = {
      async *aws_s3_bucket() {
        yield rows.join('\n');
      },
    };
    const answer = slow.using(acme, tables, (one) => one('select name from aws_s3_bucket'));
    const error = await answer.catch((failed: unknown) => failed);
    expect(error).toMatchObject({ code: 'LOADTIME' });
    expect(failureText(error as SqlFailure, 'rule')).toBe(
      'The rule uses a table that took longer than a minute to load. Scan again, or use fewer ' +
        'tables.',
    );
    await slow.close();
  });

  it('is stopped when its result is too large', async () => {
    const long = `select repeat('x', 1000) from generate_series(1, 1000)`;
    expect((await failure(long)).code).toBe('TOOMUCH');
    expect((await ask('select name from aws_s3_bucket')).rows).toHaveLength(2);
  });
});
