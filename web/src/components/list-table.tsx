import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { ExportCsv } from './export-csv.tsx';
import type { ListProps } from './list-props.ts';
import { EmptySlot, isSearching, loadingText, SearchFooter } from './list-states.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Refresh } from './refresh.tsx';
import {
  type Column,
  displayOf,
  TablePreferencesButton,
  useTablePreferences,
} from './table-preferences.tsx';
import { stackedColumns } from './stacked-columns.tsx';
import { sortingProps } from './table-sorting.ts';
import { useExpanded } from './use-expanded.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useRowClick } from './use-row-click.tsx';

export type { Column } from './table-preferences.tsx';

/**
 * `(n)`, or `(n+)` if more follow, with the number of selected ones: `(2/n)`; undefined while
 * loading or without rows.
 */
const counterOf = <T,>({ answer, page, pageSize, ...props }: ListProps<T>): string | undefined => {
  const { data } = answer;
  if (!data || data.items.length === 0 || props.counter === false) return undefined;
  const { selected = [], selectionType } = props;
  const selectedText =
    selected.length > 0 && selectionType !== 'single' ? `${selected.length}/` : '';
  const shownCount = (page - 1) * pageSize + data.items.length;
  return `(${selectedText}${shownCount}${data.next ? '+' : ''})`;
};

const noExportReason = <T,>({ answer, page }: ListProps<T>): string | undefined => {
  const { data, error } = answer;
  if (!data) return error ? 'The list could not be loaded.' : 'The list is loading.';
  return data.items.length === 0 && page === 1 ? 'The list is empty.' : undefined;
};

const TableHeader = <T,>(props: ListProps<T>) => (
  <Header
    variant={props.variant === 'full-page' ? 'awsui-h1-sticky' : 'h2'}
    counter={counterOf(props)}
    info={props.info}
    description={props.description}
    actions={
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Refresh {...props.answer} subject={props.rows} text={props.refreshText} />
        {props.csv && <ExportCsv {...props.csv} disabledReason={noExportReason(props)} />}
        {props.actions}
      </SpaceBetween>
    }
  >
    {props.title}
  </Header>
);

/** If no row matches, the table offers to clear the filter instead of this slot. */
const FilterSlot = <T,>({ answer, filter, ignored = [], onClearFilter }: ListProps<T>) => (
  <SpaceBetween size="xs" direction="horizontal" alignItems="center">
    {filter}
    {ignored.map(({ text, forget }) => (
      <StatusIndicator key={text} type="warning">
        Ignored, because it is not a filter of this list: {text}.{' '}
        <Button variant="inline-link" ariaLabel={`Remove ${text}`} onClick={forget}>
          Remove
        </Button>
      </StatusIndicator>
    ))}
    {onClearFilter && answer.data && answer.data.items.length > 0 && (
      <Button variant="inline-link" onClick={onClearFilter}>
        Clear filters
      </Button>
    )}
  </SpaceBetween>
);

/**
 * Width (px) of the column of names on a narrow screen, where they wrap, so that the next column is
 * visible too.
 */
const narrowNameWidth = 170;

type Widths = { preferred?: Record<string, number> | undefined; isNarrow: boolean };

const definitionsOf = <T,>(
  columns: readonly Column<T>[],
  { preferred = {}, isNarrow }: Widths,
): TableProps.ColumnDefinition<T>[] =>
  columns.map(({ name, hidden: _hidden, under: _under, ...column }) => ({
    minWidth: 110,
    ...column,
    header: column.header ?? name,
    ...(isNarrow && column.isRowHeader && { width: narrowNameWidth, minWidth: 110 }),
    ...(preferred[column.id] && { width: preferred[column.id] }),
  }));

const pagerOf = (page: number, hasMore: boolean) => ({
  currentPageIndex: page,
  openEnd: hasMore,
  pagesCount: page,
});

const labelsOf = <T,>({ title, rows, nameOf, keyOf }: ListProps<T>): TableProps.AriaLabels<T> => {
  const nameOfRow = (row: T) => nameOf?.(row) ?? keyOf(row);
  return {
    tableLabel: title,
    itemSelectionLabel: (_state, row) => `Select ${nameOfRow(row)}`,
    allItemsSelectionLabel: () => `Select all ${rows} on this page`,
    selectionGroupLabel: `Selection of ${rows}`,
    expandButtonLabel: (row) => `Show all of ${nameOfRow(row)}`,
    collapseButtonLabel: (row) => `Show less of ${nameOfRow(row)}`,
  };
};

