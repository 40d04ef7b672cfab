import { lazyModels } from '../../bin/local/models.ts';
import type { ModelAnswer, Models, ModelTurn } from '#lib/ports/model.ts';

const answer: ModelAnswer = { type: 'answered', model_id: 'm', parts: [], finish: 'stop' };
const anyTurn = {} as ModelTurn;

/** Models whose SDK counts as loaded through `load`. */
const open = (load: () => Promise<Models>) => {
  let loads = 0;
  const models = lazyModels({} as Parameters<typeof lazyModels>[0], 'eu-west-1', () => {
    loads += 1;
    return load();
  });
  return { models, loads: () => loads };
};

describe('the SDK for models', () => {
  const works = async (): Promise<Models> => ({ turn: async () => answer });

  it('is not loaded before a model is used', () => {
    expect(open(works).loads()).toBe(0);
  });

  it('is loaded once, when a model is connected', async () => {
    const { models, loads } = open(works);
    models.warm();
    models.warm();
    expect(loads()).toBe(1);
    expect(await models.turn(anyTurn)).toEqual(answer);
    expect(loads()).toBe(1);
  });

  it('fails at the first question, not before, when it cannot be loaded', async () => {
    const { models } = open(async () => {
      throw new Error('It is not there.');
    });
    models.warm();
    await expect(models.turn(anyTurn)).rejects.toThrow('It is not there.');
  });
});
