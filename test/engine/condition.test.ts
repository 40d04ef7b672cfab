import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { operators, valueTypes } from '#lib/domain/bots/nodes/condition.schema.ts';
import { check } from '#lib/engine/check.ts';
import { type Rule, verdictOf } from '#lib/engine/nodes/condition/verdict.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw, drawRun } from '#test/support/drawing.ts';
import { engineWorld } from './world.ts';

const now = Date.parse('2026-03-01T10:00:00Z');

/** A rule, a value, what it is compared with, and the verdict or the error. */
type Row = [rule: string, value: unknown, compare: unknown, verdict: boolean | string];

const rows: Row[] = [
  ['text equals', 'a', 'a', true],
  ['text equals', 'a', 'A', false],
  ['text equals', 5, '5', true],
  ['text equals', true, 'true', true],
  ['text equals', '', '', true],
  ['text not_equals', 'a', 'b', true],
  ['text contains', 'prod-db-1', 'db', true],
  ['text not_contains', 'prod-db-1', 'web', true],
  ['text starts_with', 'prod-db-1', 'prod', true],
  ['text starts_with', 'prod-db-1', 'db', false],
  ['text ends_with', 'prod-db-1', '-1', true],
  ['text matches', 'prod-db-1', '^prod-.+-\\d$', true],
  ['text matches', 'web-1', '^prod-', false],
  ['text is_empty', '', undefined, true],
  ['text is_empty', 'a', undefined, false],
  ['text is_not_empty', 'a', undefined, true],
  ['text equals', { a: 1 }, 'a', '{"a":1} is not text.'],
  ['text equals', ['a'], 'a', '["a"] is not text.'],
  ['text matches', 'a', '(', 'cannot be used'],
  ['text matches', 'a', '(?=a)', 'Patterns cannot have look-around'],
  ['text matches', 'a'.repeat(900_000), '(a|b)*c(d|e){20}', 'too complex for text this long'],

  ['number equals', 5, '5', true],
  ['number equals', ' 5.0 ', 5, true],
  ['number not_equals', 5, 6, true],
  ['number less', 5, 6, true],
  ['number less', 6, 6, false],
  ['number less_or_equal', 6, 6, true],
  ['number greater', '7', '6', true],
  ['number greater', '10', '9', true],
  ['number greater_or_equal', 6, 6, true],
  ['number greater', 'many', 6, '"many" is not a number.'],
  ['number greater', 6, '', '"" is not a number.'],
  ['number greater', true, 0, 'true is not a number.'],

  ['boolean is_true', true, undefined, true],
  ['boolean is_true', 'false', undefined, false],
  ['boolean is_false', false, undefined, true],
  ['boolean is_true', 1, undefined, '1 is not true or false.'],

  ['date before', '2026-02-28', '2026-03-01T00:00:00Z', true],
  ['date before', '2026-03-01T01:00:00+02:00', '2026-03-01', true],
  ['date after', '2026-03-01T00:00:01', '2026-03-01T00:00:00Z', true],
  ['date after', '2026-03-01', '2026-03-01T00:00:00Z', false],
  ['date in_last_days', '2026-02-22T10:00:00Z', 7, true],
  ['date in_last_days', '2026-02-22T09:59:59Z', '7', false],
  ['date in_last_days', '2026-03-02', 7, false],
  ['date in_next_days', '2026-03-02', 1, true],
  ['date in_next_days', '2026-03-02T10:00:01Z', 1, false],
  ['date older_than_days', '2025-12-01', 90, true],
  ['date older_than_days', '2026-02-01', 90, false],
  ['date before', 'tomorrow', '2026-03-01', '"tomorrow" is not a date such as 2027-01-31'],
  ['date before', '2026-02-30', '2026-03-01', '"2026-02-30" is not a date such as 2027-01-31'],
  ['date before', 1_700_000_000, '2026-03-01', '1700000000 is not a date.'],

  ['list contains', ['a', 'b'], 'b', true],
  ['list contains', [1, 2], '2', true],
  ['list contains', [{ id: 1 }], { id: 1 }, true],
  ['list contains', 'a', 'a', true],
  ['list not_contains', ['a'], 'b', true],
  ['list length_equals', ['a', 'b'], '2', true],
  ['list length_less', ['a'], 2, true],
  ['list length_greater', ['a'], 2, false],
  ['list is_empty', [], undefined, true],
  ['list is_not_empty', ['a'], undefined, true],
];

