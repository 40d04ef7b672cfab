import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import type { Agent } from './work.ts';

/** Milliseconds between looks whether somebody has ended the run, while its model answers. */
const lookEvery = 1000;

/** Asks the model; the question is taken back as soon as the run has been ended. */
export const askedModel = async (
  { call }: Pick<Agent, 'call'>,
  turn: ModelTurn,
): Promise<ModelAnswer> => {
  const ended = new AbortController();
  const look = async () => {
    // Where it cannot be found out now, it is found out later.
    const isOver = await call.isOver?.().catch(() => false);
    if (isOver) ended.abort();
  };
  const looks = setInterval(() => void look(), lookEvery);
  try {
    return await call.deps.models.turn(turn, { signal: ended.signal });
  } finally {
    clearInterval(looks);
  }
};
