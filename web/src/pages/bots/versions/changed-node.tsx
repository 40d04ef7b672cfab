import './versions.css';
import Badge, { type BadgeProps } from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { colorBorderDividerDefault } from '@cloudscape-design/design-tokens';
import { nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeDifference } from '#lib/domain/bots/version.schema.ts';
import { fieldTitle } from './field-title.ts';

const marks: Record<NodeDifference['how'], { text: string; color: BadgeProps['color'] }> = {
  added: { text: 'Added', color: 'green' },
  changed: { text: 'Changed', color: 'blue' },
  removed: { text: 'Removed', color: 'red' },
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

const line: Record<`--${string}`, string> = { '--bot-version-line': colorBorderDividerDefault };

const Fields = ({ name, type, fields }: NodeDifference) => (
  <table className="bot-version-fields" style={line} aria-label={`Fields of ${name} that differ`}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Before</th>
        <th scope="col">After</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{fieldTitle(type, field)}</th>
          <td>
            <Value value={before} />
          </td>
          <td>
            <Value value={after} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** One node that two versions differ in, field by field where it is in both. */
export const ChangedNode = ({ node }: { node: NodeDifference }) => {
  const { name, type, how } = node;
  const { text, color } = marks[how];
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box variant="h3">{name}</Box>
        <Badge color={color}>{text}</Badge>
        <Box color="text-body-secondary">{labels[type]?.label ?? type}</Box>
      </SpaceBetween>
      {node.fields.length > 0 && <Fields {...node} />}
    </SpaceBetween>
  );
};
