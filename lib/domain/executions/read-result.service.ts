import { textPartOf } from '#lib/kernel/response-size.ts';
import type { Files } from '#lib/ports/files.ts';
import type { ResultFilter } from './visible-results.service.ts';
import type { NodeResult, NodeResultView } from './execution.schema.ts';

/** Largest output in bytes that is returned whole: AWS limits responses to 6 MB. */
const maxWholeBytes = 2 * 1024 * 1024;

/** What may be shown of a result, with its output read from files; a large one by its parts. */
export const readNodeResult = async (
  files: Pick<Files, 'get'>,
  resultFilter: (result: NodeResult) => ReturnType<ResultFilter>,
  result: NodeResult,
  partIndex = 0,
): Promise<NodeResultView> => {
  const text = result.output_ref === undefined ? undefined : await files.get(result.output_ref);
  if (text === undefined) return resultFilter(result);
  if (Buffer.byteLength(text) > maxWholeBytes) {
    const placeholder = {};
    const { output, ...rest } = resultFilter({ ...result, output: placeholder });
    if (output === placeholder) return { ...rest, output_part: textPartOf(text, partIndex) };
  }
  const output: unknown = JSON.parse(text);
  return resultFilter({ ...result, output });
};
