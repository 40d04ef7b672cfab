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
  kept: EffectCall['kept'],
  name: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> => {
  const text = await kept?.get(name);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
};

const readCalls = async (kept: EffectCall['kept']): Promise<RecordedCall[]> => {
  const calls: RecordedCall[] = [];
  for (;;) {
    const found = await read(kept, `call-${calls.length}`, recordedCall);
    if (!found) return calls;
    calls.push(found);
  }
};

const write = async (kept: EffectCall['kept'], name: string, value: object): Promise<void> =>
  kept?.put(name, JSON.stringify(value));

/**
 * The calls made by the code of a node, stored beside its run. The next attempt continues from
 * there, and repeats no call whose answer is known. A temporary failure is stored only once the
 * code has continued after it: otherwise the next attempt repeats that call.
 */
export const openCallRecord = async (kept: EffectCall['kept'], begins: Beginning) => {
  const before = await read(kept, 'call-begin', beginning);
  if (!before) await write(kept, 'call-begin', begins);
  const calls = before ? await readCalls(kept) : [];
  let stored = calls.length;

  return {
    ...(before ?? begins),
    calls,

    /** Stores the calls that are only in memory yet. */
    async settle(): Promise<void> {
      for (; stored < calls.length; stored += 1) {
        await write(kept, `call-${stored}`, { ...calls[stored] });
      }
    },
  };
};
export type CallRecord = Awaited<ReturnType<typeof openCallRecord>>;
