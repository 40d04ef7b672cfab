import { type ReactNode, Suspense, useState } from 'react';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { Meaning, WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';
import { useNow } from '#web/components/use-now.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Time } from '#web/components/time.tsx';
import { meaningOfShare } from '#lib/domain/dashboards/widgets/share.rules.ts';
import type { ChartData } from './chart-data.ts';
import { colorOf } from './colors.ts';
import { linkTo } from './chart-parts.tsx';
import { timeText, valueText } from './format.ts';
import './tables.css';

type TableData = Extract<WidgetData, { kind: 'table' }>;
type HeatmapData = Extract<WidgetData, { kind: 'heatmap' }>;
type TotalsData = Extract<WidgetData, { kind: 'totals' }>;
type Cell = TableData['rows'][number]['cells'][number];
type Column = TableData['columns'][number];

/** The status icon of a meaning, beside a word: the colour alone never conveys it. */
const indicators: Record<Meaning, StatusIndicatorProps.Type> = {
  critical: 'error',
  high: 'warning',
  medium: 'warning',
  low: 'info',
  positive: 'success',
  info: 'info',
  neutral: 'stopped',
};

const ages = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const;

const ageText = (since: string, now: number): string => {
  const ms = Math.max(0, now - Date.parse(since));
  const unit = ages.find((one) => ms >= one.ms);
  if (!unit) return 'Just now';
  const count = Math.floor(ms / unit.ms);
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};

const Age = ({ since }: { since: string }) => {
  const now = useNow(60_000);
  return <span title={since}>{ageText(since, now)}</span>;
};

const cellContent = (cell: Cell | undefined, { kind }: Column, meaning: Meaning | undefined) => {
  if (cell === null || cell === undefined) return '-';
  if (kind === 'ago') return <Age since={String(cell)} />;
  if (kind === 'time') return <Time at={String(cell)} />;
  if (kind === 'state') {
    return <StatusIndicator type={indicators[meaning ?? 'neutral']}>{cell}</StatusIndicator>;
  }
  if (kind === 'text') return cell;
  return valueText(Number(cell), kind === 'percent' ? 'percent' : 'count');
};

const isNumber = ({ kind }: Column): boolean => kind === 'number' || kind === 'percent';

/**
 * A table with unabbreviated words and a header for each column and row, in a scrollable region.
 */
const Frame = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
  <section className="numbers" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </section>
);

const Rows = ({ data: { columns, rows }, label }: { data: TableData; label: string }) => (
  <Frame label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.name} scope="col" className={isNumber(column) ? 'number' : ''}>
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ cells, meaning, link }, at) => (
        // Rows have no unique key, and stay in the server's order.
        <tr key={at}>
          {columns.map((column, columnIndex) => {
            const content = cellContent(cells[columnIndex], column, meaning);
            return columnIndex === 0 ? (
              <th key={column.name} scope="row">
                {linkTo(link, content)}
              </th>
            ) : (
              <td key={column.name} className={isNumber(column) ? 'number' : ''}>
                {content}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </Frame>
);

/** The colour for a percentage beside it; the text gives the number. */
const toneOf = (percent: number) => ({
  borderInlineStartColor: colorOf(meaningOfShare(percent), 0),
});

const Heatmap = ({ data: { columns, rows }, label }: { data: HeatmapData; label: string }) => (
  <Frame label={label}>
    <thead>
      <tr>
        <th scope="col">Benchmark</th>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, cells }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {columns.map((column, columnIndex) => {
            const cell = cells[columnIndex];
            if (!cell) return <td key={column}>-</td>;
            const { percent, passed, failed, link } = cell;
            return (
              <td key={column} className="tone" style={toneOf(percent)}>
                {linkTo(link, `${percent}% passed`)}
                <small>{`${valueText(passed)} passed, ${valueText(failed)} failed`}</small>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </Frame>
);

/** A chart's data as a table. */
const tableOf = (data: ChartData | TotalsData): TableData => {
  if (data.kind === 'totals') {
    return {
      kind: 'table',
      columns: [
        { name: 'Name', kind: 'text' },
        { name: 'Number', kind: 'text' },
      ],
      rows: data.totals.map(({ name, value, unit, link }) => ({
        cells: [name, valueText(value, unit)],
        link,
      })),
    };
  }
  const { unit = 'count' } = data;
  if (data.kind === 'parts') {
    return {
      kind: 'table',
      columns: [
        { name: 'Name', kind: 'text' },
        { name: 'Number', kind: 'number' },
      ],
      rows: data.parts.map(({ name, value, link }) => ({ cells: [name, value], link })),
    };
  }
  const { times, series, interval } = data;
  return {
    kind: 'table',
    columns: [
      { name: 'Time (UTC)', kind: 'text' },
      ...series.map(({ name }) => ({ name, kind: 'text' as const })),
    ],
    rows: times.map((time, at) => ({
      cells: [
        timeText(time, interval),
        ...series.map(({ values }) => {
          const value = values[at];
          return value === null || value === undefined ? null : valueText(value, unit);
        }),
      ],
    })),
  };
};

type PaginatedRowsProps = { data: TableData; label: string; pageSize: number };

// Few lists are longer than one page, and the code of the pagination includes an input for the page
// number.
const LazyPagination = lazyPart(
  async () => (await import('@cloudscape-design/components/pagination')).default,
);

/** A paginated list. */
const PaginatedRows = ({ data, label, pageSize }: PaginatedRowsProps) => {
  const [page, setPage] = useState(1);
  const count = Math.ceil(data.rows.length / pageSize);
  // An update may have brought fewer rows.
  const at = Math.min(page, count);
  const rows = data.rows.slice((at - 1) * pageSize, at * pageSize);
  return (
    <>
      <Rows data={{ ...data, rows }} label={label} />
      <Suspense>
        <LazyPagination
          currentPageIndex={at}
          pagesCount={count}
          ariaLabels={{ paginationLabel: `Pages of ${label}` }}
          onChange={({ detail }) => setPage(detail.currentPageIndex)}
        />
      </Suspense>
    </>
  );
};

type Props = {
  data: WidgetData;
  label: string;
  /** Rows of a list per page; all rows by default. */
  pageSize?: number;
};

/**
 * Data as a table: tables themselves, and each chart for users who cannot view or prefer not to
 * view it.
 */
export const ChartTable = ({ data, label, pageSize }: Props) => {
  if (data.kind === 'heatmap') return <Heatmap data={data} label={label} />;
  const table = data.kind === 'table' ? data : tableOf(data);
  // A time series is shown as a whole.
  const isList = data.kind !== 'history' && pageSize !== undefined;
  return isList && table.rows.length > pageSize ? (
    <PaginatedRows data={table} label={label} pageSize={pageSize} />
  ) : (
    <Rows data={table} label={label} />
  );
};
