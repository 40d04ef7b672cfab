import * as z from 'zod';
import { limits } from '#lib/kernel/limits.ts';
import { isFailed } from './attempt.ts';
import { type Call, type Failed, hopeless, type NodeRules } from './node.ts';

/** Characters of the code and of the inputs that are kept to be shown. */
const mostShown = 2000;

/** The settings once their expressions are evaluated; the code has none. */
const evaluated = z.object({
  code: z.string().min(1, 'There is no code.'),
  inputs: z.record(
    z.string(),
    z.unknown(),
    'The inputs are no object. Give each value a name: { "hosts": … }.',
  ),
  timeout_seconds: z.number(),
});
type Asked = z.infer<typeof evaluated> & { text: string };

const parse = ({ settings }: Call): Asked | Failed => {
  const parsed = evaluated.safeParse({ ...settings, inputs: settings.inputs || {} });
  if (!parsed.success) return hopeless(parsed.error.issues[0]?.message ?? 'Nothing can be run.');
  const text = JSON.stringify(parsed.data.inputs);
  const size = Buffer.byteLength(text);
  if (size > limits.pythonInputs) {
    const [has, may] = [size, limits.pythonInputs].map((bytes) => Math.ceil(bytes / 2 ** 20));
    return hopeless(`The inputs hold ${has} MB, at most ${may} are taken. Select what is needed.`);
  }
  return { ...parsed.data, text };
};

const cut = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;

export const pythonCode: NodeRules = {
  begin(call) {
    const asked = parse(call);
    if (isFailed(asked)) return asked;
    const { code, inputs, text } = asked;
    const isShort = text.length <= mostShown;
    return { type: 'effect', input: { inputs: isShort ? inputs : cut(text), code: cut(code) } };
  },

  async perform(call) {
    const asked = parse(call);
    if (isFailed(asked)) return asked;
    const { code, inputs, timeout_seconds } = asked;
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
