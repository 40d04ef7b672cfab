import { check } from '#lib/engine/check.ts';
import { draw } from '#test/support/drawing.ts';

const input = { id: 'name', label: 'Name' };
const choice = { id: 'zone', label: 'Zone', type: 'select', options: ['eu', 'us'] };

/** The problems of a form with these settings, without the node's name. */
const formProblems = (settings: Record<string, unknown>): string[] =>
  check(draw('start -> form:user_input -> end', { form: settings })).map(({ message }) =>
    message.replace('"form", ', ''),
  );

const inputProblems = (...inputs: object[]): string[] => formProblems({ inputs });
const inputWithBounds = (value_validation: object, overrides: object = {}) => ({
  ...input,
  advance: { value_validation },
  ...overrides,
});

describe('a form without problems', () => {
  it.each<[string, object[]]>([
    ['one input', [input]],
    ['a choice', [choice]],
    ['a choice from an expression', [{ ...choice, options: ['{% $event.zones %}'] }]],
    ['a default that fits', [{ ...choice, default_value: 'us' }]],
    ['a default from an expression', [{ ...choice, default_value: '{% $event.zone %}' }]],
    ['a pattern', [inputWithBounds({ pattern: '[a-z]{3,12}' })]],
    ['bounds', [inputWithBounds({ min: 1, max: 1 }, { type: 'number' })]],
  ])('may contain %s', (_name, inputs) => {
    expect(inputProblems(...inputs)).toEqual([]);
  });
});

describe('a form with a problem', () => {
  it.each<[string, object[], string]>([
    ['no inputs', [], 'Inputs: Add an input.'],
    ['the same id twice', [input, { ...choice, id: 'name' }], 'Two inputs have the same id.'],
    ['an id with blanks', [{ ...input, id: 'a b' }], 'An ID is a letter, then letters'],
    ['the id __proto__', [{ ...input, id: '__proto__' }], 'An ID is a letter'],
    ['no label', [{ ...input, label: ' ' }], 'Give each input a label.'],
    ['a choice without options', [{ ...choice, options: [] }], '"Zone": Add at least one option.'],
    [
      'a multiple choice without options',
      [{ ...choice, type: 'multiselect', options: [] }],
      '"Zone": Add at least one option.',
    ],
    [
      'a default that is not an option',
      [{ ...choice, default_value: 'mars' }],
      'Inputs: The default of "Zone" is not valid. Choose one of the options.',
    ],
    [
      'a default that is not a number',
      [{ ...input, type: 'number', default_value: 'three' }],
      'The default of "Name" is not valid. Enter a number.',
    ],
    [
      'a pattern with look-around',
      [inputWithBounds({ pattern: '(?=a)b' })],
      'Inputs: "Name": The pattern (?=a)b is not valid. Patterns cannot have look-around.',
    ],
    [
      'a pattern that is invalid',
      [inputWithBounds({ pattern: '[' })],
      'The pattern [ is not valid.',
    ],
    [
      'a pattern that is too complex',
      [inputWithBounds({ pattern: '((a{30}){30}){30}' })],
      'The pattern ((a{30}){30}){30}',
    ],
    [
      'a minimum above the maximum',
      [inputWithBounds({ min: 2, max: 1 })],
      '"Name": The minimum is greater than the maximum.',
    ],
    [
      'a minimum length above the maximum length',
      [inputWithBounds({ min_length: 2, max_length: 1 })],
      '"Name": The minimum is greater than the maximum.',
    ],
    ['an expression that cannot be read', [{ ...input, label: '{% ( %}' }], 'cannot be read'],
    [
      'an expression with an unknown node',
      [{ ...input, default_value: '{% $nodes.x %}' }],
      'no node has this name',
    ],
  ])('is reported for %s', (_name, inputs, problem) => {
    const found = inputProblems(...inputs);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(problem);
  });

  it('is reported for an authorizer without an e-mail address', () => {
    expect(formProblems({ inputs: [input], authorizers: ['{% $event.who %}', 'nobody'] })).toEqual([
      'Authorizers: "nobody" is not an e-mail address.',
    ]);
  });
});

describe('the check of an approval', () => {
  const problems = (settings: Record<string, unknown>): string[] =>
    check(
      draw('start -> list:http_request -> ask:approval -approved-> end', {
        list: { url: 'https://example.com/' },
        ask: { message: 'May it?', ...settings },
      }),
    ).map(({ message }) => message.replace('"ask", ', ''));

  it.each<[Record<string, unknown>, string[]]>([
    [{ approvers: ['anna@example.com', '{% $event.who %}'], reread: 'list' }, []],
    [{ approvers: ['anna'] }, ['Approvers: "anna" is not an e-mail address.']],
    [{ reread: 'lists' }, ['Read again: No node has this name.']],
    [{ reread: '' }, []],
    [{ resources_total: '100' }, ['Out of: Write one expression between {% and %}.']],
  ])('reports for %j: %j', (settings, sentences) => {
    expect(problems(settings)).toEqual(sentences);
  });
});
