import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import { rangeFacts, type TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { ChartTable } from '#web/charts/chart-table.tsx';
import type { BoardWidget } from './layout.ts';
import { emptyText, isEmpty } from './empty-widget.tsx';
import type { WidgetError } from './widget.tsx';

const printQuery = () => window.matchMedia('print');

const subscribe = (changed: () => void) => {
  const query = printQuery();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

type WidgetState = { answer?: WidgetAnswer | undefined; error?: WidgetError | undefined };

type Props = {
  title: string;
  widgets: readonly BoardWidget[];
  /** The current data of a widget. */
  stateOf: (template: string) => WidgetState;
  dateRange: TimeRange;
};

const notLoaded = 'Not loaded when this was printed.';

/** A widget that is not loaded must not be printed as empty. */
const PrintedWidget = ({
  widget,
  answer,
  error: failure,
}: { widget: BoardWidget } & WidgetState) => {
  const { data, error = failure } = answer ?? {};
  return (
    <section>
      <h2>{widget.title}</h2>
      {data && !isEmpty(data) ? (
        <ChartTable data={data} label={widget.title} />
      ) : (
        <p>{error?.message ?? (data ? emptyText(widget.template) : notLoaded)}</p>
      )}
      {data?.notes?.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </section>
  );
};

/** The dashboard for a print or a PDF: each widget as a table. Rendered only while printing. */
export const Printout = ({ title, widgets, stateOf, dateRange }: Props) => {
  const isPrinting = useSyncExternalStore(subscribe, () => printQuery().matches);
  if (!isPrinting) return null;
  const page = (
    <div className="printout">
      <h1>{title}</h1>
      <p>{`${rangeFacts[dateRange].name}, times in UTC`}</p>
      {widgets.map((widget) => (
        <PrintedWidget key={widget._id} widget={widget} {...stateOf(widget.template)} />
      ))}
    </div>
  );
  return createPortal(page, document.body);
};
