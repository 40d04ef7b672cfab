import { useState } from 'react';
import BoardItem from '@cloudscape-design/board-components/board-item';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ButtonDropdown, {
  type ButtonDropdownProps,
} from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isWidgetTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';
import { rangeFacts, type TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { linksOf } from '#web/charts/chart-data.ts';
import { ChartTable } from '#web/charts/chart-table.tsx';
import { Chart } from '#web/charts/chart.tsx';
import { newTabHint } from '#web/charts/chart-parts.tsx';
import { valueText } from '#web/charts/format.ts';
import { Loading } from '#web/components/loading.tsx';
import { itemI18nStrings } from './board-i18n.ts';
import type { BoardWidget } from './layout.ts';
import { EmptyWidget, isEmpty } from './empty-widget.tsx';
import { useIsWide } from './use-is-wide.ts';

type Totals = Extract<WidgetData, { kind: 'totals' }>;

const TotalNumbers = ({ data: { totals } }: { data: Totals }) => (
  <dl className="totals">
    {totals.map(({ name, value, unit, link }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Box fontSize="display-l" fontWeight="bold">
            {link === undefined ? (
              valueText(value, unit)
            ) : (
              <Link
                href={`#${link}`}
                external
                fontSize="inherit"
                ariaLabel={`${name}: ${valueText(value, unit)}`}
                externalIconAriaLabel={newTabHint}
              >
                {valueText(value, unit)}
              </Link>
            )}
          </Box>
        </dd>
      </div>
    ))}
  </dl>
);

const isChart = (data: WidgetData) => data.kind === 'history' || data.kind === 'parts';

/** Rows per page in a widget of half or full width. */
const pageSizes = { 12: 5, 24: 7 } as const;

type ContentProps = { widget: BoardWidget; data: WidgetData; asTable: boolean };

const Content = ({ widget, data, asTable }: ContentProps) => {
  const { template, title: label, col_span } = widget;
  if (isEmpty(data)) return <EmptyWidget template={template} />;
  if (data.kind === 'totals') return <TotalNumbers data={data} />;
  if (data.kind === 'table' || data.kind === 'heatmap' || asTable) {
    return <ChartTable data={data} label={label} pageSize={pageSizes[col_span]} />;
  }
  return <Chart data={data} label={label} />;
};

const headingOf = ({ status, message }: WidgetError): string => {
  if (status === 404) return message;
  return status === 403 ? 'You have no access' : 'Sorry, Something Went Wrong.';
};

const WidgetFailed = ({ error, onRetry }: { error: WidgetError; onRetry: () => void }) => (
  <div role="alert">
    <Box textAlign="center" padding={{ vertical: 'l' }}>
      <SpaceBetween size="xs">
        <Box variant="strong">{headingOf(error)}</Box>
        {error.status !== 404 && error.status !== 500 && (
          <Box color="text-body-secondary">{error.message}</Box>
        )}
        {error.status !== 404 && error.status !== 403 && <Button onClick={onRetry}>Retry</Button>}
      </SpaceBetween>
    </Box>
  </div>
);

export type WidgetError = { status: number; message: string };

type Props = {
  widget: BoardWidget;
  answer: WidgetAnswer | undefined;
  /** The error, if the whole call failed. */
  error: WidgetError | undefined;
  dateRange: TimeRange;
  mayChange: boolean;
  onRetry: () => void;
  onWidth: () => void;
  onRemove: () => void;
};

const Body = ({ widget, answer, error, asTable, onRetry }: Props & { asTable: boolean }) => {
  const { template } = widget;
  if (!isWidgetTemplate(template)) {
    return (
      <WidgetFailed error={{ status: 404, message: '404 Widget not found' }} onRetry={onRetry} />
    );
  }
  const failure = answer?.error ?? error;
  if (failure && !answer?.data) return <WidgetFailed error={failure} onRetry={onRetry} />;
  if (!answer?.data) return <Loading text="Loading widget" />;
  return <Content widget={widget} data={answer.data} asTable={asTable} />;
};

const Notes = ({ notes }: { notes: readonly string[] }) => (
  <Box variant="small" color="text-body-secondary">
    {notes.map((note) => (
      <div key={note}>{note}</div>
    ))}
  </Box>
);

/** The time range of the widget's data. */
const timeRangeText = (template: string, dateRange: TimeRange): string | undefined => {
  if (!isWidgetTemplate(template)) return undefined;
  return catalogue[template].asOf ?? rangeFacts[dateRange].last;
};

const Time = ({ text }: { text: string | undefined }) => (
  <Box variant="span" fontSize="body-s" fontWeight="normal" color="text-body-secondary">
    {text}
  </Box>
);

/** Menu items that lead from a chart to the items behind its numbers. */
const linkItems = (data: WidgetData | undefined): ButtonDropdownProps.ItemGroup[] => {
  const links = data && !isEmpty(data) ? linksOf(data) : [];
  if (links.length === 0) return [];
  const items = links.map(({ name, link }) => ({
    id: link,
    text: name,
    href: `#${link}`,
    external: true,
    externalIconAriaLabel: newTabHint,
  }));
  return [{ text: 'Show what it counts', items }];
};

/** A widget with its own loading, error and empty state. */
export const Widget = (props: Props) => {
  const { widget, answer, dateRange, mayChange, onWidth, onRemove } = props;
  const { template, title, col_span } = widget;
  const [asTable, setAsTable] = useState(false);
  const isWide = useIsWide();
  const data = answer?.data;
  const items = [
    ...(data && isChart(data) && !isEmpty(data)
      ? [{ id: 'table', text: asTable ? 'Show as chart' : 'Show as table' }]
      : []),
    ...(mayChange && isWide
      ? [{ id: 'width', text: col_span === 24 ? 'Make half width' : 'Make full width' }]
      : []),
    ...(mayChange ? [{ id: 'remove', text: 'Remove widget' }] : []),
    ...linkItems(data),
  ];
  const acts: Record<string, () => void> = {
    table: () => setAsTable(!asTable),
    width: onWidth,
    remove: onRemove,
  };
  const templateDescription = isWidgetTemplate(template)
    ? catalogue[template].description
    : undefined;
  return (
    <BoardItem
      i18nStrings={{
        ...itemI18nStrings,
        dragHandleAriaLabel: `Move ${title}`,
        resizeHandleAriaLabel: `Change width of ${title}`,
      }}
      header={
        <Header
          variant="h2"
          info={<Time text={timeRangeText(template, dateRange)} />}
          {...(templateDescription && { description: templateDescription })}
        >
          {title}
        </Header>
      }
      settings={
        items.length > 0 && (
          <ButtonDropdown
            variant="icon"
            ariaLabel={`Actions of ${title}`}
            expandToViewport
            items={items}
            onItemClick={({ detail }) => acts[detail.id]?.()}
          />
        )
      }
      {...(data?.notes && { footer: <Notes notes={data.notes} /> })}
    >
      <Body {...props} asTable={asTable} />
    </BoardItem>
  );
};
