import * as z from 'zod';
import type { EffectCall } from '../../nodes/node.ts';
import { type RecordedCall, recordedCall } from './program.ts';

/** The beginning of the first attempt, which all further attempts use. */
const beginning = z.strictObject({
  started_at: z.string(),
  inputs: z.record(z.string(), z.unknown()),
});
type Beginning = z.infer<typeof beginning>;

const read = async <T>(
  store: EffectCall['progressStore'],
  name: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const text = await store?.get(name);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
};

const readCalls = async (store: EffectCall['progressStore']): Promise<RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  for (;;) {
    const found = await read(store, `call-${calls.length}`, recordedCall);
    if (!found) return calls;
    calls.push(found);
  }
};

const write = async (
  store: EffectCall['progressStore'],
  name: string,
  value: object,
): Promise<void> => store?.put(name, JSON.stringify(value));

/**
 * The calls made by the code of a node, stored beside its run. The next attempt continues from
 * there, and repeats no call whose answer is known. A temporary failure is stored only once the
 * code has continued after it: otherwise the next attempt repeats that call.
 */
export const openCallRecord = async (store: EffectCall['progressStore'], initial: Beginning) => {
  const previous = await read(store, 'call-begin', beginning);
  if (!previous) await write(store, 'call-begin', initial);
  const calls = previous ? await readCalls(store) : [];
  let stored = calls.length;

  return {
    ...(previous ?? initial),
    calls,

    /** Stores the calls that are only in memory yet. */
    async settle(): Promise<void> {
      for (; stored < calls.length; stored += 1) {
        await write(store, `call-${stored}`, { ...calls[stored] });
      }
    },
  };
};
export type CallRecord = Awaited<ReturnType<typeof openCallRecord>>;
