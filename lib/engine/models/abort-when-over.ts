import type { ModelAnswer, Models } from '#lib/ports/model.ts';

/** Milliseconds between checks whether the run has ended while its model answers. */
const checkInterval = 1000;

const runEndedAnswer: ModelAnswer = {
  type: 'failed',
  kind: 'cancelled',
  error: 'The run was ended before the model had answered.',
};

/**
 * Calls the model; the call is aborted as soon as the run has ended, and an answer that arrives
 * nevertheless is discarded.
 */
export const abortWhenOver = async (
  isOver: () => Promise<boolean>,
  callModel: (signal: AbortSignal) => Promise<ModelAnswer>,
): Promise<ModelAnswer> => {
  const abortController = new AbortController();
  // If this cannot be determined now, the next check will.
  const isEnded = () => isOver().catch(() => false);
  const check = async () => {
    if (await isEnded()) abortController.abort();
  };
  const timer = setInterval(() => void check(), checkInterval);
  try {
    const answer = await callModel(abortController.signal);
    return (await isEnded()) ? runEndedAnswer : answer;
  } finally {
    clearInterval(timer);
  }
};

/**
 * For models in a function of their own, which no signal reaches: each call that names its run is
 * aborted when the run ends, so that nobody pays for the rest of an answer.
 */
export const withAbortOnRunEnd =
  (isOver: (tenantId: string, botExcId: string) => Promise<boolean>) =>
  (models: Models): Models => ({
    turn(request, watch) {
      const { tenant_id, bot_exc_id } = request;
      if (bot_exc_id === undefined) return models.turn(request, watch);
      return abortWhenOver(
        () => isOver(tenant_id, bot_exc_id),
        (signal) => models.turn(request, { ...watch, signal }),
      );
    },
  });
