import * as z from 'zod';
import { execution, nodeResult } from '../executions/execution.schema.ts';
import { lane } from '../executions/lanes/lane.schema.ts';

/** Only the size in bytes of a free-form value, which is stored as a text. */
const bytesOfValue = z
  .string()
  .optional()
  .transform((text) => (text === undefined ? 0 : Buffer.byteLength(text)));

const count = z.number().min(0);

/** The cost and tokens that a node's output reports of the model it called, as far as known. */
const modelAnswer = z
  .object({
    cost: count.optional(),
    input_tokens: count.optional(),
    output_tokens: count.optional(),
    suggestion_tokens: count.default(0),
  })
  .transform(({ cost, input_tokens, output_tokens, suggestion_tokens }) => ({
    cost,
    tokens:
      input_tokens === undefined || output_tokens === undefined
        ? undefined
        : input_tokens + output_tokens + suggestion_tokens,
  }));
type Answer = z.infer<typeof modelAnswer>;

const parseModelAnswer = (output: string): Answer | undefined => {
  const isOfModel = ['"question_hash"', '"chat_thread_id"'].some((one) => output.includes(one));
  if (!isOfModel) return undefined;
  try {
    return modelAnswer.safeParse(JSON.parse(output)).data;
  } catch {
    return undefined;
  }
};

/** What a node did, with the sizes in bytes of the input and output inside the item. */
const nodeRecord = nodeResult
  .pick({ status: true, attempt: true, duration_ms: true, handle: true, error: true })
  .extend(nodeResult.pick({ lanes: true, cached: true, skipped: true }).shape)
  .extend({ input: bytesOfValue, output: z.string().default('') })
  .transform(({ output, ...one }) => ({
    ...one,
    output: Buffer.byteLength(output),
    answer: parseModelAnswer(output),
  }));

const results = z.record(z.string(), nodeRecord).default({});

/** The fields of a run's item from which its usage is calculated. */
export const runRecord = execution
  .pick({ _id: true, version: true, trigger: true, options: true, state: true })
  .extend(execution.pick({ outcome: true, decision: true }).shape)
  .extend({ results, input: bytesOfValue });

export const laneRecord = lane.pick({ lane: true }).extend({ results, item: bytesOfValue });
export type LaneRecord = z.infer<typeof laneRecord>;

/** A run with its first lanes. */
export type RunRecord = z.infer<typeof runRecord> & { lanes: LaneRecord[] };

export type NodeRecord = z.infer<typeof nodeRecord>;
