import type { ChatEntry } from '#lib/domain/chat/entry.schema.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { ModelToolCall } from '#lib/ports/model.ts';
import { type PlannedCall, reasonName, type Tool, type ToolAnswer } from './tool.ts';

export type Asked = Extract<ChatEntry, { role: 'asked' }>;
export type Begun = Extract<ChatEntry, { role: 'begun' }>;
type Returned = Extract<ChatEntry, { role: 'tool' }>;
export type Args = Readonly<Record<string, unknown>>;

/** A call of a tool that people approve. */
export type OpenCall = {
  call: ModelToolCall;
  /** Where in the thread the model asked for it. */
  at: number;
  tool: Tool & Required<Pick<Tool, 'plan'>>;
  args: Args;
};

/** What the action is given: the reason is for people. */
export const givenOf = ({ [reasonName]: _, ...given }: Args): Args => given;

/** Of everything that people approve: the arguments, and what the call would send. */
export const digestOf = (planned: PlannedCall, given: Args): string =>
  sha256(canonicalJson({ ...planned, given }));

/** What came of it, as it is kept. */
export const answer = (
  { call: { tool_call_id, tool_name } }: OpenCall,
  came: ToolAnswer,
  more: Pick<Returned, 'waited_ms' | 'refused' | 'rejection' | 'unknown'> = {},
): ChatEntry => ({ role: 'tool', tool_call_id, tool_name, ...came, ...more });
