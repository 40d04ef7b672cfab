import * as fc from 'fast-check';
import jsonata from 'jsonata';
import { notEvaluated, quickExpression } from '#lib/local/runner/quick-expression.ts';

const names = ['a', 'b', 'name', 'in', 'true', 'null', 'and', 'function', '__proto__', 'length'];
const name = fc.constantFrom(...names);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('x', '', 'y', 0, 1, true, false, null),
    fc.array(tie('any'), { maxLength: 2 }),
    fc.dictionary(name, tie('any'), { maxKeys: 4 }),
  ),
})).any;
const path = fc.array(name, { minLength: 1, maxLength: 3 });
const compared = fc.option(fc.constantFrom('x', '', 'z'), { nil: undefined });

const source = (steps: string[], text: string | undefined) =>
  `$states.${steps.join('.')}${text === undefined ? '' : ` = '${text}'`}`;

const evaluateByJsonata = async (text: string, states: unknown): Promise<unknown> => {
  const result: unknown = await jsonata(text).evaluate(undefined, { states });
  return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
};

describe('an expression that is evaluated without JSONata', () => {
  it('returns the same result as JSONata', async () => {
    let answerCount = 0;
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), path, compared, async (states, steps, text) => {
        const quick = quickExpression(source(steps, text));
        const result = quick?.({ states }) ?? notEvaluated;
        if (result === notEvaluated) return;
        answerCount += 1;
        expect(result).toEqual(await evaluateByJsonata(source(steps, text), states));
      }),
      { numRuns: 3000 },
    );
    expect(answerCount).toBeGreaterThan(100);
  });

  it.each(['$states.a[0]', '$states.*', "$states.a = 'it\\'s'", '$states', '$other.a', 'states.a'])(
    'cannot be %s',
    (text) => expect(quickExpression(text)).toBeUndefined(),
  );
});