const verdictOfRow = ([rule, value, compare]: Row): boolean | string => {
  const [type = '', operator = ''] = rule.split(' ');
  try {
    return verdictOf({ type: type as Rule['type'], operator, value, compare }, now);
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
};

describe('the verdict of a rule', () => {
  it.each(rows)('%s: %j, %j: %s', (...row) => {
    const verdict = row[3];
    if (typeof verdict === 'string') expect(verdictOfRow(row)).toContain(verdict);
    else expect(verdictOfRow(row)).toBe(verdict);
  });

  it('is tested for every operator', () => {
    const all = valueTypes.flatMap((type) =>
      Object.keys(operators[type]).map((name) => `${type} ${name}`),
    );
    expect([...new Set(rows.map(([rule]) => rule))].sort()).toEqual(all.sort());
  });

  it.each(
    valueTypes.flatMap((type) => Object.keys(operators[type]).map((name) => [`${type} ${name}`])),
  )('treats a missing value as empty for %s', (rule) => {
    const [type = '', name = ''] = rule.split(' ');
    const asList = type === 'list' && ['not_contains', 'length_less'].includes(name);
    const compare = name.startsWith('length') || name.endsWith('days') ? 3 : 'a';
    expect(verdictOfRow([rule, undefined, compare, ''])).toBe(name === 'is_empty' || asList);
    expect(verdictOfRow([rule, null, compare, ''])).toBe(name === 'is_empty' || asList);
  });

  it('is negative when the value to compare with is missing', () => {
    expect(verdictOfRow(['text not_equals', 'a', undefined, ''])).toBe(false);
    expect(verdictOfRow(['number greater', 5, null, ''])).toBe(false);
  });
});

const database = openTestDatabase();
const rule = (value: string, type: string, operator: string, compare = '') => ({
  value,
  type,
  operator,
  compare,
});

describe('a condition with rules', () => {
  const severe = rule('{% $event.severity %}', 'text', 'equals', 'HIGH');
  const many = rule('{% $event.hosts %}', 'list', 'length_greater', '{% $event.most %}');
  const event = { severity: 'HIGH', hosts: ['a'], most: 1 };

  const decide = async (settings: object, input: object = event) => {
    const world = engineWorld(database);
    const graph = draw('start -> it:condition -yes-> end\nit -no-> other:end', {
      it: { mode: 'rules', ...settings },
    });
    const run = await world.drive(await world.start(graph, input));
    return { way: drawRun(graph, run), output: run.results['it']?.output, errors: run.errors };
  };

  it('takes "yes" only when all rules are true', async () => {
    expect(await decide({ rules: [severe, many] })).toMatchObject({
      way: 'start -> it -no-> other: SUCCEEDED',
      output: { result: false, rules: [true, false] },
    });
    expect(await decide({ rules: [severe] })).toMatchObject({ output: { result: true } });
  });

  it('takes "yes" when any rule is true and match is "any"', async () => {
    expect(await decide({ match: 'any', rules: [many, severe] })).toMatchObject({
      way: 'start -> it -yes-> end: SUCCEEDED',
      output: { result: true, rules: [false, true] },
    });
  });

  it('fails with an error that names the rule whose value has the wrong type', async () => {
    const { way, errors } = await decide({ rules: [severe, many] }, { ...event, most: 'few' });
    expect(way).toBe('start -> it (FAILED): FAILED');
    expect(errors).toEqual(['"it" failed. Rule 2 cannot be evaluated: "few" is not a number.']);
  });

  it('treats a missing value as empty and ignores an unused expression', async () => {
    const absentRule = { value: '{% $event.none %}', type: 'text', operator: 'is_empty' };
    expect(await decide({ rules: [absentRule], expression: "{% 1 + 'a' %}" })).toMatchObject({
      output: { result: true, rules: [true] },
    });
  });

  it('evaluates every rule so that its output shows all verdicts', async () => {
    const falseRule = { ...severe, compare: 'LOW' };
    expect(await decide({ rules: [falseRule, severe, falseRule] })).toMatchObject({
      output: { rules: [false, true, false] },
    });
  });
});

describe('the check of a condition', () => {
  const problems = (settings: Record<string, unknown>) =>
    check(draw('start -> it:condition -yes-> end', { it: settings })).map(({ message }) => message);

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an expression alone', { expression: '{% true %}' }, []],
    [
      'rules, with an expression left over',
      {
        mode: 'rules',
        expression: 'not one',
        rules: [rule('{% $event.a %}', 'boolean', 'is_true')],
      },
      [],
    ],
    ['no rule', { mode: 'rules' }, ['"it", Rules: Add a rule.']],
    [
      'an operator of another type',
      { mode: 'rules', rules: [rule('{% 1 %}', 'number', 'contains', '1')] },
      ['"it", Rules: Entry 1, operator: Choose an operator for a number.'],
    ],
    [
      'a value that is not a number',
      {
        mode: 'rules',
        rules: [rule('{% 1 %}', 'number', 'less', '2'), rule('{% 1 %}', 'number', 'less', 'x')],
      },
      ['"it", Rules: Rule 2: "x" is not a number.'],
    ],
    [
      'a pattern that cannot be used',
      { mode: 'rules', rules: [rule('{% $event.a %}', 'text', 'matches', '[')] },
      [expect.stringContaining('"it", Rules: Rule 1: The pattern "[" cannot be used: ')],
    ],
    [
      'an expression that cannot be read',
      { mode: 'rules', rules: [rule('{% 1 + %}', 'text', 'is_empty')] },
      [expect.stringContaining('"it", Rules: The expression "1 +" cannot be read')],
    ],
    [
      'a rule without a value',
      { mode: 'rules', rules: [rule('', 'text', 'is_empty')] },
      ['"it", Rules: Entry 1, value: Enter the value to compare.'],
    ],
    [
      'rules left over beside an expression',
      { expression: '{% true %}', rules: [rule('{% 1 + %}', 'number', 'less', 'x')] },
      [],
    ],
  ])('handles %s', (_name, settings, expected) => {
    expect(problems(settings)).toEqual(expected);
  });

  it('uses the expression mode by default', () => {
    expect(nodeSettings.condition.parse({ expression: '{% true %}' })).toMatchObject({
      mode: 'expression',
    });
  });
});

