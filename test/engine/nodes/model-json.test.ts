import { jsonIn } from '#lib/engine/nodes/model-json.ts';

const answer = (text: string) => ({ parts: [{ type: 'text' as const, text }] });

describe("the JSON in a model's answer", () => {
  it.each([
    '{"a":1}',
    '  {"a":1}\n',
    '```json\n{"a":1}\n```',
    '```\n{"a":1}\n```\n',
    '```json{"a":1}```',
  ])('is found in %j', (text) => {
    expect(jsonIn(answer(text))).toEqual({ a: 1 });
  });

  it.each([
    ['empty', ''],
    ['a sentence', 'It depends.'],
    ['an empty code block', '```'],
    ['cut off', '{"a":1'],
    ['long and invalid', `{"a":1${' '.repeat(1_000_000)}x`],
  ])('is undefined if the answer is %s', (_, text) => {
    expect(jsonIn(answer(text))).toBeUndefined();
  });
});
