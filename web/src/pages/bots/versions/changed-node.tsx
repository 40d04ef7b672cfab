import type { ComponentType } from 'react';
import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import {
  type IntegrationSetting,
  integrationSetting,
} from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeDifference } from '#lib/domain/bots/version.schema.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import {
  ChangedFields,
  type ColumnTitles,
  FieldText,
  type FieldValueProps,
} from '#web/components/changed-fields.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { type Difference, differenceLabels } from '#web/components/graph/flow.ts';
import { allActions } from '#web/components/graph/use-action-names.ts';
import { fieldTitle, fieldValueText } from './field-title.ts';

const colors: Record<Difference, BadgeProps['color']> = {
  added: 'green',
  changed: 'blue',
  removed: 'red',
};

const labels: Readonly<Record<string, { label: string }>> = nodeFacts;

/** By its alias if it still exists and may be read. */
const Integration = ({ type, id }: IntegrationSetting) => {
  const { nameOf } = useIntegrationTypes();
  const { data } = useCall(
    integrations.getIntegration,
    { accountId: id ?? '' },
    { enabled: id !== undefined },
  );
  return <>{`${nameOf(type)}: ${data?.alias ?? id ?? 'none chosen'}`}</>;
};

const integrationFields: ReadonlySet<string> = new Set([
  'settings.integration',
  'settings.mail_server',
]);

/** By its name if it still exists and may be read. */
const Listener = ({ id }: { id: string }) => {
  const { data } = useCall(listeners.getListener, { listener_id: id });
  return <>{data?.name ?? id}</>;
};

const Action = ({ id }: { id: string }) => {
  const { data } = useCall(actions.listActions, allActions);
  return <>{data?.items.find(({ _id }) => _id === id)?.name ?? id}</>;
};

const fieldComponents: Readonly<Record<string, ComponentType<{ id: string }>>> = {
  'settings.listener_id': Listener,
  'settings.action': Action,
};

const clientSettings = z.record(z.string(), integrationSetting);

/** The integrations of the clients of an action's code. */
const Clients = ({ clients }: { clients: z.output<typeof clientSettings> }) => (
  <>
    {Object.entries(clients).map(([name, one]) => (
      <div key={name}>
        {name}: <Integration {...one} />
      </div>
    ))}
  </>
);

const FieldValue = ({ field, value, valueText }: FieldValueProps) => {
  const clients = field === 'settings.clients' ? clientSettings.safeParse(value).data : undefined;
  if (clients && Object.keys(clients).length > 0) return <Clients clients={clients} />;
  const Named = fieldComponents[field];
  if (Named && typeof value === 'string' && value !== '') return <Named id={value} />;
  const integration = integrationFields.has(field)
    ? integrationSetting.safeParse(value).data
    : null;
  return integration ? (
    <Integration {...integration} />
  ) : (
    <FieldText value={value} valueText={valueText} />
  );
};

/** Only one column if the node exists in one version only. */
const columns: Record<Difference, readonly ('before' | 'after')[]> = {
  added: ['after'],
  changed: ['before', 'after'],
  removed: ['before'],
};

type Props = {
  node: NodeDifference;
  titles?: ColumnTitles | undefined;
};

const Fields = ({ node: { name, type, how, fields, settings }, titles }: Props) => (
  <ChangedFields
    label={how === 'changed' ? `Fields of ${name} that differ` : `Fields of ${name}`}
    fields={fields}
    columns={columns[how]}
    titles={titles}
    titleOf={(field) => fieldTitle(type, field)}
    valueTextOf={(field, value, column) => fieldValueText(type, field, value, settings[column])}
    Value={FieldValue}
  />
);

/** One node that differs between two versions, field by field. */
export const ChangedNode = ({ node, titles }: Props) => {
  const { name, type, how } = node;
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box variant="h3">{name}</Box>
        <Badge color={colors[how]}>{differenceLabels[how]}</Badge>
        <Box color="text-body-secondary">{labels[type]?.label ?? type}</Box>
      </SpaceBetween>
      {node.fields.length > 0 && <Fields {...{ node, titles }} />}
    </SpaceBetween>
  );
};
