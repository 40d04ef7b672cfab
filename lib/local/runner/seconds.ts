import { compileTyped } from './template.ts';
import type { Bindings } from './template.ts';

/** Whether this is a whole number of seconds, up to the three years of the States Language. */
export const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 99_999_999;

/** Compiles a task's TimeoutSeconds, if any, to milliseconds. */
export function compileTimeout(
  value: unknown,
): (bindings: Bindings) => Promise<number | undefined> {
  if (value === undefined) return async () => undefined;
  const seconds = compileTyped(value, 'TimeoutSeconds', 'whole number of seconds', isSeconds);
  return async (bindings) => (await seconds(bindings)) * 1000;
}
