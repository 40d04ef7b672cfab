import type { ReadResult } from '#lib/domain/executions/execution.schema.ts';
import { wholeText } from '#web/components/json/whole-text.ts';

/** The place of a result: the run, the node, and the branch or turn. */
export type Place = { bot_exc_id: string; node_id: string; lane?: string };

type Read = (place: Place & { part?: number }) => Promise<ReadResult>;

/** The whole output of a node, whatever its size. */
export const wholeOutput = async (read: Read, place: Place): Promise<unknown> => {
  const first = await read(place);
  if (!first.output_part) return first.output;
  const partOf = async (part: number) => (await read({ ...place, part })).output_part;
  return JSON.parse(await wholeText(first.output_part, partOf));
};
