import { evaluate, problemOf, readsAny, readsIn } from './expression.ts';

/** No run exists yet when its key is asked for. */
const nobody = { id: '', bot: '', started_at: '', trigger: undefined };

/**
 * What keeps a key from telling runs apart, as a sentence: it cannot be read, or reads what a run
 * has only once it has begun, so that all runs would have the same key.
 */
export const keyProblem = (key: string): string | undefined => {
  const problem = problemOf(key);
  if (problem !== undefined) return problem;
  const { event: _, ...others } = readsIn(key);
  const [early] = Object.entries(others).find(([, reading]) => readsAny(reading)) ?? [];
  return early && `The key reads $${early}, which has no value before a run begins. Read $event.`;
};

/**
 * The value of a bot's concurrency key for the event of a run that is about to start. Throws an
 * `ExpressionError`.
 */
export const evaluateKey = (key: string, event: unknown): Promise<unknown> =>
  evaluate(key, { event, nodes: {}, run: nobody, site: { url: '' } });
