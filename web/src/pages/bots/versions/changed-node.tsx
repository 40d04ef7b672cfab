import './versions.css';
import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import {
  type IntegrationSetting,
  integrationSetting,
} from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeDifference } from '#lib/domain/bots/version.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { type Difference, differenceLabels } from '#web/components/graph/flow.ts';
import { dividerColor } from './divider-color.ts';
import { fieldTitle } from './field-title.ts';

const colors: Record<Difference, BadgeProps['color']> = {
  added: 'green',
  changed: 'blue',
  removed: 'red',
};

const labels: Readonly<Record<string, { label: string }>> = nodeFacts;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  return value === undefined ? '-' : JSON.stringify(value, null, 2);
};

const Value = ({ value }: { value: unknown }) => (
  <Box variant="code">
    <span className="bot-version-value">{textOf(value)}</span>
  </Box>
);

/** By its alias where it is still there and may be read. */
const Integration = ({ type, id }: IntegrationSetting) => {
  const { nameOf } = useIntegrationTypes();
  const { data } = useCall(
    integrations.getIntegration,
    { accountId: id ?? '' },
    { enabled: id !== undefined },
  );
  return <>{`${nameOf(type)}: ${data?.alias ?? id ?? 'none chosen'}`}</>;
};

const FieldValue = ({ field, value }: { field: string; value: unknown }) => {
  const used = field === 'settings.integration' ? integrationSetting.safeParse(value).data : null;
  return used ? <Integration {...used} /> : <Value value={value} />;
};

/** What is in one version only has one value. */
const columns: Record<Difference, readonly ('before' | 'after')[]> = {
  added: ['after'],
  changed: ['before', 'after'],
  removed: ['before'],
};

const titles = { before: 'Before', after: 'After' };

const Fields = ({ name, type, how, fields }: NodeDifference) => (
  <table
    className="bot-version-fields"
    style={dividerColor}
    aria-label={how === 'changed' ? `Fields of ${name} that differ` : `Fields of ${name}`}
  >
    <thead>
      <tr>
        <th scope="col">Field</th>
        {columns[how].map((column) => (
          <th key={column} scope="col">
            {titles[column]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {fields.map((change) => (
        <tr key={change.field}>
          <th scope="row">{fieldTitle(type, change.field)}</th>
          {columns[how].map((column) => (
            <td key={column}>
              <FieldValue field={change.field} value={change[column]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** One node that two versions differ in, field by field. */
export const ChangedNode = ({ node }: { node: NodeDifference }) => {
  const { name, type, how } = node;
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box variant="h3">{name}</Box>
        <Badge color={colors[how]}>{differenceLabels[how]}</Badge>
        <Box color="text-body-secondary">{labels[type]?.label ?? type}</Box>
      </SpaceBetween>
      {node.fields.length > 0 && <Fields {...node} />}
    </SpaceBetween>
  );
};
