import type { AgentUse } from '../actions/action.schema.ts';
import type { Action } from '../actions/definition.schema.ts';
import { agentUseOf } from '../actions/reads-only.rules.ts';
import { toolFactsOf } from '../actions/tool-facts.rules.ts';
import type { GraphNode } from './bot.schema.ts';
import type { AgentMcpTool } from './nodes/ai-agent.schema.ts';
import { triggerOf } from './trigger.rules.ts';
import type { ToolFacts } from '../actions/tool-facts.schema.ts';

/** A source of an AI agent: its data, the inventory, messages of people, a bot or a tool. */
export type DataSource = ToolFacts & { name: string };

/** A tool whose calls may need approval. */
export type ToolSource = DataSource & { use: AgentUse };

/** Describes an action as a tool of an AI agent. */
export const actionToolOf = (action: Action): ToolSource => ({
  ...toolFactsOf(action),
  name: `"${action.name}"`,
  use: agentUseOf(action),
});

/** An MCP tool as a source: it only counts as reading if its server and the bot's author say so. */
export const mcpToolOf = ({ accepted, reads_only }: Partial<AgentMcpTool>): ToolSource => {
  const isReadOnly = reads_only === true && accepted?.read_only_hint === true;
  return {
    name: `"${accepted?.name ?? ''}"`,
    use: isReadOnly ? 'reads' : 'asks',
    reads_private: true,
    takes_untrusted: true,
    sends_out: !isReadOnly,
  };
};

const mcpToolsIn = ({ agent_mcp_tools: all }: Readonly<Record<string, unknown>>): DataSource[] =>
  Array.isArray(all) ? all.map((one) => mcpToolOf(Object(one))) : [];

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Matches variables of expressions, but not functions. */
const variable = /\$(\w+)(?!\w*\()/g;

/**
 * Whether the event of a bot was sent to a listener, so its sender knows it already. Any other
 * event holds the organisation's own data: findings, errors of bots, user input. `startedBy` is the
 * type of the run's trigger: a run started by another bot has an event from that bot.
 */
export const isEventFromListener = (
  graph: { readonly nodes: readonly GraphNode[] },
  startedBy?: string,
): boolean =>
  triggerOf(graph).trigger_type === 'event_driven' &&
  startedBy !== 'error' &&
  startedBy !== 'agent';

/** The data that the agent starts with: events and results may contain text of outsiders. */
const dataSourcesIn = (data: string, isEventSent: boolean): DataSource[] => {
  const variableNames = [...data.matchAll(variable)].map(([, name]) => name);
  const reads_private = variableNames.some((name) => name !== 'event' || !isEventSent);
  const source = { name: 'its data', reads_private, takes_untrusted: true, sends_out: false };
  return data.includes('{%') ? [source] : [];
};

const inventory: DataSource = {
  name: 'the inventory',
  reads_private: true,
  takes_untrusted: true,
  sends_out: false,
};

/** Answers of people may be private. They are trusted: people are asked in the agent's thread. */
const people: DataSource = {
  name: 'what people write to it',
  reads_private: true,
  takes_untrusted: false,
  sends_out: false,
};

/** A bot's results may contain anything that it reads, and it may do anything with its input. */
const bots: DataSource = {
  name: 'the results of bots',
  reads_private: true,
  takes_untrusted: true,
  sends_out: true,
};

const hasBots = ({ agent_bots: all }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(all) && all.length > 0;

/** All sources of an agent besides its actions; the settings of its node may be incomplete. */
export const otherSources = (
  settings: Readonly<Record<string, unknown>>,
  isEventSent: boolean,
): DataSource[] => [
  ...dataSourcesIn(textOrEmpty(settings['data']), isEventSent),
  ...(['none', ''].includes(textOrEmpty(settings['inventory'])) ? [] : [inventory]),
  ...(settings['allow_user_interaction'] === false ? [] : [people]),
  ...(hasBots(settings) ? [bots] : []),
  ...mcpToolsIn(settings),
];

/** Why each call of a tool needs approval. */
export type ApprovalReason =
  | { kind: 'changes' }
  /** Names of the sources with private data and with text that outsiders may have written. */
  | { kind: 'sends_out'; privateSource: string; untrustedSource: string };

/**
 * Why each call of a tool of an agent needs approval; undefined if it needs none. Text that an
 * agent reads may contain instructions by outsiders: if the agent can also read private data,
 * nothing is sent out without approval.
 */
export const approvalReason = (
  { use, sends_out }: ToolSource,
  all: readonly DataSource[],
): ApprovalReason | undefined => {
  if (use === 'asks') return { kind: 'changes' };
  const privateSource = all.find(({ reads_private }) => reads_private);
  const untrustedSource = all.find(({ takes_untrusted }) => takes_untrusted);
  return use === 'reads' && sends_out && privateSource && untrustedSource
    ? {
        kind: 'sends_out',
        privateSource: privateSource.name,
        untrustedSource: untrustedSource.name,
      }
    : undefined;
};

/** The reason as a part of a sentence whose subject is the tool. */
export const approvalReasonText = (reason: ApprovalReason): string => {
  if (reason.kind === 'changes') return 'may change something';
  const { privateSource, untrustedSource } = reason;
  const sourceSuffix = privateSource === untrustedSource ? '' : ` (${privateSource})`;
  return (
    'sends data that the agent chooses to others, ' +
    `and the agent reads private data${sourceSuffix} ` +
    `and text that somebody else may have written (${untrustedSource})`
  );
};
