import * as fc from 'fast-check';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import {
  defaultModel,
  modelCost,
  offeredModels,
  offersModel,
  parseModels,
} from '#lib/domain/integrations/models.rules.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';

const models = ' gpt-5 1.25 10\n\nllama3.1:8b\n';

describe('the models of an integration', () => {
  it('are listed one per line, with or without prices', () => {
    expect(offeredModels({ models })).toEqual([
      { name: 'gpt-5', price: { input: 1.25, output: 10 } },
      { name: 'llama3.1:8b' },
    ]);
    expect(offersModel({ models }, 'llama3.1:8b')).toBe(true);
    expect(offersModel({ models }, 'gpt-4')).toBe(false);
  });

  it('are not limited where none are listed', () => {
    expect(offeredModels({})).toEqual([]);
    expect(offersModel({}, 'gpt-4')).toBe(true);
    expect(defaultModel({})).toBeUndefined();
  });

  it('have a default: the chosen model, or the first', () => {
    expect(defaultModel({ models })).toBe('gpt-5');
    expect(defaultModel({ models, default_model: 'llama3.1:8b' })).toBe('llama3.1:8b');
  });

  it('cost as much as their tokens, where prices are known', () => {
    const usage = { input_tokens: 2_000_000, output_tokens: 100_000 };
    expect(modelCost({ models }, 'gpt-5', usage)).toBeCloseTo(3.5);
    expect(modelCost({ models }, 'llama3.1:8b', usage)).toBeUndefined();
    expect(modelCost({ models }, 'gpt-4', usage)).toBeUndefined();
  });

  it.each(['gpt 5', 'gpt-5 1.25', 'gpt-5 1,25 10', 'gpt-5 -1 2', 'a\na', 'gpt-5 1 2 3', '*'])(
    'refuse the invalid list %j',
    (text) => expect(parseModels(text)).toBeUndefined(),
  );

  it('keep all names and prices when a list is read', () => {
    const price = fc.integer({ min: 0, max: 99_999 });
    const one = fc.tuple(fc.stringMatching(/^[a-z0-9.:-]{1,30}$/), price, price);
    const list = fc.uniqueArray(one, { minLength: 1, maxLength: 50, selector: ([name]) => name });
    fc.assert(
      fc.property(list, (all) => {
        const parsed = parseModels(all.map((fields) => fields.join(' ')).join('\n'));
        expect(parsed).toEqual(
          all.map(([name, input, output]) => ({ name, price: { input, output } })),
        );
      }),
    );
  });

  it.each(['openai', 'bedrock', 'custom_model'])('are validated in the form of %s', (name) => {
    const type = integrationTypeOf(name);
    if (!type) throw new Error(`The catalogue has no ${name}.`);
    const problemsIn = (values: Record<string, string>) =>
      problemsWithValues(type, values).filter(({ field }) => /model/.test(field));
    expect(problemsIn({ models, default_model: 'llama3.1:8b' })).toEqual([]);
    expect(problemsIn({ models: 'gpt-5 cheap' })).toEqual([
      { field: 'models', error: expect.stringContaining('one per line') },
    ]);
    const error = 'The default model is not in the list of models. Add it there.';
    expect(problemsIn({ models, default_model: 'gpt-4' })).toEqual([
      { field: 'default_model', error },
    ]);
    expect(problemsIn({ default_model: 'gpt-4' })).toEqual([]);
    expect(problemsIn({ default_model: 'the best one' })).toEqual([
      { field: 'default_model', error: expect.stringContaining('as its provider names it') },
    ]);
  });

  it('must be ids, not ARNs, for Amazon Bedrock', () => {
    const type = integrationTypeOf('bedrock');
    if (!type) throw new Error('The catalogue has no bedrock.');
    const problemsIn = (values: Record<string, string>) =>
      problemsWithValues(type, values).filter(({ field }) => /model/.test(field));
    const arn = 'arn:aws:bedrock:eu-central-1::foundation-model/amazon.nova-lite-v1:0';
    const error = expect.stringContaining('not ARNs');
    expect(problemsIn({ models: `${arn} 1 2`, default_model: arn })).toEqual([
      { field: 'models', error },
    ]);
    expect(problemsIn({ default_model: arn })).toEqual([{ field: 'default_model', error }]);
    expect(problemsIn({ models: 'eu.amazon.nova-lite-v1:0 0.06 0.24' })).toEqual([]);
  });
});
