import { type ReactElement, useState } from 'react';
import CloudscapeBoard from '@cloudscape-design/board-components/board';
import Button from '@cloudscape-design/components/button';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { useCall } from '#web/api/use-call.ts';
import { Empty } from '#web/components/empty.tsx';
import { boardWords } from './board-words.ts';
import { itemsOf, type Shown, widgetsOf } from './layout.ts';
import { Printout } from './printout.tsx';
import { Widget, type WidgetError } from './widget.tsx';

/** What is shown is as old as this at most, while somebody looks (ms). */
const poll = 60_000;

/** One call for all widgets; in any order they are the same question. */
const useAnswers = (widgets: readonly Shown[], dateRange: TimeRange) => {
  const templates = widgets.map(({ template }) => template).toSorted();
  const enabled = templates.length > 0;
  const call = useCall(dashboards.getWidgetData, { templates, dateRange }, {
    enabled,
    keep: true,
    poll,
  });
  const all = new Map(call.data?.items.map((answer) => [answer.template, answer]));
  const error: WidgetError | undefined = call.error
    ? { status: call.error.status || 500, message: call.error.message }
    : undefined;
  return { all, error, refetch: call.refetch, isFetching: call.isFetching };
};

type RetriedProps = {
  template: string;
  dateRange: TimeRange;
  asked: number;
  children: (answer: WidgetAnswer | undefined, isAsking: boolean) => ReactElement;
};

/** One widget asked for again by itself: the others stay as they are. */
const Retried = ({ template, dateRange, asked, children }: RetriedProps) => {
  const enabled = asked > 0;
  const { data, isFetching } = useCall(
    dashboards.getWidgetData,
    { templates: [template], dateRange },
    { enabled },
  );
  return children(data?.items[0], isFetching);
};

type Props = {
  title: string;
  widgets: readonly Shown[];
  dateRange: TimeRange;
  mayChange: boolean;
  onChange: (widgets: readonly Shown[]) => void;
  onManage: () => void;
};

/** The widgets of a dashboard, which are moved by hand and by keyboard. */
export const Board = (props: Props) => {
  const { title, widgets, dateRange, mayChange, onChange, onManage } = props;
  const { all, error, refetch } = useAnswers(widgets, dateRange);
  const [retries, setRetries] = useState<Record<string, number>>({});
  const change = (id: string, next: (one: Shown) => Shown[]) =>
    onChange(widgets.flatMap((one) => (one._id === id ? next(one) : one)));
  const retry = (template: string) => {
    if (error) void refetch();
    else setRetries((before) => ({ ...before, [template]: (before[template] ?? 0) + 1 }));
  };
  return (
    <div className="dashboard">
      <Printout title={title} widgets={widgets} answers={all} dateRange={dateRange} />
      <CloudscapeBoard<Shown>
        items={itemsOf(widgets)}
        i18nStrings={boardWords}
        onItemsChange={({ detail }) => onChange(widgetsOf(detail.items))}
        empty={
          <Empty
            title="No widgets"
            text="This dashboard has no widgets yet."
            action={mayChange && <Button onClick={onManage}>Add widget</Button>}
          />
        }
        renderItem={({ id, data: widget }) => {
          const { template } = widget;
          return (
            <Retried template={template} dateRange={dateRange} asked={retries[template] ?? 0}>
              {(again, isAsking) => (
                <Widget
                  widget={widget}
                  answer={isAsking ? undefined : (again ?? all.get(template))}
                  error={isAsking ? undefined : error}
                  mayChange={mayChange}
                  onRetry={() => retry(template)}
                  onWidth={() =>
                    change(id, (one) => [{ ...one, col_span: one.col_span === 24 ? 12 : 24 }])
                  }
                  onRemove={() => change(id, () => [])}
                />
              )}
            </Retried>
          );
        }}
      />
    </div>
  );
};
