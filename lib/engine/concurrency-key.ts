import { evaluate, problemOf, readsAny, readsIn } from './expression.ts';

/** The key is evaluated before the run exists. */
const unstartedRun = { id: '', bot: '', started_at: '', trigger: undefined };

/**
 * A sentence on why a key is unusable: it is invalid, or reads what only exists once the run has
 * begun, so that all runs would have the same key. Undefined where it is usable.
 */
export const keyProblem = (key: string): string | undefined => {
  const problem = problemOf(key);
  if (problem !== undefined) return problem;
  const { event: _, ...otherReads } = readsIn(key);
  const [variable] = Object.entries(otherReads).find(([, reading]) => readsAny(reading)) ?? [];
  return (
    variable && `The key reads $${variable}, which has no value before a run begins. Read $event.`
  );
};

/**
 * The value of a bot's concurrency key for the event of a run that is about to start. Throws an
 * `ExpressionError`.
 */
export const evaluateKey = (key: string, event: unknown): Promise<unknown> =>
  evaluate(key, { event, nodes: {}, run: unstartedRun, site: { url: '' } });
