import * as z from 'zod';

/**
 * Text in which `{% … %}` parts are JSONata expressions over `$event`, `$nodes.<name>`, `$loop`,
 * `$run` and `$site`. A text that is one expression as a whole yields its value, any other text
 * yields text.
 */
export const template = (max = 10_000) => z.string().max(max);

/** Kinds that only stand for their place in the graph. */
export const noSettings = z.strictObject({});
