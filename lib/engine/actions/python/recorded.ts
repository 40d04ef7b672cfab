import * as z from 'zod';
import type { EffectCall } from '../../nodes/node.ts';
import { type RecordedCall, recordedCall } from './program.ts';

/** What an attempt began with; the next one goes on with the same. */
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
 * The calls that the code of a node has made, kept beside its run, so that an attempt goes on where
 * the one before has ended, and makes no call twice whose answer is known. A failure that may pass
 * is kept only once the code has gone on after it: else the next attempt makes that call again.
 */
export const openRecord = async (kept: EffectCall['kept'], begins: Beginning) => {
  const before = await read(kept, 'call-begin', beginning);
  if (!before) await write(kept, 'call-begin', begins);
  const calls = before ? await readCalls(kept) : [];
  let stored = calls.length;

  return {
    ...(before ?? begins),
    calls,

    /** Keeps the calls that are known in memory alone. */
    async settle(): Promise<void> {
      for (; stored < calls.length; stored += 1) {
        await write(kept, `call-${stored}`, { ...calls[stored] });
      }
    },
  };
};
export type CallRecord = Awaited<ReturnType<typeof openRecord>>;
