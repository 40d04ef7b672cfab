import './changed-fields.css';
import type { ComponentType } from 'react';
import Box from '@cloudscape-design/components/box';
import type { FieldChange } from '#lib/kernel/field-changes.ts';
import { dividerColor } from './divider-color.ts';

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/**
 * Values that are shown in words and need no code font: a boolean, a number, a list of addresses.
 */
const plainTextOf = (value: unknown): string | undefined => {
  if (value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '(empty)';
  return Array.isArray(value) && value.every(isPlain) ? value.join(', ') : undefined;
};

export type FieldValueProps = {
  field: string;
  value: unknown;
  /** The field's own text for the value, if it has one. */
  valueText?: string | undefined;
};

/** A value of any kind as text. */
export const FieldText = ({
  value,
  valueText = plainTextOf(value),
}: Omit<FieldValueProps, 'field'>) => {
  if (valueText !== undefined) return <span className="changed-fields-value">{valueText}</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <Box variant="code">
      <span className="changed-fields-value">{text}</span>
    </Box>
  );
};

const defaultTitles = { before: 'Before', after: 'After' };
type Column = keyof typeof defaultTitles;

/** The titles of the two versions' columns. */
export type ColumnTitles = Readonly<Record<Column, string>>;

type Props = {
  label: string;
  fields: readonly FieldChange[];
  /** Only one column if the fields exist in one version only. */
  columns?: readonly Column[];
  /** `Before` and `After` by default. */
  titles?: ColumnTitles | undefined;
  titleOf: (field: string) => string;
  /** The field's text for a value; undefined if it has none. */
  valueTextOf?: (field: string, value: unknown, column: Column) => string | undefined;
  /** How a value is shown: as text by default. */
  Value?: ComponentType<FieldValueProps>;
};

/** The fields in which two versions differ, one row each. */
export const ChangedFields = (props: Props) => {
  const { label, fields, columns = ['before', 'after'], titleOf, Value = FieldText } = props;
  const { titles = defaultTitles } = props;
  return (
    <table className="changed-fields" style={dividerColor} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {titles[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((change) => (
          <tr key={change.field}>
            <th scope="row">{titleOf(change.field)}</th>
            {columns.map((column) => (
              <td key={column}>
                <Value
                  field={change.field}
                  value={change[column]}
                  valueText={props.valueTextOf?.(change.field, change[column], column)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
