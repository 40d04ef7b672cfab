import type { evaluate, ExpressionError, readsIn } from '#lib/engine/expression.ts';
import { errorText } from '#web/api/api-error.ts';
import type { Sample } from './sample.ts';

/** What a text with expressions yields with saved data; `missing` names nodes without any. */
export type Preview = { value: unknown; missing: string[] } | { problem: string };

/** What reads expressions: as much code as draws the editor, so that it comes after it. */
export type Expressions = {
  evaluate: typeof evaluate;
  readsIn: typeof readsIn;
  ExpressionError: typeof ExpressionError;
};

const scopeFor = async ({ readsIn: readsOf }: Expressions, text: string, sample: Sample) => {
  const reads = readsOf(text);
  const wanted = reads.nodes === 'all' ? [...sample.outputs.keys()] : [...reads.nodes];
  const nodes: [string, unknown][] = [];
  for (const name of wanted) {
    const output = sample.outputs.get(name);
    if (output) nodes.push([name, await output()]);
  }
  const isEventRead = reads.event === 'all' || reads.event.size > 0;
  const scope = {
    event: isEventRead ? await sample.event() : undefined,
    nodes: Object.fromEntries(nodes),
    run: sample.run,
    site: { url: window.location.origin },
  };
  return { scope, missing: wanted.filter((name) => !sample.outputs.has(name)) };
};

/** Evaluates a text as the engine would, here, with what the sample holds. */
export const previewOf = async (
  expressions: Expressions,
  text: string,
  sample: Sample,
): Promise<Preview> => {
  try {
    const { scope, missing } = await scopeFor(expressions, text, sample);
    return { value: await expressions.evaluate<unknown>(text, scope), missing };
  } catch (error) {
    if (error instanceof expressions.ExpressionError) return { problem: error.message };
    return { problem: `The saved data cannot be read. ${errorText(error)}` };
  }
};
