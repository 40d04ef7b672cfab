import type * as z from 'zod';
import { textsIn } from '#lib/kernel/value-kinds.ts';
import { quoteName } from '#lib/kernel/value-paths.ts';
import type { Integration } from '../integrations/integration.schema.ts';
import { modelOrDefault, modelProblem } from '../integrations/models.rules.ts';
import { type Bot, botSettings, type Graph, type GraphNode, type Problem } from './bot.schema.ts';
import { isSkipped, nodeFacts } from './node-facts.schema.ts';
import { modelQuestions } from './model-question.rules.ts';
import type { NodeKind } from './node-kinds.schema.ts';
import { nodeSettings } from './node.schema.ts';
import { pythonTextProblem } from './python-text.rules.ts';
import { throttledWarnings } from './throttled-warning.rules.ts';

/** Matches hosts and mail domains that are reserved for examples. */
const exampleAddress =
  /(?:https?:\/\/|@)(?:[a-z0-9-]+\.)*example(?:\.(?:com|net|org))?(?![a-z0-9.-]*[a-z0-9])/i;

const titleOf = ({ type }: GraphNode, name: string): string => {
  const fields: Record<string, z.ZodType> = nodeSettings[type].shape;
  const title = Object.hasOwn(fields, name) ? fields[name]?.meta()?.title : undefined;
  return typeof title === 'string' ? title : name;
};

const settingWarning = (node: GraphNode, name: string, problem: string): Problem => ({
  node_id: node.id,
  message: `"${node.name}", ${titleOf(node, name)}: ${problem}`,
});

/** The setting that names the people who decide or answer. */
const peopleField = ({ type }: GraphNode): string | undefined => {
  const facts = nodeFacts[type];
  return facts.does === 'asks' ? facts.people : undefined;
};

const exampleWarnings = (node: GraphNode): Problem[] =>
  Object.entries(node.settings).flatMap(([name, value]) => {
    // These people are checked against the organisation's users, who may have such addresses.
    if (name === peopleField(node)) return [];
    const found = textsIn(value).find((text) => exampleAddress.test(text));
    const [address] = (found && exampleAddress.exec(found)) || [];
    if (address === undefined) return [];
    return [settingWarning(node, name, `${address} is a placeholder address. Enter your own.`)];
  });

/** The literal addresses of a list, without those that an expression yields in a run. */
const literalAddressesIn = (value: unknown): string[] =>
  textsIn(value)
    .filter((text) => !text.includes('{%'))
    .map((text) => text.trim().toLowerCase());

const peopleCountText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

const approvalWarnings = (node: GraphNode): Problem[] => {
  const settings = nodeSettings.approval.safeParse(node.settings).data;
  if (!settings || settings.approvers.some((one) => one.includes('{%'))) return [];
  const approverCount = new Set(literalAddressesIn(settings.approvers)).size;
  const missingCount = settings.approvals_required - approverCount;
  // Without approvers one ROOT user decides.
  if (missingCount <= (approverCount === 0 ? 1 : 0)) return [];
  const subject =
    approverCount === 0
      ? 'nobody is'
      : `${peopleCountText(approverCount)} ${approverCount === 1 ? 'is' : 'are'}`;
  const consequence = `ROOT users would have to give ${missingCount} of the approvals.`;
  return [
    settingWarning(node, 'approvals_required', `${subject} named as approver. ${consequence}`),
  ];
};

const pythonWarnings = (node: GraphNode): Problem[] => {
  const { code } = node.settings;
  const problem = typeof code === 'string' ? pythonTextProblem(code) : undefined;
  return problem === undefined ? [] : [settingWarning(node, 'code', problem)];
};

/** Warnings about limits of a whole run that a single iteration can use up. */
const agentWarnings = (node: GraphNode): Problem[] => {
  const settings = nodeSettings.ai_agent.safeParse(node.settings).data;
  if (!settings) return [];
  const { max_tokens, max_run_tokens, max_cost_usd, max_run_cost_usd } = settings;
  const figure = (amount: number) => amount.toLocaleString('en');
  const limitWarnings = (
    field: string,
    limitText: string,
    ownLimit: number,
    runLimit: number | undefined,
  ) =>
    runLimit !== undefined && runLimit < ownLimit
      ? [
          settingWarning(
            node,
            field,
            `This is less than ${limitText} (${figure(ownLimit)}): one agent can use it up.`,
          ),
        ]
      : [];
  return [
    ...limitWarnings('max_run_tokens', 'Maximum tokens', max_tokens, max_run_tokens),
    ...limitWarnings('max_run_cost_usd', 'Maximum cost', max_cost_usd, max_run_cost_usd),
  ];
};

/** Further warnings by node kind. */
const warningsByKind: Partial<Record<NodeKind, (node: GraphNode) => Problem[]>> = {
  ai_agent: agentWarnings,
  approval: approvalWarnings,
  python_code: pythonWarnings,
};

const nodeWarningsOf = (node: GraphNode): Problem[] => [
  ...exampleWarnings(node),
  ...(warningsByKind[node.type]?.(node) ?? []),
];

/** The ids of the nodes that a run can reach after an approval was given. */
const nodesAfterApproval = ({ edges }: Graph, approvalId: string): Set<string> => {
  const approvedEdges = edges.filter(
    ({ source, sourceHandle }) => source === approvalId && sourceHandle === 'approved',
  );
  const found = new Set(approvedEdges.map(({ target }) => target));
  // Iterating over a set includes elements that are added meanwhile.
  for (const at of found) {
    for (const { source, target } of edges) if (source === at) found.add(target);
  }
  return found;
};

