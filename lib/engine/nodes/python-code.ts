import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { isFailed } from './call-failure.ts';
import { type Call, type Failed, failedForGood, type NodeRules } from './node.ts';
import { parseOnce } from './read-once.ts';
import { cutText, cutValue } from './shown.ts';

/** The settings after their expressions were evaluated; the code has no expressions. */
const evaluatedSettings = z.object({
  code: z.string().min(1, 'There is no code.'),
  inputs: z.record(
    z.string(),
    z.unknown(),
    'The inputs must be an object. Give each value a name: { "hosts": … }.',
  ),
  timeout_seconds: z.number(),
});
type PreparedCode = z.infer<typeof evaluatedSettings> & { text: string };

const parse = parseOnce(({ settings }: Call): PreparedCode | Failed => {
  const parsed = evaluatedSettings.safeParse({ ...settings, inputs: settings.inputs || {} });
  if (!parsed.success)
    return failedForGood(parsed.error.issues[0]?.message ?? 'The code cannot run.');
  const text = JSON.stringify(parsed.data.inputs);
  const size = Buffer.byteLength(text);
  if (size > limits.pythonInputs) {
    const [sizeMB, limitMB] = [size, limits.pythonInputs].map((bytes) =>
      Math.ceil(bytes / 2 ** 20),
    );
    return failedForGood(
      `The inputs have ${sizeMB} MB; the limit is ${limitMB} MB. Select what is needed.`,
    );
  }
  return { ...parsed.data, text };
});

export const pythonCode: NodeRules = {
  begin(call) {
    const prepared = parse(call);
    if (isFailed(prepared)) return prepared;
    const { code, inputs } = prepared;
    return { type: 'effect', input: { inputs: cutValue(inputs), code: cutText(code) } };
  },

  async perform(call) {
    const prepared = parse(call);
    if (isFailed(prepared)) return prepared;
    const { code, inputs, timeout_seconds } = prepared;
    const { stdout, ...outcome } = await call.deps.python.run({
      tenant_id: call.tenant_id,
      code,
      inputs,
      timeoutMs: timeout_seconds * 1000,
    });
    if ('error' in outcome) return { type: 'failed', error: outcome.error, output: { stdout } };
    return { type: 'done', output: { result: outcome.result, stdout }, handle: 'next' };
  },
};
