import CollectionPreferences, {
  type CollectionPreferencesProps,
} from '@cloudscape-design/components/collection-preferences';
import type { TableProps } from '@cloudscape-design/components/table';
import * as z from 'zod';
import { preferenceOf, usePreference } from '#web/app/preferences.ts';

/** A column; `name` is its header as plain text. Hidden ones are shown if the user selects them. */
export type Column<T> = Omit<TableProps.ColumnDefinition<T>, 'id' | 'header'> & {
  id: string;
  name: string;
  header?: React.ReactNode;
  hidden?: boolean;
  /** On a narrow screen the value is drawn below the column with this id, in its cell. */
  under?: string;
};

const preferencesSchema = z.object({
  pageSize: z.number().int().min(1).max(100).optional(),
  wrapLines: z.boolean().optional(),
  stripedRows: z.boolean().optional(),
  stickyFirst: z.boolean().optional(),
  columns: z.array(z.object({ id: z.string(), visible: z.boolean() })).optional(),
  widths: z.record(z.string(), z.number()).optional(),
});

export type TablePreferences = z.infer<typeof preferencesSchema>;

const noPreferences: TablePreferences = {};
const defaultPageSize = 10;

const preferenceName = (table: string): string => `table-${table}`;

/** Like {@link usePageSize}, before the table is rendered. */
export const pageSizeOf = (table: string, rows = defaultPageSize): number =>
  preferenceOf(preferenceName(table), preferencesSchema)?.pageSize ?? rows;

/** The user's preferences for this table. */
export const useTablePreferences = (table: string) =>
  usePreference(preferenceName(table), preferencesSchema, noPreferences);

/** The page size that the user chose for a table, else the table's default. */
export const usePageSize = (table: string, rows = defaultPageSize): number => {
  const [{ pageSize }] = useTablePreferences(table);
  return pageSize ?? rows;
};

/** The stored order and visibility of columns, extended by columns that were added later. */
export const displayOf = <T,>(
  columns: readonly Column<T>[],
  stored: TablePreferences['columns'] = [],
) => {
  const existing = stored.filter(({ id }) => columns.some((column) => column.id === id));
  const added = columns.filter(({ id }) => !stored.some((one) => one.id === id));
  return [...existing, ...added.map(({ id, hidden }) => ({ id, visible: !hidden }))];
};

const sizes = [10, 20, 50, 100].map((value) => ({ value, label: `${value} items` }));

type Props<T> = {
  /** Text of the button and title of the dialog. */
  title: string;
  columns: readonly Column<T>[];
  value: TablePreferences;
  pageSize: number;
  onChange: (value: TablePreferences) => void;
};

const toPreferences = (detail: CollectionPreferencesProps.Preferences): TablePreferences => ({
  pageSize: detail.pageSize,
  wrapLines: detail.wrapLines,
  stripedRows: detail.stripedRows,
  stickyFirst: detail.stickyColumns?.first === 1,
  columns: detail.contentDisplay?.map(({ id, visible }) => ({ id, visible })),
});

export const TablePreferencesButton = <T,>(props: Props<T>) => {
  const { title, columns, value, pageSize, onChange } = props;
  return (
    <CollectionPreferences
      title={title}
      confirmLabel="Confirm"
      cancelLabel="Cancel"
      preferences={{
        pageSize,
        wrapLines: value.wrapLines ?? true,
        stripedRows: value.stripedRows ?? false,
        stickyColumns: { first: value.stickyFirst ? 1 : 0, last: 0 },
        contentDisplay: displayOf(columns, value.columns),
      }}
      pageSizePreference={{ title: 'Page size', options: sizes }}
      wrapLinesPreference={{}}
      stripedRowsPreference={{}}
      stickyColumnsPreference={{
        firstColumns: {
          title: 'Stick first column',
          description: 'Keep the first column visible while scrolling sideways.',
          options: [
            { label: 'None', value: 0 },
            { label: 'First column', value: 1 },
          ],
        },
      }}
      contentDisplayPreference={{
        title: 'Columns',
        options: columns.map(({ id, name, isRowHeader }) => ({
          id,
          label: name,
          alwaysVisible: isRowHeader ?? false,
        })),
      }}
      onConfirm={({ detail }) => onChange({ ...value, ...toPreferences(detail) })}
    />
  );
};
