import './versions.css';
import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import { nodeCatalogue } from '#lib/domain/bots/node.schema.ts';
import type { FieldChange, NodeDifference } from '#lib/domain/bots/version.schema.ts';
import { fieldTitle } from './field-title.ts';

const marks: Record<NodeDifference['how'], { text: string; color: BadgeProps['color'] }> = {
  added: { text: 'Added', color: 'green' },
  changed: { text: 'Changed', color: 'blue' },
  removed: { text: 'Removed', color: 'red' },
};

const labels: Readonly<Record<string, { label: string }>> = nodeCatalogue;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  return value === undefined ? '-' : JSON.stringify(value, null, 2);
};

const Value = ({ value }: { value: unknown }) => (
  <Box variant="code">
    <span className="bot-version-value">{textOf(value)}</span>
  </Box>
);

const columns = (kind: string) => [
  {
    id: 'field',
    header: 'Field',
    isRowHeader: true,
    width: '26%',
    cell: ({ field }: FieldChange) => fieldTitle(kind, field),
  },
  {
    id: 'before',
    header: 'Before',
    width: '37%',
    cell: ({ before }: FieldChange) => <Value value={before} />,
  },
  {
    id: 'after',
    header: 'After',
    width: '37%',
    cell: ({ after }: FieldChange) => <Value value={after} />,
  },
];

/** One node that two versions differ in, field by field where it is in both. */
export const ChangedNode = ({ node }: { node: NodeDifference }) => {
  const { name, type, how, fields } = node;
  const { text, color } = marks[how];
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box variant="h3">{name}</Box>
        <Badge color={color}>{text}</Badge>
        <Box color="text-body-secondary">{labels[type]?.label ?? type}</Box>
      </SpaceBetween>
      {fields.length > 0 && (
        <Table
          variant="embedded"
          wrapLines
          items={fields}
          trackBy="field"
          columnDefinitions={columns(type)}
          ariaLabels={{ tableLabel: `Fields of ${name} that differ` }}
        />
      )}
    </SpaceBetween>
  );
};
