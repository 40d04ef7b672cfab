import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import type { Files } from '#lib/ports/files.ts';
import { folderOf, outputKey } from './record.ts';
import type { Segment } from './segment.ts';
import type { LaneKey } from './state.ts';

/** Copies an output of another run into this run's folder; undefined where the file is deleted. */
export const copyOutput = async (
  files: Pick<Files, 'get' | 'put'>,
  output_ref: string,
  { key, nodeId }: { key: LaneKey; nodeId: string },
): Promise<string | undefined> => {
  const text = await files.get(output_ref);
  if (text === undefined) return undefined;
  const copyKey = outputKey(key, nodeId);
  await files.put(copyKey, text);
  return copyKey;
};

export const dataDeletedText =
  'The data of the run that this one resumes is no longer kept. Run the bot again.';

/** A result of another run with its output copied into this one; undefined if it was deleted. */
export const takeOutput = async (
  files: Pick<Files, 'get' | 'put'>,
  result: NodeResult,
  to: { key: LaneKey; nodeId: string },
): Promise<NodeResult | undefined> => {
  if (result.output_ref === undefined) return result;
  const output_ref = await copyOutput(files, result.output_ref, to);
  return output_ref === undefined ? undefined : { ...result, output_ref };
};

/**
 * Copies the files that a resumed run takes over: those of the other run are deleted with it,
 * perhaps long before this run. The next write of the run refers to the copies. Returns false where
 * files no longer exist.
 */
export const takeFiles = async ({ deps, run, record }: Segment): Promise<boolean> => {
  if (run.options.resumed_from === undefined) return true;
  const key = { tenant_id: run.tenant_id, bot_exc_id: run._id, lane: '' };
  const folder = `${folderOf(key)}/`;
  for (const [nodeId, result] of record.results) {
    if (result.output_ref === undefined || result.output_ref.startsWith(folder)) continue;
    const copiedResult = await takeOutput(deps.files, result, { key, nodeId });
    if (!copiedResult) return false;
    record.set(nodeId, copiedResult);
  }
  return true;
};
