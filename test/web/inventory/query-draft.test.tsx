import type { Rule } from '#lib/domain/inventory/search/query.schema.ts';
import {
  depthOf,
  draftOf,
  isGroup,
  maxQueryLength,
  newRule,
  problemIn,
  queryIn,
  ruleOf,
  withColumn,
} from '#web/pages/inventory/query-draft.ts';

const columns = [
  { name: 'name', type: 'text' },
  { name: 'size', type: 'bigint' },
  { name: 'encrypted', type: 'boolean' },
  { name: 'create_time', type: 'timestamptz' },
  { name: 'tags', type: 'jsonb' },
];

describe('a query in the builder', () => {
  it('converts back to the same query', () => {
    const match: Rule = {
      any: [
        { column: 'name', operator: 'is_one_of', value: ['a', 'b'] },
        { column: 'size', operator: 'at_least', value: 5 },
        {
          all: [
            { column: 'encrypted', operator: 'is', value: false },
            { column: 'create_time', operator: 'in_last_days', value: 30 },
            { column: 'tags', path: 'env', operator: 'is', value: 'x' },
            { column: 'tags', operator: 'is_empty' },
          ],
        },
      ],
    };
    expect(ruleOf(draftOf(match), columns)).toEqual(match);
    expect(depthOf(match)).toBe(2);
  });

  it('keeps values with commas until the user edits their text', () => {
    const match: Rule = {
      all: [{ column: 'name', operator: 'is_one_of', value: ['a, b', 'c'] }],
    };
    const draft = draftOf(match);
    expect(ruleOf(draft, columns)).toEqual(match);
    const [first] = draft.rules;
    if (!first || isGroup(first)) throw new Error('There is no rule.');
    expect(ruleOf({ ...first, text: 'a, d' }, columns)).toMatchObject({ value: ['a', 'd'] });
  });

  it('keeps each digit of an id of 64 bits', () => {
    const rule = { ...newRule(), column: 'size', text: ' 9007199254740993 ' };
    expect(ruleOf(rule, columns)).toMatchObject({ value: '9007199254740993' });
    expect(ruleOf({ ...rule, text: '42' }, columns)).toMatchObject({ value: 42 });
    expect(ruleOf({ ...rule, text: '1e20' }, columns)).toMatchObject({ value: 1e20 });
  });

  it('puts a single rule into a group, and has no filter without rules', () => {
    const rule: Rule = { column: 'name', operator: 'is', value: 'a' };
    expect(ruleOf(draftOf(rule), columns)).toEqual({ all: [rule] });
    expect(ruleOf(draftOf(undefined), columns)).toBeUndefined();
  });

  it.each([
    ['size', 'five'],
    ['size', ''],
    ['encrypted', 'perhaps'],
  ])('leaves out a value that is invalid for %s: %j', (column, text) => {
    const rule = { ...withColumn(newRule(), column, columns), text };
    expect(ruleOf(rule, columns)).not.toHaveProperty('value');
  });

  it('keeps operator and value only for a column of the same type', () => {
    const nameRule = { ...withColumn(newRule(), 'name', columns), text: 'web' };
    expect(withColumn(nameRule, 'name', columns)).toMatchObject({ operator: 'is', text: 'web' });
    const dated = withColumn(nameRule, 'create_time', columns);
    expect(dated).toMatchObject({ operator: 'before', text: '' });
    expect(isGroup(dated)).toBe(false);
  });

  it('is undefined for an invalid or too long address', () => {
    expect(queryIn('{')).toBeUndefined();
    expect(queryIn('{"resource_type":"x"}')).toBeUndefined();
    const long = `{"resource_type":"aws_s3_bucket"${' '.repeat(maxQueryLength)}}`;
    expect([queryIn(long), problemIn(long)]).toEqual([
      undefined,
      `It has more than ${maxQueryLength} characters.`,
    ]);
    expect(queryIn('{"resource_type":"aws_s3_bucket"}')).toEqual({
      resource_type: 'aws_s3_bucket',
    });
  });
});
