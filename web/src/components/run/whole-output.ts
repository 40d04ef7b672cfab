import type { NodeResultView } from '#lib/domain/executions/execution.schema.ts';
import { readWholeText } from '#web/components/json/whole-text.ts';

/** The address of a result: the run, the node, and the branch or turn. */
export type ResultAddress = { bot_exc_id: string; node_id: string; lane?: string };

type Read = (address: ResultAddress & { part?: number }) => Promise<NodeResultView>;

/** The whole output of a node, whatever its size. */
export const readWholeOutput = async (
  readResult: Read,
  address: ResultAddress,
): Promise<unknown> => {
  const first = await readResult(address);
  if (!first.output_part) return first.output;
  const partOf = async (part: number) => (await readResult({ ...address, part })).output_part;
  return JSON.parse(await readWholeText(first.output_part, partOf));
};
