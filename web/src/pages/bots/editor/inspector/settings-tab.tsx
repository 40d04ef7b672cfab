import { Suspense } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import { nodeFacts, policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import type { Choice, FieldContext } from '../../fields/control.ts';
import { type Field, fieldsOf } from '../../fields/fields.ts';
import { SettingsForm } from '../../fields/settings-form.tsx';
import { queriedType } from '../../query/query-settings.ts';
import type { Edit } from '../document/edit.ts';
import { issueOfField } from '../document/issue-text.ts';
import { regeneratedName } from '../document/naming.ts';
import type { TriggerEvents } from '../../trial/use-trigger-events.ts';
import { PolicySection } from './policy-section.tsx';
import { type NamedSample, useFieldContext } from './use-field-context.ts';
import { OutputFields } from './output-fields.tsx';
import { NodeConnections } from './connections.tsx';

const LazyQueryTools = lazyPart(
  async () => (await import('../../query/query-tools.tsx')).QueryTools,
);

const LazyTriggerSchedule = lazyPart(
  async () => (await import('../../schedule/trigger-schedule.tsx')).TriggerSchedule,
);

type Props = {
  graph: Graph;
  node: GraphNode;
  problems: readonly Problem[];
  readOnly: boolean;
  onEdit: (edit: Edit, mergeKey?: string) => void;
  /** The data for previews of expressions. */
  sample?: NamedSample | undefined;
  /** The events of the bot's listener. */
  triggerEvents?: TriggerEvents | undefined;
  /** Called when a field is left: from now on it shows its own problems. */
  onLeave?: ((name: string) => void) | undefined;
  /** Leads to the choice of data; undefined if there is none. */
  onChooseData?: (() => void) | undefined;
};

const PreviewData = ({ sample, onChooseData }: Pick<Props, 'sample' | 'onChooseData'>) =>
  (onChooseData || sample) && (
    <Box variant="small" color="text-body-secondary">
      {sample ? `Previews use ${sample.name}. ` : 'Preview expressions: '}
      {onChooseData && (
        <Button variant="inline-link" onClick={onChooseData}>
          {sample ? 'Change data' : 'Choose saved data'}
        </Button>
      )}
    </Box>
  );

/**
 * Whether a field is shown: code has clients, every other action one integration; an earlier choice
 * is shown too.
 */
const isFieldShown = ({ control }: Field, value: unknown, { action }: FieldContext): boolean => {
  const isCode = action?.executable_type === 'python';
  const isChosen = Object.keys(Object(value)).length > 0;
  if (control === 'clients') return isCode || isChosen;
  return control !== 'integration' || !isCode || isChosen;
};

/** For a query, only integrations of its type are offered. */
const withQueriedType = (field: Field, settings: GraphNode['settings']): Field =>
  field.control === 'integrations' ? { ...field, only: [queriedType(settings)] } : field;

/** The node's name after an action is chosen, unless a user has named the node. */
const nameForAction = (
  graph: Graph,
  node: GraphNode,
  { action }: Record<string, unknown>,
  actions: readonly Choice[],
): string | undefined => {
  const labelOf = (id: unknown) => actions.find(({ value }) => value === id)?.label;
  const desiredName = labelOf(action);
  if (desiredName === undefined || action === node.settings['action']) return undefined;
  const previousNames = [nodeFacts[node.type].label, labelOf(node.settings['action']) ?? ''];
  return regeneratedName(graph, node, { previousNames, desiredName });
};

/** A node's form, generated from its schema, with its policy and its outgoing arrows. */
export const SettingsTab = (props: Props) => {
  const { graph, node, problems, readOnly, onEdit, sample, triggerEvents } = props;
  const baseContext = useFieldContext(graph, node, { sample, paths: triggerEvents?.paths });
  const context = {
    ...baseContext,
    issueOf: (name: string) => issueOfField(node.id, problems, name),
    onLeave: props.onLeave,
  };
  const fields = fieldsOf(nodeSettings[node.type].shape, node.settings)
    .filter((field) => isFieldShown(field, node.settings[field.name], baseContext))
    .map((field) => withQueriedType(field, node.settings));
  const hasExpressions = JSON.stringify(node.settings).includes('{%');
  return (
    <SpaceBetween size="l">
      {fields.length === 0 && (
        <Box color="text-body-secondary">This kind of node has no settings.</Box>
      )}
      {hasExpressions && <PreviewData {...props} />}
      <SettingsForm
        fields={fields}
        settings={node.settings}
        readOnly={readOnly}
        context={context}
        onChange={(settings, changeKey) => {
          const name = nameForAction(graph, node, settings, baseContext.choices.action.options);
          const nameChange = name !== undefined && { name };
          onEdit(
            { do: 'configure', id: node.id, settings, ...nameChange },
            `${node.id} ${changeKey}`,
          );
        }}
      />
      {node.type === 'steampipe_query' && (
        <Suspense fallback={null}>
          <LazyQueryTools
            settings={node.settings}
            readOnly={readOnly}
            preview={baseContext.preview}
          />
        </Suspense>
      )}
      {!readOnly && node.settings['trigger_type'] === 'scheduled' && (
        <Suspense fallback={null}>
          <LazyTriggerSchedule />
        </Suspense>
      )}
      {policyKinds.has(node.type) && (
        <PolicySection
          node={node}
          readOnly={readOnly}
          context={baseContext}
          onChange={(policy, changeKey) =>
            onEdit({ do: 'setPolicy', id: node.id, policy }, `${node.id} policy ${changeKey}`)
          }
        />
      )}
      <OutputFields node={node} />
      <NodeConnections graph={graph} node={node} readOnly={readOnly} onEdit={onEdit} />
    </SpaceBetween>
  );
};
