import { packedBytes } from '#lib/kernel/packed.ts';
import type { JsonSchema, ModelTool } from '#lib/ports/model.ts';
import type { EffectCall } from '../node.ts';

/** The outcome of a tool call, for the model to read. */
export type ToolAnswer = { content: string; is_error: boolean };

/** A call was sent, and it is unknown whether it took effect; the message says what failed. */
export class OutcomeUnknown extends Error {}

/** The error of a call that needs approval, where a single node is tested. */
export const cannotAskText = 'A test of one node cannot ask people, so this call was not made.';

/** A call that needs approval, as it is planned. */
export type PlannedCall = {
  /** The name of the action, and that of its account (empty where there is none). */
  action: string;
  integration: string;
  /** Completes "It would ...". */
  would: string;
  /** Everything that the call would send; the approval is valid for exactly this. */
  sent: unknown;
};

/** The extra parameter in which a model gives its reason for a call. */
export const reasonName = 'reason_for_approval';

type InputSchema = {
  type: string;
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: boolean;
};

/** Part of the description of a tool that needs approval. */
export const needsApprovalText = 'A person must approve each call before it is made.';

/** Adds the reason for the approvers to the parameters of a tool. */
export const withReason = ({ properties, required, ...rest }: InputSchema): InputSchema => ({
  ...rest,
  properties: {
    ...properties,
    [reasonName]: { type: 'string', description: 'Why the call is needed, for the approvers.' },
  },
  required: [...required, reasonName],
});

/** An unused function name that every provider of models accepts. */
export const freeName = (toolName: string, takenNames: ReadonlySet<string>): string => {
  const base = toolName.replaceAll(/[^a-zA-Z0-9_]+/g, '_').slice(0, 56);
  const names = [base, ...Array.from({ length: takenNames.size }, (_, n) => `${base}_${n + 2}`)];
  return names.find((name) => !takenNames.has(name)) ?? base;
};

/** A tool of an agent. A tool without `plan` changes nothing outside. */
export type Tool = ModelTool & {
  /**
   * Present where people approve each call. Returns what the call would do, or why it cannot be
   * made; changes nothing itself.
   */
  plan?(
    call: EffectCall,
    args: Readonly<Record<string, unknown>>,
    key: string,
  ): Promise<PlannedCall | ToolAnswer>;
  /**
   * Present where a call starts a run. `readState` returns its outcome, or its state until it has
   * ended. Starting twice with the same `id` starts one run.
   */
  follow?: {
    bot_id: string;
    readState(call: EffectCall, id: string): Promise<ToolAnswer | 'under way' | 'not begun'>;
    /** Returns why the run cannot be started; undefined where it was started. */
    start(
      call: EffectCall,
      args: Readonly<Record<string, unknown>>,
      id: string,
    ): Promise<ToolAnswer | undefined>;
  };
  /** `key` is the same for every attempt at one call. */
  run(call: EffectCall, args: Readonly<Record<string, unknown>>, key: string): Promise<ToolAnswer>;
};

/** The most characters of an answer that a model is given. */
export const maxLengthForModel = 8000;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** The most characters of an answer that are stored for people. */
const maxStoredLength = 200_000;

/** The most bytes of a packed answer: its item in the database holds other data as well. */
const maxPackedBytes = 300 * 1024;

/** Texts in other scripts take more bytes than characters, and are cut shorter. */
const storedLength = (content: string): number => {
  let length = Math.min(content.length, maxStoredLength);
  const bytes = () => packedBytes(content.slice(0, length));
  for (let size = bytes(); size > maxPackedBytes; size = bytes()) {
    length = Math.floor((length * maxPackedBytes) / size) - 1;
  }
  return length;
};

const storedContent = (content: string): string => {
  const length = storedLength(content);
  return length === content.length
    ? content
    : `${content.slice(0, length)}\n(The answer has ${content.length} characters; the rest ` +
        'was not stored.)';
};

export const toolAnswer = (value: unknown): ToolAnswer => ({
  content: storedContent(textOf(value)),
  is_error: false,
});

export const toolError = (content: string): ToolAnswer => ({
  content: storedContent(content),
  is_error: true,
});

/**
 * The part of an answer that the model reads; a long one is cut, with a note. Lone surrogates are
 * replaced, as servers of models reject them: services return them, and cutting creates them.
 */
export const contentForModel = (content: string): string => {
  if (content.length <= maxLengthForModel) return content.toWellFormed();
  const text = content.slice(0, maxLengthForModel).toWellFormed();
  const fullLength = content.length;
  return `${text}\n(Cut off: the answer has ${fullLength} characters. Ask for less.)`;
};
