// A call of a model ends with its run: both where the engine makes the call, and where a separate
// function does.
import { abortWhenOver, withAbortOnRunEnd } from '#lib/engine/models/abort-when-over.ts';
import type { ModelAnswer, ModelTurn, TurnOptions } from '#lib/ports/model.ts';

const answered: ModelAnswer = {
  type: 'answered',
  model_id: 'worker',
  parts: [{ type: 'text', text: 'Done.' }],
  finish: 'stop',
};
const cancelled: ModelAnswer = { type: 'failed', kind: 'cancelled', error: 'Taken back.' };

/** A model that writes until it is told to stop. */
const answerUntilAborted = (signal?: AbortSignal) =>
  new Promise<ModelAnswer>((resolve) => {
    signal?.addEventListener('abort', () => resolve(cancelled));
  });

const turn: ModelTurn = {
  tenant_id: 'org_1',
  model: { integration_id: 'int_1', name: '' },
  instructions: 'Say something.',
  messages: [],
  limits: { output_tokens: 10, time_ms: 60_000 },
};

/** Calls a model, and records which runs were checked. */
const openModels = (
  endedRuns: readonly string[],
  answer: (signal?: AbortSignal) => Promise<ModelAnswer>,
) => {
  const looks: string[] = [];
  const isOver = async (tenantId: string, run: string) => {
    looks.push(`${tenantId} ${run}`);
    return endedRuns.includes(run);
  };
  const models = withAbortOnRunEnd(isOver)({
    turn: (_: ModelTurn, { signal }: TurnOptions = {}) => answer(signal),
  });
  return { models, looks };
};

describe('a model call of a run', () => {
  it('is cancelled when its run has ended', async () => {
    const { models } = openModels(['exc_1'], answerUntilAborted);
    const answer = await models.turn({ ...turn, bot_exc_id: 'exc_1' });
    expect(answer).toMatchObject({ type: 'failed', kind: 'cancelled' });
  });

  it('returns the answer while its run continues', async () => {
    const { models, looks } = openModels(['exc_2'], async () => answered);
    expect(await models.turn({ ...turn, bot_exc_id: 'exc_1' })).toEqual(answered);
    expect(looks).toEqual(['org_1 exc_1']);
  });

  it('discards the answer when its run ended meanwhile', async () => {
    const { models } = openModels(['exc_1'], async () => answered);
    const answer = await models.turn({ ...turn, bot_exc_id: 'exc_1' });
    expect(answer).toMatchObject({ type: 'failed', kind: 'cancelled' });
  });

  it('is made without checks when it belongs to no run', async () => {
    const { models, looks } = openModels([], async () => answered);
    expect(await models.turn(turn)).toEqual(answered);
    expect(looks).toEqual([]);
  });

  it('continues when the state of its run cannot be read', async () => {
    const failingCheck = () => Promise.reject(new Error('out of reach'));
    expect(await abortWhenOver(failingCheck, async () => answered)).toEqual(answered);
  });
});
