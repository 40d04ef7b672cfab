import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Files } from '#lib/ports/files.ts';
import { NodeError } from './node-error.ts';

/** Bytes that all results may take of a run's item; DynamoDB's items end at 400 KB. */
const recordBytes = 320 * 1024;

const sizeOf = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));

/** Where what a node waits with lies, when it is too large for the run's item. */
export const inputKey = (run: Execution, nodeId: string): string =>
  `${run.tenant_id}/${run._id}/${nodeId}.input.json`;

/**
 * The results of one run: those that are stored, and the pending ones that the next commit writes.
 * Large values go to files before the result that refers to them is pending.
 */
export const runRecord = (run: Execution, files: Files) => {
  const results = new Map(Object.entries(run.results));
  const outputs = new Map<string, unknown>();
  const pending = new Map<string, NodeResult>();
  let inlineBytes = run.inline_bytes;
  let dataBytes = [...results.values()].reduce((sum, one) => sum + (one.output_bytes ?? 0), 0);

  const isInline = (bytes: number): boolean =>
    bytes <= limits.inlineResult && inlineBytes + bytes <= limits.inlineResultsPerRun;

  /** The fields of a result that hold its output, inside the item or as a reference. */
  const place = async (nodeId: string, output: unknown): Promise<Partial<NodeResult>> => {
    if (output === undefined) return {};
    const text = JSON.stringify(output);
    const output_bytes = Buffer.byteLength(text);
    if (dataBytes + output_bytes > limits.runData) {
      throw new NodeError(
        'With its result this run would hold more than 50 MB. Fetch less, or split the bot.',
      );
    }
    dataBytes += output_bytes;
    outputs.set(nodeId, output);
    if (isInline(output_bytes)) return { output, output_bytes };
    const output_ref = `${run.tenant_id}/${run._id}/${nodeId}.json`;
    await files.put(output_ref, text);
    return { output_ref, output_bytes };
  };

  const set = (nodeId: string, result: NodeResult): void => {
    inlineBytes += sizeOf(result) - sizeOf(results.get(nodeId));
    results.set(nodeId, result);
    pending.set(nodeId, result);
  };

  return {
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
      set(nodeId, { ...result, ...(await place(nodeId, output)) });
    },

    /** Adds a node under way, or the failure that ends the run; there is always room for it. */
    set,

    /** Adds a waiting node with what it waits with, which `inputOf` gives back whole. */
    async wait(nodeId: string, result: NodeResult, input: unknown): Promise<void> {
      if (isInline(sizeOf(input))) return set(nodeId, { ...result, input });
      await files.put(inputKey(run, nodeId), JSON.stringify(input));
      set(nodeId, result);
    },

    /** The output of a node that has one. */
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

/** What a waiting node was written with. */
export const inputOf = async (run: Execution, nodeId: string, files: Files): Promise<unknown> => {
  const result = run.results[nodeId];
  if (!result || result.input !== undefined) return result?.input;
  const text = await files.get(inputKey(run, nodeId));
  if (text === undefined) throw new Error(`No file lies under ${inputKey(run, nodeId)}.`);
  return JSON.parse(text);
};
