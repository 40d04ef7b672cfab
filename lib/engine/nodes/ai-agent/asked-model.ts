import type { ModelAnswer, ModelTurn } from '#lib/ports/model.ts';
import type { Agent } from './work.ts';

/** Milliseconds between looks whether somebody has ended the run, while its model answers. */
const lookEvery = 1000;

const takenBack: ModelAnswer = {
  type: 'failed',
  kind: 'cancelled',
  error: 'The run was ended before the model had answered.',
};

/**
 * Asks the model; the question is taken back as soon as the run has been ended, and an answer that
 * comes all the same counts for nothing.
 */
export const askedModel = async (
  { call }: Pick<Agent, 'call'>,
  turn: ModelTurn,
): Promise<ModelAnswer> => {
  const ended = new AbortController();
  // Where it cannot be found out now, it is found out later.
  const isOver = async () => (await call.isOver?.().catch(() => false)) ?? false;
  const look = async () => {
    if (await isOver()) ended.abort();
  };
  const looks = setInterval(() => void look(), lookEvery);
  try {
    const answer = await call.deps.models.turn(turn, { signal: ended.signal });
    return (await isOver()) ? takenBack : answer;
  } finally {
    clearInterval(looks);
  }
};
