import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { ModelToolCall } from '#lib/ports/model.ts';
import { type PlannedCall, reasonName, type Tool, type ToolAnswer } from './tool.ts';

export type AskedEntry = Extract<ChatEntry, { role: 'asked' }>;
export type BegunEntry = Extract<ChatEntry, { role: 'begun' }>;
type ToolEntry = Extract<ChatEntry, { role: 'tool' }>;
export type Args = Readonly<Record<string, unknown>>;

/** A call of a tool that needs approval. */
export type OpenCall = {
  call: ModelToolCall;
  /** The index in the thread of the answer in which the model made the call. */
  at: number;
  tool: Tool & Required<Pick<Tool, 'plan'>>;
  args: Args;
};

/** The arguments of the action, without the reason, which is for people only. */
export const argumentsOf = ({ [reasonName]: _, ...args }: Args): Args => args;

/** A digest of all that people approve: the arguments, and what the call would send. */
export const digestOf = (plannedCall: PlannedCall, args: Args): string =>
  sha256(canonicalJson({ ...plannedCall, given: args }));

/** The entry that stores the outcome of a call. */
export const toolEntry = (
  { call: { tool_call_id, tool_name } }: OpenCall,
  answer: ToolAnswer,
  details: Pick<ToolEntry, 'waited_ms' | 'refused' | 'rejection' | 'unknown'> = {},
): ChatEntry => ({ role: 'tool', tool_call_id, tool_name, ...answer, ...details });
