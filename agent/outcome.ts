// Does a job and returns its outcome.
import type { HandedJob } from '../lib/domain/agents/calls/call.schema.ts';
import { type JobHandler, maxResultBytes } from './kinds/job-handler.ts';

const timeoutMessage =
  'It did not end within the time of its node, and was stopped: look at what is done of it.';

/** The most levels of a result. */
const maxDepth = 60;

const tooDeepMessage = `The result is nested deeper than ${maxDepth} levels.`;

const isTooDeep = (value: unknown, remainingDepth = maxDepth): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (remainingDepth === 0 || Object.values(value).some((one) => isTooDeep(one, remainingDepth - 1)));

/** The most keys and values of a result: the server reads 500000, including those around them. */
const maxValues = 490_000;

const tooManyMessage = `The result holds more than ${maxValues} keys and values. Ask for less.`;

/** An upper bound of the keys and values in its JSON. */
const countOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const children: unknown[] = Object.values(value);
  const ownCount = 1 + children.length * (Array.isArray(value) ? 1 : 2);
  return children.reduce<number>((count, one) => count + countOf(one), ownCount);
};

/** The message of an error on one line, cut to 1900 characters. */
export const errorMessageOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').trim().slice(0, 1900) || 'It failed without a reason.';
};

type Outcome = { output: unknown } | { error: string; refused: false };

const failureOf = (error: string): Outcome => ({ error, refused: false });

const toOutcome = (output: unknown): Outcome => {
  if (isTooDeep(output)) return failureOf(tooDeepMessage);
  if (countOf(output) > maxValues) return failureOf(tooManyMessage);
  const size = Buffer.byteLength(JSON.stringify(output));
  return size <= maxResultBytes
    ? { output }
    : failureOf('The result is larger than 3 MiB. Ask for less.');
};

/** Does a job with `run` and returns its outcome; never throws. `isTimedOut`: its time is over. */
export const outcomeOf = async (
  run: JobHandler | undefined,
  { kind, args }: Pick<HandedJob, 'kind' | 'args'>,
  { signal, isTimedOut }: { signal: AbortSignal; isTimedOut: () => boolean },
): Promise<Outcome> => {
  if (!run) return failureOf(`This agent does no jobs of the kind ${kind}.`);
  try {
    return toOutcome((await run(args, signal)) ?? null);
  } catch (error) {
    return failureOf(isTimedOut() ? timeoutMessage : errorMessageOf(error));
  }
};
