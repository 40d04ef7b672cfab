import type { FormInput } from '#lib/domain/user-inputs/user-input.schema.ts';
import { fillForm, isEmptyValue, valuesOf } from '#lib/domain/user-inputs/value.rules.ts';
import { matches } from '#lib/engine/pattern.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { field } from './sample-user-input.ts';

/** How one input treats a value: the stored value, or the sentence with which it is rejected. */
const storedOrProblem = (input: FormInput, ...optionalValue: [unknown?]): unknown => {
  const values = optionalValue.length === 0 ? {} : { [input.id]: optionalValue[0] };
  try {
    return valuesOf(fillForm([input], values, matches))[input.id];
  } catch (error) {
    if (error instanceof Refusal) return error.message.replace(/^.*?: /, '!');
    throw error;
  }
};

const options = ['a', 'b', 'c'];

describe('a value', () => {
  const code = field('x', 'text', { min_length: 2, max_length: 4, pattern: '[a-z]+' });
  const count = field('x', 'number', { min: -1, max: 10 });
  const several = field('x', 'multiselect', { options, min_length: 1, max_length: 2 });

  it.each<[string, FormInput, unknown, unknown]>([
    ['text', field('x', 'text'), 'hello', 'hello'],
    ['any language', field('x', 'text'), 'žluť 🐎', 'žluť 🐎'],
    ['markup, as it is', field('x', 'text'), '<b>{% $event %}</b>', '<b>{% $event %}</b>'],
    ['a number as text', field('x', 'text'), 5, '!Enter text.'],
    ['a list as text', field('x', 'text'), ['a'], '!Enter text.'],
    ['an object as text', field('x', 'text'), { toString: 'a' }, '!Enter text.'],
    ['the longest text', field('x', 'textarea'), 'x'.repeat(10_000), 'x'.repeat(10_000)],
    [
      'a longer one',
      field('x', 'textarea'),
      'x'.repeat(10_001),
      '!Enter at most 10000 characters.',
    ],
    ['within its bounds', code, 'abcd', 'abcd'],
    ['too short', code, 'a', '!Enter at least 2 characters.'],
    ['too long', code, 'abcde', '!Enter at most 4 characters.'],
    ['otherwise than its pattern', code, 'ab1', '!Enter text that matches [a-z]+'],
    ['a pattern that fits a line', code, 'ab\n1', '!Enter text that matches [a-z]+'],
    ['a number', count, 5, 5],
    ['zero', count, 0, 0],
    ['the smallest', count, -1, -1],
    ['the largest', count, 10, 10],
    ['below', count, -1.01, '!Enter -1 or more.'],
    ['above', count, 10.01, '!Enter 10 or less.'],
    ['text as number', count, '5', '!Enter a number.'],
    ['infinity', count, Infinity, '!Enter a number.'],
    ['true as number', count, true, '!Enter a number.'],
    ['true', field('x', 'boolean'), true, true],
    ['false', field('x', 'boolean'), false, false],
    ['text as boolean', field('x', 'boolean'), 'true', '!Choose true or false.'],
    ['1 as boolean', field('x', 'boolean'), 1, '!Choose true or false.'],
    ['an option', field('x', 'select', { options }), 'b', 'b'],
    ['no option', field('x', 'select', { options }), 'd', '!Choose one of the options.'],
    ['another case', field('x', 'select', { options }), 'A', '!Choose one of the options.'],
    [
      'an inherited name',
      field('x', 'select', { options }),
      'length',
      '!Choose one of the options.',
    ],
    [
      'a list where one is chosen',
      field('x', 'select', { options }),
      ['a'],
      '!Choose one of the options.',
    ],
    ['several', several, ['c', 'a'], ['c', 'a']],
    ['more than allowed', several, ['a', 'b', 'c'], '!Choose at most 2.'],
    ['one twice', several, ['a', 'a'], '!Choose each option once.'],
    ['one that is none', several, ['a', 'd'], '!Choose among the options.'],
    ['a text for a list', several, 'a', '!Choose a list of options.'],
    ['a list in a list', several, [['a']], '!Choose among the options.'],
    [
      'several of a select that the field makes one',
      field('x', 'select', { options, multiselect: true }),
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['json as text', field('x', 'json'), '{"a":[1,null]}', { a: [1, null] }],
    ['json as it is', field('x', 'json'), { a: [1] }, { a: [1] }],
    ['an empty list of json', field('x', 'json'), [], []],
    ['a json text', field('x', 'json'), '"a"', 'a'],
    ['broken json', field('x', 'json'), '{"a":', '!This is not valid JSON.'],
    ['text that is no json', field('x', 'json'), 'hello', '!This is not valid JSON.'],
    ['a number beyond all', field('x', 'json'), '[1e400]', '!A number in it is too large.'],
    [
      'json too deep',
      field('x', 'json'),
      `${'['.repeat(66)}${']'.repeat(66)}`,
      '!This JSON is nested deeper than 64 levels.',
    ],
    [
      'json deeper than a stack',
      field('x', 'json'),
      `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      '!This JSON is nested deeper than 64 levels.',
    ],
    ['a date', field('x', 'date'), '2028-02-29', '2028-02-29'],
    ['a moment', field('x', 'date'), '2026-09-01T12:00:00+02:00', '2026-09-01T12:00:00+02:00'],
    ['a day that is none', field('x', 'date'), '2026-02-29', '!Enter a date: 2026-12-31.'],
    ['a date of another kind', field('x', 'date'), '31.12.2026', '!Enter a date: 2026-12-31.'],
    [
      'a time without zone',
      field('x', 'date'),
      '2026-09-01T12:00:00',
      '!Enter a date: 2026-12-31.',
    ],
    ['milliseconds as date', field('x', 'date'), 1_788_000_000_000, '!Enter a date: 2026-12-31.'],
  ])('is checked: %s', (_name, input, value, outcome) => {
    expect(storedOrProblem(input, value)).toEqual(outcome);
  });
});

describe('an empty value', () => {
  const types = ['text', 'textarea', 'number', 'select', 'multiselect', 'json', 'date'] as const;

  it.each(types)('is refused in a required %s', (type) => {
    const input = field('x', type, { required: true, options });
    for (const empty of [null, undefined, ''])
      expect(storedOrProblem(input, empty)).toBe('!Fill this in.');
    expect(storedOrProblem(input)).toBe('!Fill this in.');
  });

  it.each(types)('is left out in an optional %s', (type) => {
    const input = field('x', type, { options, min_length: 2 });
    for (const empty of [null, undefined, ''])
      expect(storedOrProblem(input, empty)).toBeUndefined();
  });

  it('includes an empty list in a multiselect', () => {
    const multiselect = field('x', 'multiselect', { required: true, options });
    const select = field('x', 'select', { required: true, options, multiselect: true });
    expect([storedOrProblem(multiselect, []), storedOrProblem(select, [])]).toEqual([
      '!Fill this in.',
      '!Fill this in.',
    ]);
    expect(isEmptyValue(field('x', 'json'), [])).toBe(false);
    expect(isEmptyValue(field('x', 'number'), 0)).toBe(false);
    expect(isEmptyValue(field('x', 'text'), ' ')).toBe(false);
  });

  it('is false in a boolean', () => {
    const input = field('x', 'boolean', { required: true });
    expect([storedOrProblem(input), storedOrProblem(input, null)]).toEqual([false, false]);
  });
});

describe('a default value', () => {
  it('is used where the input is missing, but not where it is empty', () => {
    const input = field('x', 'text', { required: true, default_value: 'main' });
    expect([
      storedOrProblem(input),
      storedOrProblem(input, 'dev'),
      storedOrProblem(input, ''),
    ]).toEqual(['main', 'dev', '!Fill this in.']);
    expect(storedOrProblem(field('x', 'boolean', { default_value: true }))).toBe(true);
  });

  it('must be valid as well', () => {
    const input = field('x', 'select', { options, default_value: 'gone' });
    expect(storedOrProblem(input)).toBe('!Choose one of the options.');
  });
});

describe('a form', () => {
  const inputs = [field('a', 'text', { required: true, label: 'A name' }), field('b', 'number')];

  const refusal = (values: Record<string, unknown>) => {
    try {
      return fillForm(inputs, values, matches);
    } catch (error) {
      return (error as Refusal).body();
    }
  };

  it('keeps each value with its input', () => {
    expect(fillForm(inputs, { a: 'x', b: 2 }, matches)).toEqual([
      { ...inputs[0], value: 'x' },
      { ...inputs[1], value: 2 },
    ]);
  });

  it('reports every problem with its field', () => {
    expect(refusal({ b: 'x', c: 1 })).toEqual({
      error: 'This form has no input c.',
      field: 'c',
      detail: [
        { msg: 'This form has no input c.', loc: ['values', 'c'] },
        { msg: 'A name: Fill this in.', loc: ['values', 'a'] },
        { msg: 'b: Enter a number.', loc: ['values', 'b'] },
      ],
    });
  });

  it.each(['toString', 'constructor', 'hasOwnProperty', 'A', 'a ', ''])('has no input %j', (id) => {
    const values = Object.fromEntries([
      ['a', 'x'],
      [id, 'y'],
    ]);
    expect(refusal(values)).toMatchObject({ error: `This form has no input ${id}.` });
  });

  it('ignores inherited properties of the submission', () => {
    const inherited: Record<string, unknown> = Object.create({ a: 'inherited' });
    expect(refusal(inherited)).toMatchObject({ error: 'A name: Fill this in.' });
  });

  it('reports at most fifty problems', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`n${n}`, n]));
    expect(refusal(many)).toMatchObject({ detail: { length: 50 } });
  });
});
