import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { clientsOf } from '#lib/domain/actions/action.rules.ts';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { PythonClient } from '#lib/domain/actions/definition.schema.ts';
import { actions } from '#web/api/actions.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { PythonCode } from '#web/components/code/python-view.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { callFacts } from './call-facts.tsx';
import { ApprovalRequirement, Owner, typeNames } from './columns.tsx';
import { parameterTypeNames } from './parameter-labels.ts';
import { type OnAct, RowMenu } from './row-menu.tsx';
import { UsedBy } from './used-by.tsx';

type Parameter = ActionView['parameters_definition'][number];

/** What a parameter accepts: `text, required`, `number, 30 unless given`. */
const parameterText = ({ type, required, default: defaultValue }: Parameter): string => {
  const typeName = parameterTypeNames[type];
  if (required) return `${typeName}, required`;
  return `${typeName}, ${defaultValue === undefined ? 'optional' : `${defaultValue} unless given`}`;
};

const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) =>
  parameters.length === 0 ? (
    <Box color="text-body-secondary">No parameters added</Box>
  ) : (
    <SpaceBetween size="s">
      {parameters.map((one) => (
        <div key={one.name}>
          <Box fontWeight="bold" display="inline">
            {one.label}
          </Box>{' '}
          <Box variant="small" color="text-body-secondary" display="inline">
            {parameterText(one)}
          </Box>
          <div>{one.description}</div>
          {one.options && <Box variant="small">One of {one.options.join(', ')}</Box>}
        </div>
      ))}
    </SpaceBetween>
  );

/** The integrations that the code calls, and whether it may change data there. */
const Clients = ({ clients }: { clients: readonly PythonClient[] }) =>
  clients.length === 0 ? (
    <Box color="text-body-secondary">No clients added</Box>
  ) : (
    <SpaceBetween size="xs">
      {clients.map(({ name, integration_type, read_only }) => (
        <SpaceBetween key={name} size="xs" direction="horizontal" alignItems="center">
          <Box variant="code">clients.{name}</Box>
          <IntegrationBadge type={integration_type} />
          <Box variant="small" color="text-body-secondary">
            {read_only ? 'Reads only' : 'Reads and writes'}
          </Box>
        </SpaceBetween>
      ))}
    </SpaceBetween>
  );

/** The code of a Python action. */
const Code = ({ call }: Pick<ActionView, 'call'>) => {
  const { code }: { code?: unknown } = Object(call);
  return typeof code === 'string' && <PythonCode text={code} subject="Code" />;
};

const LastSaved = ({ updated_at, updated_by, version }: ActionView) => (
  <>
    Version {version}, <Time at={updated_at} /> by {updated_by}
  </>
);

/** A 4xx is shown with its own message; anything else as a server error. */
const ActionLoadFailed = ({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) =>
  error.status >= 500 ? (
    <Alert
      type="error"
      header="Something Went Wrong!"
      action={<Button onClick={() => onRetry()}>Retry</Button>}
    >
      {failureText(error)}
    </Alert>
  ) : (
    <LoadFailed error={error} subject="this action" onRetry={onRetry} />
  );

type Props = { id: string; onAct: OnAct };

/** One action: its purpose, parameters, calls, and the bots that use it. */
export const ActionDetails = ({ id, onAct }: Props) => {
  const { data, error, refetch } = useCall(actions.getAction, { action_id: id });
  if (error) return <ActionLoadFailed error={error} onRetry={refetch} />;
  if (!data) return <Loading text="Loading action" />;
  return (
    <SpaceBetween size="l">
      <Box variant="h3" padding="n">
        {data.name}
      </Box>
      <div>{data.description}</div>
      <RowMenu one={data} onAct={onAct} text="Actions" />
      <KeyValuePairs
        items={[
          { label: 'Integration', value: <IntegrationBadge type={data.integration_type} /> },
          { label: 'Category', value: data.category },
          { label: 'Type', value: typeNames[data.executable_type] },
          { label: 'Approval', value: <ApprovalRequirement required={data.approval_required} /> },
          { label: 'Owner', value: <Owner {...data} /> },
          ...(data.owner === 'self'
            ? [{ label: 'Last change', value: <LastSaved {...data} /> }]
            : []),
          { label: 'Calls', value: <Box variant="code">{data.calls}</Box> },
          ...callFacts(data),
        ]}
      />
      <div>
        <Box variant="h4">Parameters</Box>
        <Parameters parameters={data.parameters_definition} />
      </div>
      {data.executable_type === 'python' && (
        <SpaceBetween size="l">
          <div>
            <Box variant="h4">Clients</Box>
            <Clients clients={clientsOf(data)} />
          </div>
          <div>
            <Box variant="h4">Code</Box>
            <Code call={data.call} />
          </div>
        </SpaceBetween>
      )}
      <div>
        <Box variant="h4">Used by</Box>
        <UsedBy id={id} emptyContent={<Box color="text-body-secondary">No bot runs it.</Box>}>
          {(names) => names}
        </UsedBy>
      </div>
    </SpaceBetween>
  );
};
