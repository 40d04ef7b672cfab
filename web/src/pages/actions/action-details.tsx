import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Approval, typeNames } from './columns.tsx';

type Parameter = ActionView['parameters_definition'][number];

const typeWords: Record<Parameter['type'], string> = {
  text: 'text',
  long_text: 'text of several lines',
  number: 'number',
  list: 'list of texts',
};

/** What a parameter takes: `text, required`, `number, 30 unless given`. */
const taken = ({ type, required, default: usual }: Parameter): string => {
  if (required) return `${typeWords[type]}, required`;
  return `${typeWords[type]}, ${usual === undefined ? 'optional' : `${usual} unless given`}`;
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
            {taken(one)}
          </Box>
          <div>{one.description}</div>
          {one.options && <Box variant="small">One of {one.options.join(', ')}</Box>}
        </div>
      ))}
    </SpaceBetween>
  );

/** One action: what it is for, what it is given, and what it calls. */
export const ActionDetails = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(actions.getAction, { action_id: id });
  if (error) return <LoadFailed error={error} what="this action" onRetry={refetch} />;
  if (!data) return <Loading text="Loading action" />;
  return (
    <SpaceBetween size="l">
      <Box variant="h3" padding="n">
        {data.name}
      </Box>
      <div>{data.description}</div>
      <KeyValuePairs
        items={[
          { label: 'Integration', value: <IntegrationBadge type={data.integration_type} /> },
          { label: 'Category', value: data.category },
          { label: 'Type', value: typeNames[data.executable_type] },
          { label: 'Approval', value: <Approval required={data.approval_required} /> },
          { label: 'Calls', value: <Box variant="code">{data.calls}</Box> },
        ]}
      />
      <div>
        <Box variant="h4">Parameters</Box>
        <Parameters parameters={data.parameters_definition} />
      </div>
    </SpaceBetween>
  );
};
