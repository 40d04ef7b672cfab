import { packedBytes } from '#lib/kernel/packed.ts';
import type { JsonSchema, ModelTool } from '#lib/ports/model.ts';
import type { EffectCall } from '../node.ts';

/** What came of a call of a tool, for the model to read. */
export type ToolAnswer = { content: string; is_error: boolean };

/** A call went out, and whether it was done is not known; the message says what failed. */
export class OutcomeUnknown extends Error {}

/** Said of a call that people are asked about, where a node is tested by itself. */
export const asksNobody = 'A test of one node asks nobody, so this call was not made.';

/** A call that people are asked about. */
export type PlannedCall = {
  /** The name of the action, and of the account that it is run in, where there is one. */
  action: string;
  integration: string;
  /** Completes "It would ...". */
  would: string;
  /** Everything that it would send, which what they approve is bound to. */
  sent: unknown;
};

/** By which a model says why it wants a call, beside the parameters of the action. */
export const reasonName = 'reason_for_approval';

type InputSchema = {
  type: string;
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: boolean;
};

/** Models say why they want what people approve. */
export const withReason = ({ properties, required, ...rest }: InputSchema): InputSchema => ({
  ...rest,
  properties: {
    ...properties,
    [reasonName]: { type: 'string', description: 'Why: people read it before they approve.' },
  },
  required: [...required, reasonName],
});

/** A name of a function, as every provider of models takes it. */
export const freeName = (told: string, taken: ReadonlySet<string>): string => {
  const base = told.replaceAll(/[^a-zA-Z0-9_]+/g, '_').slice(0, 56);
  const names = [base, ...Array.from({ length: taken.size }, (_, n) => `${base}_${n + 2}`)];
  return names.find((name) => !taken.has(name)) ?? base;
};

/** What an agent can do. One without `plan` changes nothing outside. */
export type Tool = ModelTool & {
  /**
   * Present where people approve each call: what it would do, or why it cannot be made. It changes
   * nothing.
   */
  plan?(
    call: EffectCall,
    args: Readonly<Record<string, unknown>>,
    key: string,
  ): Promise<PlannedCall | ToolAnswer>;
  /**
   * Present where a call starts a run, which is looked at until it has ended: what it came to, or
   * undefined while it is under way. The same `id` starts one run, whoever calls.
   */
  follow?: {
    bot_id: string;
    look(call: EffectCall, id: string): Promise<ToolAnswer | 'under way' | 'not begun'>;
    /** Why it cannot be started; undefined where it was. */
    start(call: EffectCall, args: Readonly<Record<string, unknown>>, id: string): Promise<
      ToolAnswer | undefined
    >;
  };
  /** `key` is the same for every attempt at one call. */
  run(call: EffectCall, args: Readonly<Record<string, unknown>>, key: string): Promise<ToolAnswer>;
};

/** Characters of an answer that a model is given. */
export const longestForModel = 8000;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Characters of an answer that are kept for people. */
const longestKept = 200_000;

/** Bytes that they may be when they are packed: an item holds more beside them. */
const mostPacked = 300 * 1024;

/** Texts of other than common letters take more bytes than characters, and are cut shorter. */
const keptLength = (content: string): number => {
  let length = Math.min(content.length, longestKept);
  const bytes = () => packedBytes(content.slice(0, length));
  for (let size = bytes(); size > mostPacked; size = bytes()) {
    length = Math.floor((length * mostPacked) / size) - 1;
  }
  return length;
};

const kept = (content: string): string => {
  const length = keptLength(content);
  return length === content.length
    ? content
    : `${content.slice(0, length)}\n(The answer has ${content.length} characters; the rest ` +
        'was not kept.)';
};

export const toolAnswer = (value: unknown): ToolAnswer => ({
  content: kept(textOf(value)),
  is_error: false,
});

export const toolError = (content: string): ToolAnswer => ({
  content: kept(content),
  is_error: true,
});

/**
 * What the model reads of an answer: a long one is cut, and says so. Servers of models refuse
 * halves of characters, which services answer and cuts leave.
 */
export const forModel = (content: string): string => {
  if (content.length <= longestForModel) return content.toWellFormed();
  const read = content.slice(0, longestForModel).toWellFormed();
  const all = content.length;
  return `${read}\n(The answer has ${all} characters; the rest was left out. Ask for less.)`;
};
