import { checkSql, checkSqlValues } from '#lib/engine/check/sql.ts';
import { stripSqlTexts } from '#lib/engine/check/strip-sql.ts';

describe('removing literals and comments from SQL', () => {
  it.each([
    ["select ';', $1", 'select  , $1'],
    ["select 'it''s; $2'", 'select  '],
    ['select "a;""b"', 'select  '],
    ["select e'\\'; $2', $1", 'select e , $1'],
    ["select '\\', $1", 'select  , $1'],
    ['select 1 -- ; $2\n, $1', 'select 1  \n, $1'],
    ['select 1 /* ; /* $2 */ ; */, $1', 'select 1  , $1'],
    ['select $$ ; $2 $$, $1', 'select  , $1'],
    ['select $a1$ ; $$ $a1$, $1', 'select  , $1'],
    ['select a$b$, $1', 'select a$b$, $1'],
    ['select 4 / 2 - 1', 'select 4 / 2 - 1'],
  ])('turns %j into %j', (sql, expected) => expect(stripSqlTexts(sql)).toBe(expected));

  it.each(['/* ', "'", '"', '$$ ', "e'\\'", '/*'])(
    'returns nothing when %j is never closed',
    (opener) => {
      const sql = `select 1 ${opener.repeat(300_000)}`;
      // An opener that occurs an even number of times closes itself.
      const isClosed = ["'", '"', '$$ '].includes(opener);
      expect(stripSqlTexts(sql) === undefined).toBe(!isClosed);
      expect(stripSqlTexts(`select 1 ${opener}`)).toBe(undefined);
    },
  );

  it('returns nothing when many dollar tags are never closed', () => {
    const tags = Array.from({ length: 100_000 }, (_, at) => `$t${at}$`);
    expect(stripSqlTexts(`select ${tags.join(' ')}`)).toBe(undefined);
  });

  it('returns the whole text when it has no literal or comment', () => {
    const sql = `select ${'a$ - / '.repeat(100_000)}`;
    expect(stripSqlTexts(sql)).toBe(sql);
  });
});

describe('SQL that is too long or contains a NUL character', () => {
  it('is refused', () => {
    expect(checkSql('/* '.repeat(60_000))).toBe(
      'The SQL can have at most 20000 characters; it has 180000.',
    );
    expect(checkSql('select 1\0')).toBe('Remove the NUL character: SQL cannot contain one.');
    expect(checkSqlValues([], { sql: '/* $1 '.repeat(60_000) })).toBe(undefined);
  });
});