/**
 * The table of a list page: heading, filter, rows, pagination and preferences; also its empty,
 * failed and loading states.
 */
export const ListTable = <T,>(listProps: ListProps<T>) => {
  const props = { variant: 'full-page' as const, ...listProps };
  const { error } = props.answer;
  if (error?.status === 403 && props.variant === 'full-page') {
    return <LoadFailed error={error} subject={props.rows} wholePage />;
  }
  return <ShownTable {...props} />;
};

const ShownTable = <T,>(props: ListProps<T> & { variant: TableProps.Variant }) => {
  const { id, answer, page, pageSize, onPage, keyOf, rows } = props;
  const [preferences, setPreferences] = useTablePreferences(id);
  const isNarrow = useIsNarrow();
  const expandable = useExpanded(props.childRowsOf);
  const items = answer.data?.items ?? [];
  const fullDisplay = displayOf(props.columns, preferences.columns);
  const isShown = (one: string) =>
    fullDisplay.some((column) => column.visible && column.id === one);
  const { trackMenuClicks, rowClick } = useRowClick(props.onRow);
  const columns = trackMenuClicks(
    isNarrow ? stackedColumns(props.columns, isShown) : props.columns,
  );
  const display = displayOf(columns, preferences.columns);
  const lastShown = display.findLast(({ visible }) => visible)?.id;
  const keepWidths = (widths: readonly number[]) => {
    const visibleColumns = display.filter(({ visible }) => visible);
    const byColumn = visibleColumns.map((column, index) => [column.id, widths[index] ?? 120]);
    setPreferences({ ...preferences, widths: Object.fromEntries(byColumn) });
  };
  return (
    <Table<T>
      variant={props.variant}
      stickyHeader={props.variant === 'full-page'}
      resizableColumns
      enableKeyboardNavigation
      {...sortingProps(columns, items, props.sorting)}
      {...expandable}
      trackBy={keyOf}
      loading={answer.isLoading || isSearching(props)}
      loadingText={loadingText(props)}
      columnDefinitions={definitionsOf(columns, { preferred: preferences.widths, isNarrow })}
      columnDisplay={display}
      wrapLines={preferences.wrapLines ?? true}
      stripedRows={preferences.stripedRows ?? false}
      stickyColumns={{
        first: preferences.stickyFirst ? 1 : 0,
        // On a narrow screen it would cover the column beside the names.
        last: lastShown === 'actions' && !isNarrow ? 1 : 0,
      }}
      onColumnWidthsChange={({ detail }) => keepWidths(detail.widths)}
      header={<TableHeader {...props} />}
      filter={props.filterClears ? props.filter : props.filter && <FilterSlot {...props} />}
      empty={<EmptySlot {...props} />}
      footer={items.length > 0 && <SearchFooter {...props} />}
      pagination={
        <Pagination
          {...pagerOf(page, Boolean(answer.data?.next))}
          onChange={({ detail }) => onPage({ page: detail.currentPageIndex })}
        />
      }
      preferences={
        <TablePreferencesButton
          title={props.preferencesText ?? 'Preferences'}
          columns={props.columns}
          value={preferences}
          pageSize={pageSize}
          onChange={(value) => {
            setPreferences(value);
            if (value.pageSize !== pageSize) onPage({ page: 1, size: value.pageSize ?? pageSize });
          }}
        />
      }
      ariaLabels={labelsOf(props)}
      renderAriaLive={({ firstIndex, lastIndex }) =>
        lastIndex === 0 ? 'The list is empty.' : `Showing ${rows} ${firstIndex} to ${lastIndex}`
      }
      {...rowClick}
      {...(props.onSelect && {
        selectionType: props.selectionType ?? 'multi',
        selectedItems: props.selected ?? [],
        isItemDisabled: (row: T) => props.isSelectable?.(row) === false,
        onSelectionChange: ({ detail }: { detail: { selectedItems: T[] } }) =>
          props.onSelect?.(detail.selectedItems),
      })}
    />
  );
};
