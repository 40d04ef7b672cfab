import { useState } from 'react';
import BoardItem from '@cloudscape-design/board-components/board-item';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';
import { ChartTable } from '#web/charts/chart-table.tsx';
import { Chart } from '#web/charts/chart.tsx';
import { valueText } from '#web/charts/format.ts';
import { Loading } from '#web/components/loading.tsx';
import { itemWords } from './board-words.ts';
import type { Shown } from './layout.ts';
import { useWide } from './use-wide.ts';

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
              <a href={`#${link}`} target="_blank" rel="noreferrer">
                {valueText(value, unit)}
              </a>
            )}
          </Box>
        </dd>
      </div>
    ))}
  </dl>
);

/** Whether there is anything to show. */
const isEmpty = (data: WidgetData): boolean => {
  if (data.kind === 'history') return data.series.length === 0;
  if (data.kind === 'parts') return data.parts.length === 0;
  if (data.kind === 'totals') return data.totals.length === 0;
  return data.rows.length === 0;
};

const Nothing = () => (
  <Box textAlign="center" color="text-body-secondary" padding={{ vertical: 'l' }}>
    <Box variant="strong" color="inherit">
      No data
    </Box>
    <div>There is nothing to show for this time yet.</div>
  </Box>
);

const isDrawn = (data: WidgetData) => data.kind === 'history' || data.kind === 'parts';

type ContentProps = { data: WidgetData; label: string; asTable: boolean };

const Content = ({ data, label, asTable }: ContentProps) => {
  if (isEmpty(data)) return <Nothing />;
  if (data.kind === 'totals') return <TotalNumbers data={data} />;
  if (data.kind === 'table' || data.kind === 'heatmap') {
    return <ChartTable data={data} label={label} />;
  }
  if (asTable) return <ChartTable data={data} label={label} />;
  return <Chart data={data} label={label} />;
};

const Failed = ({ error, onRetry }: { error: WidgetError; onRetry: () => void }) => (
  <div role="alert">
    <Box textAlign="center" padding={{ vertical: 'l' }}>
      <SpaceBetween size="xs">
        <Box variant="strong">
          {error.status === 404 ? error.message : 'Sorry, Something Went Wrong.'}
        </Box>
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
  widget: Shown;
  answer: WidgetAnswer | undefined;
  /** Why nothing was answered at all. */
  error: WidgetError | undefined;
  mayChange: boolean;
  onRetry: () => void;
  onWidth: () => void;
  onRemove: () => void;
};

const Body = ({ widget, answer, error, asTable, onRetry }: Props & { asTable: boolean }) => {
  const { template, title } = widget;
  if (!isTemplate(template)) {
    return <Failed error={{ status: 404, message: '404 Widget not found' }} onRetry={onRetry} />;
  }
  const failure = answer?.error ?? error;
  if (failure && !answer?.data) return <Failed error={failure} onRetry={onRetry} />;
  if (!answer?.data) return <Loading text="Loading widget" />;
  return <Content data={answer.data} label={title} asTable={asTable} />;
};

const Notes = ({ notes }: { notes: readonly string[] }) => (
  <Box variant="small" color="text-body-secondary">
    {notes.map((note) => (
      <div key={note}>{note}</div>
    ))}
  </Box>
);

/** A widget with its own loading, error and empty state. */
export const Widget = (props: Props) => {
  const { widget, answer, mayChange, onWidth, onRemove } = props;
  const { template, title, col_span } = widget;
  const [asTable, setAsTable] = useState(false);
  const isWide = useWide();
  const data = answer?.data;
  const items = [
    ...(data && isDrawn(data) && !isEmpty(data)
      ? [{ id: 'table', text: asTable ? 'Show as chart' : 'Show as table' }]
      : []),
    ...(mayChange && isWide
      ? [{ id: 'width', text: col_span === 24 ? 'Make half width' : 'Make full width' }]
      : []),
    ...(mayChange ? [{ id: 'remove', text: 'Remove widget' }] : []),
  ];
  const acts: Record<string, () => void> = {
    table: () => setAsTable(!asTable),
    width: onWidth,
    remove: onRemove,
  };
  const about = isTemplate(template) ? catalogue[template].description : undefined;
  return (
    <BoardItem
      i18nStrings={{
        ...itemWords,
        dragHandleAriaLabel: `Move ${title}`,
        resizeHandleAriaLabel: `Change width of ${title}`,
      }}
      header={
        <Header variant="h2" {...(about && { description: about })}>
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
