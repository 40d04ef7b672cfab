import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Graph } from '../bots/bot.schema.ts';
import type { NodeResult } from '../executions/execution.schema.ts';
import { deletedForm, type FilledForm, filledFormOf, tooLargeForm } from './filled-forms.rules.ts';

/**
 * The filled-in forms among these results, in the order of the graph. Answers stored in files are
 * read up to a total size; forms beyond it are still named.
 */
export const readFilledForms = async (
  { files }: { files: Files },
  { nodes }: Graph,
  results: Readonly<Record<string, NodeResult>>,
): Promise<FilledForm[]> => {
  let remainingBytes = limits.formsShown;
  const found = nodes.map(async (node) => {
    const result = Object.hasOwn(results, node.id) ? results[node.id] : undefined;
    if (node.type !== 'user_input' || !result) return undefined;
    if (result.output_ref === undefined) return filledFormOf(node, result.output);
    remainingBytes -= result.output_bytes ?? 0;
    if (remainingBytes < 0) return tooLargeForm(node);
    const text = await files.get(result.output_ref);
    return text === undefined ? deletedForm(node) : filledFormOf(node, JSON.parse(text));
  });
  return (await Promise.all(found)).filter((form) => form !== undefined);
};
