import { readInput } from '#web/pages/bots/editor/running/run-input.ts';

describe('the JSON input of a run', () => {
  it.each([
    ['{"severity": "HIGH"}', { severity: 'HIGH' }],
    ['', {}],
    ['  ', {}],
  ])('is read from %j', (text, input) => expect(readInput(text)).toEqual({ input }));

  it.each([
    ['[1]', /^Enter a JSON object/],
    ['"text"', /^Enter a JSON object/],
    ['null', /^Enter a JSON object/],
    ['severity: HIGH', /^This is not JSON/],
    [`{"a": "${'x'.repeat(32 * 1024)}"}`, /larger than 32 KB/],
  ])('is refused with an explanation: %.20s', (text, sentence) => {
    expect(readInput(text)).toEqual({ problem: expect.stringMatching(sentence) });
  });
});
