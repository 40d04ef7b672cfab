import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { laneFolder } from '#lib/domain/executions/lanes/lane.rules.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import { NodeError } from './node-error.ts';
import type { LaneKey } from './state.ts';

/** The fields of a lane's item from which a record is built. */
type Kept = Pick<Execution, 'results' | 'inline_bytes'>;

/** The most bytes of all results in a run's item; DynamoDB limits an item to 400 KB. */
const recordBytes = 320 * 1024;

/** The bytes of a value as JSON; none for no value. */
export const sizeOf = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));

export const tooMuchDataError = () =>
  new NodeError(
    'With its result, this run would have more than 50 MB. Fetch less, or split the bot.',
  );

/** The folder of a lane's files. */
export const folderOf = ({ tenant_id, bot_exc_id, lane }: LaneKey): string =>
  laneFolder(tenant_id, bot_exc_id, lane);

/** The file of an output that is too large for the lane's item. */
export const outputKey = (key: LaneKey, nodeId: string): string =>
  `${folderOf(key)}/${nodeId}.json`;

/** The file of a waiting node's input that is too large for the lane's item. */
const inputKey = (key: LaneKey, nodeId: string): string => `${folderOf(key)}/${nodeId}.input.json`;

/** The counter of the surrounding lane, for a lane that runs inside the same call. */
type ParentCounter = { lend: (bytes: number) => void };

/** Counts the output bytes of a lane and of the lanes inside it against the limit of the run. */
const createDataCounter = (results: Iterable<NodeResult>, parentCounter?: ParentCounter) => {
  let heldBytes = [...results].reduce((sum, one) => sum + (one.output_bytes ?? 0), 0);
  /** Bytes held by lanes inside it that run side by side in this call, finished or not. */
  let lentBytes = 0;
  parentCounter?.lend(heldBytes);
  const hasRoom = (bytes: number): boolean => heldBytes + lentBytes + bytes <= limits.runData;
  const lend = (bytes: number): void => {
    lentBytes += bytes;
    parentCounter?.lend(bytes);
  };
  const requireRoom = (bytes: number): void => {
    if (!hasRoom(bytes)) throw tooMuchDataError();
  };
  return {
    /** Bytes of all outputs, inline or in files. */
    dataBytes: () => heldBytes,

    hasRoom,

    /** Throws a `NodeError` if these bytes, held by a node's lanes so far, exceed the limit. */
    room: requireRoom,

    /** Counts the bytes held by a node's lanes. Throws a `NodeError` above the limit of the run. */
    hold(bytes: number): void {
      requireRoom(bytes);
      heldBytes += bytes;
      parentCounter?.lend(bytes);
    },

    lend,

    /** Stops counting the inner lanes: their node now holds their outputs, or has failed. */
    giveBack: (): void => lend(-lentBytes),
  };
};

/**
 * The results of one lane: the stored ones, and the pending ones that the next commit writes. Large
 * values are written to files before the result that refers to them becomes pending.
 */
export const runRecord = (
  key: LaneKey,
  state: Kept,
  files: Files,
  parentCounter?: ParentCounter,
) => {
  const results = new Map(Object.entries(state.results));
  const outputs = new Map<string, unknown>();
  const pending = new Map<string, NodeResult>();
  let inlineBytes = state.inline_bytes;
  const data = createDataCounter(results.values(), parentCounter);

  const isInline = (bytes: number): boolean =>
    bytes <= limits.inlineResult && inlineBytes + bytes <= limits.inlineResultsPerRun;

  /** The fields of a result that hold its output, inline or as a reference to a file. */
  const storeOutput = async (nodeId: string, output: unknown): Promise<Partial<NodeResult>> => {
    if (output === undefined) return {};
    const text = JSON.stringify(output);
    const output_bytes = Buffer.byteLength(text);
    data.hold(output_bytes);
    outputs.set(nodeId, output);
    if (isInline(output_bytes)) return { output, output_bytes };
    const output_ref = outputKey(key, nodeId);
    await files.put(output_ref, text);
    return { output_ref, output_bytes };
  };

  const set = (nodeId: string, result: NodeResult): void => {
    inlineBytes += sizeOf(result) - sizeOf(results.get(nodeId));
    results.set(nodeId, result);
    pending.set(nodeId, result);
  };

  return {
    ...data,
    results,
    pending,
    inlineBytes: () => inlineBytes,

    /** Adds a result with its output. Throws a `NodeError` where the run holds too much. */
    async add(nodeId: string, result: NodeResult, output?: unknown): Promise<void> {
      if (inlineBytes + sizeOf(result) > recordBytes) {
        throw new NodeError(
          'This run went through more nodes than one run can record. Split the bot in two.',
        );
      }
      set(nodeId, { ...result, ...(await storeOutput(nodeId, output)) });
    },

    /** Sets the result of a node under way, or of the one that fails the run; it always fits. */
    set,

    /** Adds a waiting node with its input, which `readNodeInput` returns in full. */
    async wait(nodeId: string, result: NodeResult, input: unknown): Promise<void> {
      if (isInline(sizeOf(input))) return set(nodeId, { ...result, input });
      await files.put(inputKey(key, nodeId), JSON.stringify(input));
      // Otherwise the input with which the node began would be taken for its waiting input.
      const { input: _, ...waiting } = result;
      set(nodeId, waiting);
    },

    /** The output of a node, read from its file if need be; undefined where it has none. */
    async output(nodeId: string): Promise<unknown> {
      if (outputs.has(nodeId)) return outputs.get(nodeId);
      const result = results.get(nodeId);
      if (!result?.output_ref) return result?.output;
      const text = await files.get(result.output_ref);
      if (text === undefined) throw new Error(`No file lies under ${result.output_ref}.`);
      const output: unknown = JSON.parse(text);
      outputs.set(nodeId, output);
      return output;
    },
  };
};

export type RunRecord = ReturnType<typeof runRecord>;

/** The input stored with a waiting node. */
export const readNodeInput = async (
  key: LaneKey,
  result: NodeResult | undefined,
  nodeId: string,
  files: Files,
): Promise<unknown> => {
  if (!result || result.input !== undefined) return result?.input;
  const text = await files.get(inputKey(key, nodeId));
  if (text === undefined) throw new Error(`No file lies under ${inputKey(key, nodeId)}.`);
  return JSON.parse(text);
};