/** Warnings about loops over all that an approval asked about, including what was rejected. */
const unapprovedWarnings = (graph: Graph, approval: GraphNode): Problem[] => {
  const { resources } = approval.settings;
  if (typeof resources !== 'string' || resources.trim() === '') return [];
  const after = nodesAfterApproval(graph, approval.id);
  const code = quoteName(approval.name);
  return graph.nodes
    .filter(({ id, type }) => type === 'loop' && after.has(id))
    .filter(
      ({ settings: { items_to_iterate: items } }) =>
        typeof items === 'string' && items.trim() === resources.trim(),
    )
    .map((loop) =>
      settingWarning(
        loop,
        'items_to_iterate',
        `This repeats for all that "${approval.name}" asks about, even if it was rejected. ` +
          `Repeat for {% $nodes.${code}.resources %} to act only on what was approved.`,
      ),
    );
};

/** Warnings about likely failures of a run; they do not prevent it. */
export const graphWarnings = (graph: Graph): Problem[] =>
  graph.nodes
    .filter((node) => !isSkipped(node))
    .flatMap((node) => [
      ...nodeWarningsOf(node),
      ...(node.type === 'approval' ? unapprovedWarnings(graph, node) : []),
      ...(node.type === 'loop' ? throttledWarnings(graph, node) : []),
    ]);

/** The people whom a node names to decide or answer, and the setting that names them. */
const peopleOf = (node: GraphNode): { field: string; person: string }[] => {
  const field = peopleField(node);
  if (field === undefined || isSkipped(node)) return [];
  return literalAddressesIn(node.settings[field]).map((person) => ({ field, person }));
};

/** All people whom the graph names to decide or answer. */
export const askedPeople = ({ nodes }: Graph): string[] => [
  ...new Set(nodes.flatMap(peopleOf).map(({ person }) => person)),
];

/** The approvers that a node names, for its question or for calls of its AI agent. */
const approversOf = (node: GraphNode): string[] =>
  isSkipped(node) || !Object.hasOwn(nodeSettings[node.type].shape, 'approvers')
    ? []
    : literalAddressesIn(node.settings['approvers']);

/** All approvers that the graph names. */
export const namedApprovers = ({ nodes }: Graph): string[] => [
  ...new Set(nodes.flatMap(approversOf)),
];

/** Warnings about approvers without permission to approve, for whom a run would wait in vain. */
export const powerlessWarnings = ({ nodes }: Graph, powerless: ReadonlySet<string>): Problem[] =>
  nodes.flatMap((node) =>
    approversOf(node)
      .filter((person) => powerless.has(person))
      .map((person) => ({
        node_id: node.id,
        message: `${person} is an approver of "${node.name}" but has no permission to approve.`,
      })),
  );

type ErrorBot = Pick<Bot, 'status' | 'published_version'>;

/** Why an error bot cannot run, and what to do; undefined if it can. */
const errorBotFault = (bot: ErrorBot | undefined): { state: string; help: string } | undefined => {
  if (!bot) return { state: 'was deleted', help: 'Choose another one' };
  if (bot.published_version === undefined) {
    return { state: 'is not published', help: 'Publish it, or choose another one' };
  }
  if (bot.status === 'enabled') return undefined;
  return { state: 'is disabled', help: 'Enable it, or choose another one' };
};

/** Warning about an error bot that cannot run; it is also shown at the setting. */
export const errorBotWarnings = (bot: ErrorBot | undefined): Problem[] => {
  const fault = errorBotFault(bot);
  if (!fault) return [];
  const name = 'error_bot_id';
  const title = botSettings.shape[name].meta()?.title ?? name;
  const message = `The error bot ${fault.state}: failed runs start nothing. ${fault.help}, or none`;
  return [
    {
      message: `${message}, in the settings of this bot.`,
      field: { name, title, message: `${message}.` },
    },
  ];
};

/** The fields of a listener's events are only known after its first call. */
export const neverCalledText =
  'Nothing has called this listener yet, so the fields of its events are not known. ' +
  'Send it an event before you rely on the bot.';

const listenerGoneText = 'This listener does not exist any more. Choose another one.';

/** Warning about a listener that was deleted or has never been called. */
export const listenerWarnings = (
  { nodes }: Graph,
  listener: { last_called_at?: string | undefined } | undefined,
): Problem[] => {
  const start = nodes.find(({ type }) => type === 'start');
  if (!start || listener?.last_called_at !== undefined) return [];
  return [settingWarning(start, 'listener_id', listener ? neverCalledText : listenerGoneText)];
};

/** Warnings about people who are not (yet) in the organisation. */
export const strangerWarnings = ({ nodes }: Graph, strangers: ReadonlySet<string>): Problem[] =>
  nodes.flatMap((node) =>
    peopleOf(node)
      .filter(({ person }) => strangers.has(person))
      .map(({ field, person }) =>
        settingWarning(node, field, `${person} is not a user here. Invite them, or name another.`),
      ),
  );

/** Warnings about models that nodes use, by name or default, and that the integration lacks. */
export const modelWarnings = (
  graph: Graph,
  find: (integrationId: string) => Pick<Integration, 'alias' | 'values'> | undefined,
): Problem[] =>
  modelQuestions(graph).flatMap(({ node_id, name, integration_id, model }) => {
    const integration = find(integration_id);
    const problem =
      integration && modelProblem(integration, modelOrDefault(integration.values, model));
    return problem === undefined ? [] : [{ node_id, message: `"${name}": ${problem}` }];
  });
