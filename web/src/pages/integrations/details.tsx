import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { allFields } from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { inventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { webhookSources } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';
import { displayNameOf, useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { IntegrationStatus, stateReasonOf } from '#web/components/integration-state.tsx';
import { ScanInfo } from './scan-info.tsx';
import { IntegrationUsage } from './integration-usage.tsx';

type Props = { one: IntegrationView };

/** The labels of a type's fields; for values without a field, the name as text. */
const useFields = ({ cspName }: IntegrationView) => {
  const { data } = useCall(integrations.getIntegrationForm, { cspName });
  const byName = new Map(allFields(data?.children ?? []).map((field) => [field.name, field]));
  return {
    labelOf: (name: string) => byName.get(name)?.label ?? displayNameOf(name),
    shownValue: (name: string, value: string) => {
      const field = byName.get(name);
      if (field?.type === 'integration') return <IntegrationLink accountId={value} />;
      if (field?.type === 'textarea') return <MultilineText text={value} />;
      return textOf(field, value);
    },
  };
};

/** A multi-line value, for example one model per line. */
const MultilineText = ({ text }: { text: string }) =>
  // The same line may occur twice.
  text.split('\n').map((line, at) => <div key={at}>{line}</div>);

/** Another integration that this one refers to; by its id if it was deleted. */
const IntegrationLink = ({ accountId }: { accountId: string }) => {
  const { data, error } = useCall(integrations.getIntegration, { accountId });
  if (error?.status === 404) return <>{accountId} (deleted)</>;
  return <Link to={pathTo('integration', { accountId })}>{data?.alias ?? accountId}</Link>;
};

const textOf = (field: FieldDefinition | undefined, value: string): string => {
  if (field?.type === 'checkbox') return value === 'true' ? 'Yes' : 'No';
  return field?.options?.find((option) => option.value === value)?.label ?? value;
};

/** The time of the last test; a test that sends a message runs only on request. */
const LastTest = ({ one: { tested_at, tested_by } }: Props) => (
  <>
    <Time at={tested_at} />
    {tested_by === 'message' && (
      <Box color="text-body-secondary">Not tested daily: its test sends a message.</Box>
    )}
  </>
);

const agentWords = { online: 'Online', offline: 'Offline' };

const agentsOf = ({ agent_status, agent_ids = [] }: IntegrationView) =>
  agent_status === undefined
    ? []
    : [{ label: 'Agents', value: agent_ids.length === 0 ? 'None' : agentWords[agent_status] }];

/** What is available for integrations of a type: actions, and listeners for its webhooks. */
const useRelatedLinks = (type: string) => {
  const one = { integration_type: type, number_of_items: 1 };
  const { data } = useCall(actions.listActions, one);
  const hasActions = data !== undefined && data.items.length > 0;
  const source = webhookSources.find((name) => name === type);
  const toActions = pathTo('actions', {}, { integrationType: type });
  const toListeners = pathTo('listeners', {}, { webhook_source_integration_type: type });
  return [
    ...(hasActions
      ? [{ label: 'Actions', value: <Link to={toActions}>Show its actions</Link> }]
      : []),
    ...(source
      ? [{ label: 'Events', value: <Link to={toListeners}>Show its listeners</Link> }]
      : []),
  ];
};

const StatusDetails = ({ one }: Props) => {
  const { accountId, cspName, category, groups } = one;
  const relatedLinks = useRelatedLinks(cspName);
  const { types } = useIntegrationTypes();
  return (
    <KeyValuePairs
      columns={3}
      items={[
        { label: 'State', value: <IntegrationStatus one={one} /> },
        { label: 'Reason', value: stateReasonOf(one) ?? '-' },
        { label: 'Connected as', value: one.connected_as ?? '-' },
        ...agentsOf(one),
        { label: 'Last tested', value: <LastTest one={one} /> },
        { label: 'Type', value: <IntegrationBadge type={cspName} /> },
        { label: 'Category', value: category },
        {
          label: 'Description',
          value: types.find(({ name }) => name === cspName)?.description ?? '-',
        },
        ...relatedLinks,
        { label: 'Groups', value: groups.join(', ') || '-' },
        { label: 'Owner', value: one.userId },
        { label: 'Updated', value: <Time at={one.updatedAt} /> },
        { label: 'Created', value: <Time at={one.createdAt} /> },
        { label: 'Integration ID', value: <Copy text={accountId} subject="integration ID" /> },
      ]}
    />
  );
};

const SettingValues = ({ one }: Props) => {
  const { labelOf, shownValue } = useFields(one);
  const entries = Object.entries(one.values);
  if (entries.length === 0) return <Box>No settings.</Box>;
  return (
    <KeyValuePairs
      columns={3}
      items={entries.map(([name, value]) => ({
        label: labelOf(name),
        value: shownValue(name, value),
      }))}
    />
  );
};

/** The details of an integration: its settings, its state, and what uses it. */
export const Details = ({ one }: Props) => (
  <SpaceBetween size="l">
    <Container header={<Header variant="h2">Overview</Header>}>
      <StatusDetails one={one} />
    </Container>
    <Container header={<Header variant="h2">Settings</Header>}>
      <SettingValues one={one} />
    </Container>
    {inventoryType.safeParse(one.cspName).success && (
      <Container header={<Header variant="h2">Inventory</Header>}>
        <ScanInfo accountId={one.accountId} />
      </Container>
    )}
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <LinkButton to={pathTo('bots', {}, { integrationId: one.accountId })}>
              Go to bots
            </LinkButton>
          }
        >
          Bots that use it
        </Header>
      }
    >
      <IntegrationUsage accountId={one.accountId} />
    </Container>
  </SpaceBetween>
);

/** Which secrets are stored; their values are never shown. */
export const Credentials = ({ one }: Props) => {
  const { labelOf } = useFields(one);
  const entries = Object.entries(one.credentials);
  return (
    <Container
      header={
        <Header variant="h2" description="Stored encrypted; cannot be shown again.">
          Credentials
        </Header>
      }
    >
      {entries.length === 0 ? (
        <Box>No secret is stored.</Box>
      ) : (
        <KeyValuePairs
          columns={2}
          items={entries.map(([name, mask]) => ({ label: labelOf(name), value: mask }))}
        />
      )}
    </Container>
  );
};

export const Scopes = ({ one: { scopes } }: Props) => (
  <Container
    header={
      <Header variant="h2" description="The hosts that its secrets may be sent to.">
        Scopes
      </Header>
    }
  >
    {scopes.length === 0 ? (
      <Box>Bots cannot send its secrets to any host.</Box>
    ) : (
      <ul>
        {scopes.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
    )}
  </Container>
);
