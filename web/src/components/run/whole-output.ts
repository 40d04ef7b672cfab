import type { ReadResult } from '#lib/domain/executions/execution.schema.ts';

/** Where a result lies: the run, the node, and the branch or turn. */
export type Place = { bot_exc_id: string; node_id: string; lane?: string };

type Read = (place: Place & { part?: number }) => Promise<ReadResult>;

/** The JSON of a large output, whose parts are asked for one after the other. */
export const wholeText = async (read: Read, place: Place, first: ReadResult): Promise<string> => {
  const texts: string[] = [];
  for (let part = first.output_part; part;) {
    texts.push(part.text);
    if (part.next === undefined) break;
    ({ output_part: part } = await read({ ...place, part: part.next }));
  }
  return texts.join('');
};

/** What a node gave, however large it is. */
export const wholeOutput = async (read: Read, place: Place): Promise<unknown> => {
  const first = await read(place);
  return first.output_part ? JSON.parse(await wholeText(read, place, first)) : first.output;
};