describe('a condition whose expression is not boolean', () => {
  it.each([
    ['{% "text" %}', '"text"'],
    ["{% 'text' %}", "'text'"],
    ['{% 1 %}', '1'],
    ['{% null %}', 'null'],
  ])('is reported by the check: %s', (expression, code) => {
    const graph = draw('start -> it:condition -yes-> end', { it: { expression } });
    expect(check(graph).map(({ message }) => message)).toEqual([
      expect.stringContaining(`${code} is neither true nor false.`),
    ]);
  });

  it('takes "no" and notes that the value was neither true nor false', async () => {
    const world = engineWorld(database);
    const graph = draw('start -> it:condition -yes-> end\nit -no-> other:end', {
      it: { expression: '{% $event.severity %}' },
    });
    const run = await world.drive(await world.start(graph, { severity: 'HIGH' }));
    expect(run.results.it).toMatchObject({
      handle: 'no',
      output: {
        result: false,
        note: 'The expression yielded "HIGH", neither true nor false, so the run took "no".',
      },
    });
  });
});

describe('a condition that reads a missing value', () => {
  const decide = async (expression: string) => {
    const world = engineWorld(database);
    const graph = draw('start -> it:condition -yes-> end\nit -no-> other:end', {
      it: { expression },
    });
    const run = await world.drive(await world.start(graph, { severity: 'HIGH' }));
    return { way: drawRun(graph, run), errors: run.errors };
  };

  it('takes "no" when a field is missing', async () => {
    expect(await decide("{% $event.level = 'HIGH' %}")).toEqual({
      way: 'start -> it -no-> other: SUCCEEDED',
      errors: [],
    });
  });

  it.each([
    ["{% $input.severity = 'HIGH' %}", 'there is no variable $input.'],
    ['{% $loop.index = 0 %}', 'It reads $loop, but is not inside a loop.'],
  ])('fails its run before the first node on a missing variable: %s', async (expression, error) => {
    const { way, errors } = await decide(expression);
    expect(way).toBe(': FAILED');
    expect(errors).toEqual([expect.stringMatching(/^Version 1 of this bot cannot run\. "it", /)]);
    expect(errors[0]).toContain(error);
  });
});
