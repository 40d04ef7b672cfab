import './changed-fields.css';
import type { ComponentType } from 'react';
import Box from '@cloudscape-design/components/box';
import type { FieldChange } from '#lib/kernel/field-changes.ts';
import { dividerColor } from './divider-color.ts';

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  return value === undefined ? '-' : JSON.stringify(value, null, 2);
};

export type FieldValueProps = { field: string; value: unknown };

/** A value of any kind as text. */
export const FieldText = ({ value }: Pick<FieldValueProps, 'value'>) => (
  <Box variant="code">
    <span className="changed-fields-value">{textOf(value)}</span>
  </Box>
);

const titles = { before: 'Before', after: 'After' };

type Props = {
  label: string;
  fields: readonly FieldChange[];
  /** What is in one version only has one value. */
  columns?: readonly (keyof typeof titles)[];
  titleOf: (field: string) => string;
  /** How a value is shown: as text unless told. */
  Value?: ComponentType<FieldValueProps>;
};

/** The fields in which two versions differ, a row each. */
export const ChangedFields = (props: Props) => {
  const { label, fields, columns = ['before', 'after'], titleOf, Value = FieldText } = props;
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
                <Value field={change.field} value={change[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
