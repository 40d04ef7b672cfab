import type { AgentUse } from '../actions/action.schema.ts';
import type { Action } from '../actions/definition.schema.ts';
import { agentUse } from '../actions/reads-only.rules.ts';
import { toolFactsOf } from '../actions/tool-facts.rules.ts';
import type { GraphNode } from './bot.schema.ts';
import type { AgentMcpTool } from './nodes/ai-agent.schema.ts';
import { triggerOf } from './trigger.rules.ts';
import type { ToolFacts } from '../actions/tool-facts.schema.ts';

/** Something that an agent has: its data, its inventory, the people who write to it, an action. */
export type Source = ToolFacts & { name: string };

/** A tool that may need approval. */
export type JudgedUse = Source & { use: AgentUse };

/** An action as a tool of an agent. */
export const toolOf = (action: Action): JudgedUse => ({
  ...toolFactsOf(action),
  name: `"${action.name}"`,
  use: agentUse(action),
});

/** What somebody vouches for is an account of their own; any other server may be anybody's. */
export const mcpToolOf = ({ accepted, reads_only }: Partial<AgentMcpTool>): JudgedUse => {
  const reads = reads_only === true && accepted?.read_only_hint === true;
  return {
    name: `"${accepted?.name ?? ''}"`,
    use: reads ? 'reads' : 'asks',
    reads_private: true,
    takes_untrusted: true,
    sends_out: !reads,
  };
};

const mcpToolsIn = ({ agent_mcp_tools: all }: Readonly<Record<string, unknown>>): Source[] =>
  Array.isArray(all) ? all.map((one) => mcpToolOf(Object(one))) : [];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Variables of expressions, without functions. */
const variable = /\$(\w+)(?!\w*\()/g;

/**
 * Whether the event of a bot was sent to a listener: its sender knows it. Any other holds what is
 * the organisation's own: findings, errors of bots, what people have entered. A run that another
 * bot started (`startedBy`, its trigger) has an event of that bot, whatever starts its own.
 */
export const hasSentEvent = (
  graph: { readonly nodes: readonly GraphNode[] },
  startedBy?: string,
): boolean =>
  triggerOf(graph).trigger_type === 'event_driven' &&
  startedBy !== 'error' &&
  startedBy !== 'agent';

/** What the agent begins with: an event holds what anybody may have written, as results may. */
const dataIn = (data: string, isEventSent: boolean): Source[] => {
  const read = [...data.matchAll(variable)].map(([, name]) => name);
  const reads_private = read.some((name) => name !== 'event' || !isEventSent);
  const source = { name: 'its data', reads_private, takes_untrusted: true, sends_out: false };
  return data.includes('{%') ? [source] : [];
};

const inventory: Source = {
  name: 'the inventory',
  reads_private: true,
  takes_untrusted: true,
  sends_out: false,
};

/** What people answer may be private; they are asked by the agent, and stand in its thread. */
const people: Source = {
  name: 'what people write to it',
  reads_private: true,
  takes_untrusted: false,
  sends_out: false,
};

/** Whatever a bot reads may be in its results, and it may do anything with what it is given. */
const bots: Source = {
  name: 'the results of bots',
  reads_private: true,
  takes_untrusted: true,
  sends_out: true,
};

const hasBots = ({ agent_bots: all }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(all) && all.length > 0;

/** What an agent has besides its actions, by the settings of its node as they are drawn. */
export const otherSources = (
  settings: Readonly<Record<string, unknown>>,
  isEventSent: boolean,
): Source[] => [
  ...dataIn(text(settings['data']), isEventSent),
  ...(['none', ''].includes(text(settings['inventory'])) ? [] : [inventory]),
  ...(settings['allow_user_interaction'] === false ? [] : [people]),
  ...(hasBots(settings) ? [bots] : []),
  ...mcpToolsIn(settings),
];

/** Why people approve each call of a tool. */
export type Reason =
  | { why: 'changes' }
  /** By these it reads what is private, and what somebody outside may have written. */
  | { why: 'sends_out'; reads: string; takes: string };

/**
 * Why people approve each call of one of an agent's tools; undefined where it needs nobody. What an
 * agent reads may be an order of somebody else: where it can read private data too, nothing leaves
 * unless people agree.
 */
export const approvalReason = (
  { use, sends_out }: JudgedUse,
  all: readonly Source[],
): Reason | undefined => {
  if (use === 'asks') return { why: 'changes' };
  const reads = all.find(({ reads_private }) => reads_private);
  const takes = all.find(({ takes_untrusted }) => takes_untrusted);
  return use === 'reads' && sends_out && reads && takes
    ? { why: 'sends_out', reads: reads.name, takes: takes.name }
    : undefined;
};

/** The reason in the middle of a sentence about the tool. */
export const reasonWords = (reason: Reason): string => {
  if (reason.why === 'changes') return 'may change something';
  const { reads, takes } = reason;
  const where = reads === takes ? '' : ` (${reads})`;
  return (
    `sends what the agent chooses to others, and the agent reads private data${where} and text ` +
    `that somebody else may have written (${takes})`
  );
};
