import { evaluate } from './expression.ts';

/** No run exists yet when its key is asked for. */
const nobody = { id: '', bot: '', started_at: '', trigger: undefined };

/**
 * The value of a bot's concurrency key for the event of a run that is about to start. Throws an
 * `ExpressionError`.
 */
export const evaluateKey = (key: string, event: unknown): Promise<unknown> =>
  evaluate(key, { event, nodes: {}, run: nobody, site: { url: '' } });
