import { partOf } from '#lib/kernel/answer-size.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Shown } from './asked-view.service.ts';
import type { NodeResult, ReadResult } from './execution.schema.ts';

/** Largest output in bytes that is returned whole: AWS limits responses to 6 MB. */
const mostWhole = 2 * 1024 * 1024;

/** What may be shown of a result, with its output read from files; a large one by its parts. */
export const readStored = async (
  files: Pick<Files, 'get'>,
  shown: (result: NodeResult) => ReturnType<Shown>,
  result: NodeResult,
  part = 0,
): Promise<ReadResult> => {
  const text = result.output_ref === undefined ? undefined : await files.get(result.output_ref);
  if (text === undefined) return shown(result);
  if (Buffer.byteLength(text) > mostWhole) {
    const whole = {};
    const { output, ...rest } = shown({ ...result, output: whole });
    if (output === whole) return { ...rest, output_part: partOf(text, part) };
  }
  const output: unknown = JSON.parse(text);
  return shown({ ...result, output });
};
