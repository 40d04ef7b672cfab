import { maxRules, searchQuery } from '#lib/domain/inventory/search/query.schema.ts';

const rule = { column: 'name', operator: 'is', value: 'a' };

/** Nested groups. */
const nestRule = (levels: number): unknown =>
  levels === 0 ? rule : { all: [nestRule(levels - 1)] };

const isAccepted = (match: unknown): boolean =>
  searchQuery.safeParse({ resource_type: 'aws_s3_bucket', match }).success;

describe('the rules of a search query', () => {
  it('may be absent, a single rule, or groups of rules', () => {
    expect(isAccepted(undefined)).toBe(true);
    expect(isAccepted(rule)).toBe(true);
    expect(isAccepted({ any: [rule, { all: [rule, rule] }] })).toBe(true);
  });

  it.each<[string, unknown]>([
    ['an empty object', {}],
    ['an empty group', { all: [] }],
    ['two groups at once', { all: [rule], any: [rule] }],
    ['a group that is a rule as well', { all: [rule], column: 'name' }],
    ['a group with a value', { all: [rule], value: 'a' }],
    ['a text in place of a rule', { all: ['name'] }],
    ['an unknown operator', { column: 'name', operator: 'like', value: 'a' }],
    ['an unknown field', { ...rule, sql: '1=1' }],
    ['a value that is a group of fields', { ...rule, value: { a: 1 } }],
    ['a long value', { ...rule, value: 'a'.repeat(1001) }],
    ['a long path', { ...rule, path: 'a.'.repeat(11) }],
    ['too many levels', nestRule(4)],
    ['very many levels', nestRule(5000)],
    ['too many rules', { all: Array.from({ length: maxRules + 1 }, () => rule) }],
    [
      'too many rules in groups',
      { all: Array.from({ length: 11 }, () => ({ any: [rule, rule, rule, rule, rule] })) },
    ],
  ])('cannot be %s', (_, match) => {
    expect(isAccepted(match)).toBe(false);
  });

  it('are counted before each rule is validated', () => {
    const invalidGroup = { any: Array.from({ length: 50 }, () => ({ like: 'a' })) };
    const group = { any: Array.from({ length: 20 }, () => invalidGroup) };
    const match = { all: Array.from({ length: 50 }, () => group) };
    const { error } = searchQuery.safeParse({ resource_type: 'aws_s3_bucket', match });
    expect(error?.issues).toMatchObject([
      { path: ['match'], message: `A query can have at most ${maxRules} rules.` },
    ]);
  });

  it('report the path of the invalid part', () => {
    const match = { all: [rule, { any: [{ ...rule, operator: 'like' }] }] };
    const { error } = searchQuery.safeParse({ resource_type: 'aws_s3_bucket', match });
    expect(error?.issues.map(({ path }) => path)).toEqual([
      ['match', 'all', 1, 'any', 0, 'operator'],
    ]);
  });

  it('report how deep rules may be nested', () => {
    const query = { resource_type: 'aws_s3_bucket', match: nestRule(4) };
    expect(searchQuery.safeParse(query).error?.issues[0]?.message).toBe(
      'Rules can be nested at most 4 levels deep.',
    );
  });

  it.each(['pg_shadow', 'aws_s3_bucket; drop', 'aws_', '../aws_x', '__proto__'])(
    'refuse the invalid resource type %j',
    (resource_type) => {
      expect(searchQuery.safeParse({ resource_type }).success).toBe(false);
    },
  );
});
