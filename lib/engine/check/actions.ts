import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import { isBlank } from '#lib/domain/actions/action-call.rules.ts';
import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { agentUseOf } from '#lib/domain/actions/reads-only.rules.ts';
import { supportsType } from '#lib/domain/actions/supports-integration.rules.ts';
import {
  actionToolOf,
  approvalReason,
  approvalReasonText,
  isEventFromListener,
  mcpToolOf,
  otherSources,
} from '#lib/domain/bots/agent-approval.rules.ts';
import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import type { AgentMcpTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { isSkipped } from '#lib/domain/bots/node-facts.schema.ts';
import { type GraphView, handleOf } from '../graph.ts';
import type { Structure } from '../structure.ts';
import { checkActionSql } from './sql.ts';

type Settings = Record<string, unknown>;

/** Finds an action by id, either ready-made or the organisation's own. */
export type FindAction = (id: string) => Action | undefined;

export type KnownActions = {
  findAction: FindAction;
  /** Whether own actions are checked later, when their nodes begin. */
  isOwnLater?: boolean;
};

/** The graph that contains the node. */
type Drawn = { view: GraphView };

const isLater = ({ isOwnLater = false }: KnownActions, id: unknown): boolean =>
  isOwnLater && isOwnActionId(id);

const missingActionText =
  'This action does not exist, or it was deleted. Choose one of the actions.';

export const checkAction = (
  value: unknown,
  _all: Settings,
  knownActions: KnownActions,
): string | undefined => {
  if (isLater(knownActions, value)) return undefined;
  if (typeof value === 'string' && knownActions.findAction(value)) return undefined;
  return isOwnActionId(value) ? missingActionText : 'Choose one of the actions.';
};

type Named = { type?: unknown; id?: unknown };

/** Requires an integration of the action's type; actions with code have clients instead. */
export const checkActionIntegration = (
  value: unknown,
  { action }: Settings,
  knownActions: KnownActions,
): string | undefined => {
  if (isLater(knownActions, action)) return undefined;
  const found = knownActions.findAction(String(action));
  if (found?.executable_type === 'python') return undefined;
  const { type, id }: Named = Object(value);
  if (id === undefined) return 'Choose one of the integrations.';
  return found === undefined || supportsType(found, type)
    ? undefined
    : 'This action is for another type of integration. Choose one of its type.';
};

const hasNobody = (people: unknown): boolean => !Array.isArray(people) || people.length === 0;

/**
 * Each tool of an agent must be an action that is one call, with an integration of its type.
 * Approvers are required for tools that change something, and for those that send private data out
 * where untrusted data may have instructed the agent to do so.
 */
export const checkAgentTools = (
  value: unknown,
  settings: Settings,
  knownActions: KnownActions & Drawn,
): string | undefined => {
  const { approvers } = settings;
  const { findAction, view } = knownActions;
  const all: { action?: unknown; integration?: Named }[] = Array.isArray(value) ? value : [];
  const tools = all.filter(({ action }) => !isLater(knownActions, action));
  const actions = tools.flatMap(({ action }) => findAction(String(action)) ?? []);
  const sources = [
    ...actions.map(actionToolOf),
    ...otherSources(settings, isEventFromListener(view)),
  ];
  const problems = tools.flatMap(({ action, integration: { type, id } = {} }) => {
    const found = findAction(String(action));
    if (!found)
      return [isOwnActionId(action) ? missingActionText : 'Choose an action for each tool.'];
    const use = agentUseOf(found);
    if (use === 'none') {
      const instead = 'Put it into a bot, and choose that bot under Bots.';
      return [`An agent cannot run "${found.name}" as a tool. ${instead}`];
    }
    const reason = hasNobody(approvers) ? approvalReason(actionToolOf(found), sources) : undefined;
    if (reason) {
      return [`"${found.name}" ${approvalReasonText(reason)}. Enter approvers for its calls.`];
    }
    if (id === undefined) return [`Choose an integration for "${found.name}".`];
    return supportsType(found, type) ? [] : [`"${found.name}" is for another type of integration.`];
  });
  return problems[0];
};

/** Each bot that an agent may run must be chosen, once only, and there must be approvers. */
export const checkAgentBots = (value: unknown, { approvers }: Settings): string | undefined => {
  const bots: { bot_id?: unknown }[] = Array.isArray(value) ? value : [];
  const ids = bots.map(({ bot_id }) => bot_id);
  if (ids.some((id) => typeof id !== 'string' || id === '')) return 'Choose a bot for each entry.';
  if (new Set(ids).size < ids.length) return 'A bot is listed twice. Remove one of the entries.';
  return ids.length > 0 && hasNobody(approvers)
    ? 'A run of a bot may change something. Enter approvers for each run.'
    : undefined;
};

/** Each MCP tool must be chosen, once only; tools that may change something need approvers. */
export const checkAgentMcpTools = (
  value: unknown,
  settings: Settings,
  { view }: Drawn,
): string | undefined => {
  const all: Partial<AgentMcpTool>[] = Array.isArray(value) ? value : [];
  const sources = otherSources(settings, isEventFromListener(view));
  const problems = all.flatMap((one, index) => {
    const { integration, accepted } = one;
    if (integration?.type !== 'mcp' || integration.id === undefined) {
      return ['Choose an MCP server for each tool.'];
    }
    if (!accepted) return ['Choose a tool for each entry.'];
    const isSame = (other: Partial<AgentMcpTool>) =>
      other.integration?.id === integration.id && other.accepted?.name === accepted.name;
    if (all.findIndex(isSame) !== index) return [`"${accepted.name}" is listed twice.`];
    const tool = mcpToolOf(one);
    const reason = hasNobody(settings['approvers']) && approvalReason(tool, sources);
    return reason
      ? [`"${accepted.name}" ${approvalReasonText(reason)}. Enter approvers for its calls.`]
      : [];
  });
  return problems[0];
};

/** Requires an integration of the right type for each client of an action's code. */
export const checkClients = (
  value: unknown,
  { action }: Settings,
  { findAction }: KnownActions,
): string | undefined => {
  const found = findAction(String(action));
  if (found?.executable_type !== 'python') return undefined;
  const integrations: Record<string, Named | undefined> = Object(value);
  const problems = found.call.clients.flatMap(({ name, integration_type }) => {
    const { type, id } = (Object.hasOwn(integrations, name) && integrations[name]) || {};
    if (id === undefined) return [`Choose an integration for the client ${name}.`];
    const problem =
      `The client ${name} is for another type of integration. ` +
      'Choose one of its type.';
    return type === integration_type ? [] : [problem];
  });
  return problems[0];
};

/**
 * Requires all mandatory parameters of the action. Values of a previously chosen action are kept,
 * in case it is chosen again.
 */
export const checkParameters = (
  value: unknown,
  { action }: Settings,
  { findAction }: KnownActions,
): string | undefined => {
  const found = findAction(String(action));
  if (!found) return undefined;
  const { parameters_definition: parameters } = found;
  const input: Settings = Object(value);
  const missing = parameters.find(({ name, required }) => required && isBlank(input[name]));
  if (missing) return `Enter ${missing.label}.`;
  return found.executable_type === 'sql' ? checkActionSql(found, input) : undefined;
};

const needsApprovalBefore = (node: GraphNode, { findAction }: KnownActions): boolean =>
  node.type === 'rest_api_action' &&
  !isSkipped(node) &&
  findAction(String(node.settings['action']))?.approval_required === true;

/** The ids of nodes that a run may reach from a node without an approval. */
const unapprovedIds = (
  view: GraphView,
  structure: Structure,
  start = view.start,
): ReadonlySet<string> => {
  const visitedIds = new Set<string>();
  const pending = start ? [start] : [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (visitedIds.has(node.id)) continue;
    visitedIds.add(node.id);
    const { id, type } = node;
    const edges = view.edges.filter(
      (edge) => edge.source === id && !(type === 'approval' && handleOf(edge) === 'approved'),
    );
    // A loop may have no turns, so its body, with any approval in it, may be passed over.
    const closer = structure.closerOf(id);
    pending.push(...edges.flatMap(({ target }) => view.find(target) ?? []));
    if (closer) pending.push(closer);
  }
  return visitedIds;
};

type Judged = KnownActions & { view: GraphView; structure: Structure };

/** Whether a run from a node (by default the start) may reach another node without an approval. */
export const isUnapproved = (
  { view, structure }: Omit<Judged, 'findAction'>,
  { id }: GraphNode,
  from?: string,
): boolean =>
  unapprovedIds(view, structure, from === undefined ? view.start : view.find(from)).has(id);

/** Actions that need approval must have an approval before them on every path. */
export const approvalProblems = ({ view, structure, ...knownActions }: Judged): Problem[] => {
  const nodesToApprove = view.nodes.filter((node) => needsApprovalBefore(node, knownActions));
  if (nodesToApprove.length === 0) return [];
  const unapproved = unapprovedIds(view, structure);
  return nodesToApprove
    .filter(({ id }) => unapproved.has(id))
    .map(({ id, name }) => ({
      node_id: id,
      message:
        `"${name}" runs an action that needs approval, but a path leads to it without one. ` +
        'Add an Approval before it, and connect its output "approved".',
    }));
};
