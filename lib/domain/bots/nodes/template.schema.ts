import * as z from 'zod';

/**
 * Text in which `{% … %}` parts are JSONata expressions over `$event`, `$nodes.<name>`, `$loop`,
 * `$run` and `$site`. If the whole text is one expression, it evaluates to the value of that
 * expression, otherwise to text.
 */
export const template = (max = 10_000) => z.string().max(max);

/** Settings of kinds that only mark a place in the graph. */
export const noSettings = z.strictObject({});
