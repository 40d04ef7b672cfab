import type { ModelAnswer, Models } from '#lib/ports/model.ts';

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
export const untilOver = async (
  isOver: () => Promise<boolean>,
  ask: (signal: AbortSignal) => Promise<ModelAnswer>,
): Promise<ModelAnswer> => {
  const ended = new AbortController();
  // Where it cannot be found out now, it is found out later.
  const isEnded = () => isOver().catch(() => false);
  const look = async () => {
    if (await isEnded()) ended.abort();
  };
  const looks = setInterval(() => void look(), lookEvery);
  try {
    const answer = await ask(ended.signal);
    return (await isEnded()) ? takenBack : answer;
  } finally {
    clearInterval(looks);
  }
};

/**
 * Models in a function of their own, which no signal reaches: each question that names its run ends
 * with that, so that nobody pays for the rest of an answer.
 */
export const endedWithRuns =
  (isOver: (tenantId: string, botExcId: string) => Promise<boolean>) =>
  (models: Models): Models => ({
    turn(asked, watch) {
      const { tenant_id, bot_exc_id } = asked;
      if (bot_exc_id === undefined) return models.turn(asked, watch);
      return untilOver(
        () => isOver(tenant_id, bot_exc_id),
        (signal) => models.turn(asked, { ...watch, signal }),
      );
    },
  });
