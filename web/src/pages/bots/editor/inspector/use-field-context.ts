import { useMemo } from 'react';
import * as z from 'zod';
import { isEventFromListener } from '#lib/domain/bots/agent-approval.rules.ts';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { agentBotIdsOf, usedIntegrations } from '#lib/domain/bots/integration.rules.ts';
import { isInRuns, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { Values } from '#lib/domain/integrations/form.rules.ts';
import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { defaultModel, offeredModels } from '#lib/domain/integrations/models.rules.ts';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { neverCalledText } from '#lib/domain/bots/warning.rules.ts';
import { actions } from '#web/api/actions.ts';
import { compliance } from '#web/api/compliance.ts';
import { listeners } from '#web/api/listeners.ts';
import { allActions } from '#web/components/graph/use-action-names.ts';
import { stateText } from '#web/components/integration-state.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useSelectableBots } from '#web/components/use-selectable-bots.ts';
import { useSelectableIntegrations } from '#web/components/use-selectable-integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Choice, Choices, FieldContext, Models } from '../../fields/control.ts';
import { type Control, fieldsOf } from '../../fields/fields.ts';
import { queriedType } from '../../query/query-settings.ts';
import type { Sample } from '../../trial/sample.ts';
import { useGraphChecker } from '../graph-checker.ts';
import { referencesAt } from '../document/references.ts';

/** All listeners or rules: the API's largest page. */
const fullPage = { page_number: 1, number_of_items: 1000 };

type Answer<T> = {
  data: { items: readonly T[] } | undefined;
  error: unknown;
  refetch: () => unknown;
};

const choicesOf = <T>(
  { data, error, refetch }: Answer<T>,
  describe: (item: T) => Choice,
): Choices => ({
  options: (data?.items ?? []).map(describe),
  statusType: data ? 'finished' : error ? 'error' : 'loading',
  retry: () => void refetch(),
});

type Found<T> = {
  found: {
    data: { items: readonly T[] } | undefined;
    statusType: Choices['statusType'];
    refetch: () => unknown;
  };
  search: Choices['search'] | undefined;
};

const foundChoices = <T>({ found, search }: Found<T>, describe: (item: T) => Choice): Choices => ({
  options: (found.data?.items ?? []).map(describe),
  statusType: found.statusType,
  retry: () => void found.refetch(),
  ...(search && { search }),
});

const useListeners = (enabled: boolean): Choices =>
  choicesOf(useCall(listeners.listListeners, fullPage, { enabled }), (one) => ({
    value: one._id,
    label: one.name,
    ...(one.last_called_at === undefined && {
      labelTag: 'Not called yet',
      warning: neverCalledText,
    }),
  }));

const severityWords = ({ severity, service }: RuleRow): string => `${severity}, ${service}`;

const useComplianceRules = (enabled: boolean): Choices =>
  choicesOf(useCall(compliance.listComplianceRules, fullPage, { enabled }), (one) => ({
    value: one.rule_id,
    label: one.title,
    description: severityWords(one),
  }));

const notRun = 'It cannot run: it is disabled, or has no published version.';

const useBots = (enabled: boolean, chosen: readonly string[]): Choices =>
  foundChoices(useSelectableBots({ enabled, chosen }), (one) => ({
    value: one._id,
    label: one.name,
    ...(!(one.status === 'enabled' && one.published_version) && { warning: notRun }),
  }));

const useScannedIntegrations = (enabled: boolean, chosen: readonly string[]): Choices =>
  foundChoices(useSelectableIntegrations({ enabled, chosen, types: inventoryTypes }), (one) => ({
    value: one.accountId,
    label: one.alias,
  }));

const integrationRef = z.object({ id: z.string() });

const idIn = (setting: unknown): string => integrationRef.safeParse(setting).data?.id ?? '';

const hasModels = (type: string): boolean => modelTypes.some((one) => one === type);

const modelsOf = (values: Values): Models => ({
  listed: offeredModels(values),
  defaultModel: defaultModel(values),
});

const useIntegrations = (
  enabled: boolean,
  chosen: readonly string[],
  types?: readonly string[],
): Choices => {
  const { nameOf } = useIntegrationTypes(enabled);
  const answer = useSelectableIntegrations({ enabled, chosen, ...(types && { types }) });
  return foundChoices(answer, (one) => ({
    value: one.accountId,
    label: one.alias,
    labelTag: stateText(one),
    type: one.cspName,
    group: nameOf(one.cspName),
    use: one.used_for,
    ...(one.mcp_tools && { mcpTools: one.mcp_tools }),
    ...(one.mcp_tools_incomplete && { hasMoreMcpTools: true }),
    ...(hasModels(one.cspName) && { models: modelsOf(one.values) }),
    ...(one.integrationState === 'ERROR' && {
      warning: `Its last test failed. ${one.state_reason ?? ''}`,
    }),
  }));
};

const needsApprovalText =
  'Somebody has to approve this before it runs: put an Approval before this node.';

const useActions = (enabled: boolean, chosen: unknown) => {
  const { nameOf } = useIntegrationTypes(enabled);
  const answer = useCall(actions.listActions, allActions, { enabled });
  const action_id = enabled && typeof chosen === 'string' ? chosen : '';
  const { data } = useCall(actions.getAction, { action_id }, { enabled: action_id !== '' });
  const choices = choicesOf(answer, (one) => ({
    value: one._id,
    label: one.name,
    group: nameOf(one.integration_type),
    agentUse: one.agent_use,
    agentFacts: one.agent_facts,
    types: one.integration_types,
    ...(one.approval_required && { labelTag: 'Approval required', warning: needsApprovalText }),
  }));
  return { choices, action: data };
};

/** The kinds of fields in the node's current form. */
const controlsOf = ({ type, settings }: GraphNode): Set<Control> =>
  new Set(fieldsOf(nodeSettings[type].shape, settings).map(({ control }) => control));

/** The integration types that a node can use; undefined for any type, as for tools. */
const typesOf = ({ type, settings }: GraphNode) => {
  const fields = fieldsOf(nodeSettings[type].shape, settings);
  if (fields.some(({ control }) => control === 'toolkit')) return undefined;
  return fields.find(({ only }) => only)?.only;
};

const otherNodeOptions = (graph: Graph, nodeId: string) =>
  graph.nodes
    .filter((node) => node.id !== nodeId && isInRuns(node))
    .map(({ name, type }) => ({
      value: name,
      label: name,
      description: nodeFacts[type].label,
    }));

/** Saved data, and its name for use in a sentence. */
export type NamedSample = { of: Sample; name: string };

const usePreviews = (sample: NamedSample | undefined): FieldContext['preview'] => {
  const previewOf = useGraphChecker()?.previewOf;
  const [data, name] = [sample?.of, sample?.name];
  return useMemo(
    () =>
      data && name !== undefined && previewOf
        ? { name, of: (text: string) => previewOf(text, data) }
        : undefined,
    [data, name, previewOf],
  );
};

type Data = {
  sample?: NamedSample | undefined;
  /** The paths seen in events of the bot's listener. */
  paths?: readonly string[] | undefined;
};

/**
 * The data for a node's form: the choices of its fields, the values that its expressions can read,
 * and their results with saved data, if some is chosen.
 */
export const useFieldContext = (
  graph: Graph,
  node: GraphNode,
  { sample, paths }: Data = {},
): FieldContext => {
  const controls = useMemo(() => controlsOf(node), [node]);
  const listener = useListeners(controls.has('listener'));
  const compliance_rules = useComplianceRules(controls.has('compliance_rules'));
  const usedIds = useMemo(() => [...usedIntegrations({ nodes: [node] }).keys()], [node]);
  const scanned_integrations = useScannedIntegrations(
    controls.has('scanned_integrations'),
    usedIds,
  );
  const integration = useIntegrations(
    controls.has('integration') || controls.has('integrations'),
    usedIds,
    controls.has('integrations') ? [queriedType(node.settings)] : typesOf(node),
  );
  const { choices: action, action: chosenAction } = useActions(
    controls.has('action') || controls.has('toolkit'),
    node.settings['action'],
  );
  const bot = useBots(node.type === 'ai_agent', agentBotIdsOf({ nodes: [node] }));
  const references = useMemo(() => referencesAt(graph, node.id, paths), [graph, node.id, paths]);
  const nodes = useMemo(() => otherNodeOptions(graph, node.id), [graph, node.id]);
  const preview = usePreviews(sample);
  const problemOf = useGraphChecker()?.problemOf;
  return {
    draftSettings: node.settings,
    isEventSent: isEventFromListener(graph),
    choices: { bot, listener, compliance_rules, scanned_integrations, integration, action },
    action: chosenAction,
    models: integration.options.find(({ value }) => value === idIn(node.settings['integration']))
      ?.models,
    nodes,
    references,
    problemOf,
    preview,
  };
};
