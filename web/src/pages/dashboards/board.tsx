import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import CloudscapeBoard from '@cloudscape-design/board-components/board';
import Button from '@cloudscape-design/components/button';
import type { WidgetAnswer } from '#lib/domain/dashboards/dashboard.schema.ts';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { dashboards } from '#web/api/dashboards.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { useSoon } from '#web/api/use-soon.ts';
import { Empty } from '#web/components/empty.tsx';
import { boardWords } from './board-words.ts';
import { itemsOf, type Shown, widgetsOf } from './layout.ts';
import { Printout } from './printout.tsx';
import { Widget, type WidgetError } from './widget.tsx';

/** What is shown is as old as this at most, while somebody looks (ms). */
const poll = 60_000;
/** What the numbers count has changed: so long after, they are asked for again (ms). */
const afterChange = 5000;

const errorOf = (error: ApiError | null): WidgetError | undefined =>
  error ? { status: error.status || 500, message: error.message } : undefined;

/** One call for all widgets; in any order they are the same question. */
const useAnswers = (widgets: readonly Shown[], dateRange: TimeRange) => {
  const queries = useQueryClient();
  const templates = widgets.map(({ template }) => template).toSorted();
  const asked = { templates, dateRange };
  const enabled = templates.length > 0;
  const call = useCall(dashboards.getWidgetData, asked, { enabled, keep: true, poll });
  const all = new Map(call.data?.items.map((answer) => [answer.template, answer]));
  const [asking, setAsking] = useState<readonly string[]>([]);
  const changed = useSoon(() => enabled && call.refetch(), afterChange);
  useChannel('inventory_execution_updated', changed);
  useChannel('bot_execution_updated', changed);
  useChannel('approval_updated', changed);
  useChannel('user_input_updated', changed);

  /** Asks for one widget again by itself: the others stay as they are. */
  const askAgain = async (template: string) => {
    setAsking((before) => [...before, template]);
    try {
      const { items } = await dashboards.getWidgetData({ templates: [template], dateRange });
      const inPlace = (one: WidgetAnswer) => (one.template === template && items[0]) || one;
      queries.setQueryData<{ items: WidgetAnswer[] }>(
        queryKey(dashboards.getWidgetData, asked),
        (known) => known && { ...known, items: known.items.map(inPlace) },
      );
    } catch {
      // What was wrong before is still shown, with its button.
    } finally {
      setAsking((before) => before.filter((one) => one !== template));
    }
  };

  const error = errorOf(call.error);
  const retry = (template: string) => void (error ? call.refetch() : askAgain(template));
  return { all, error, retry, asking };
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
  const { all, error, retry, asking } = useAnswers(widgets, dateRange);
  const change = (id: string, next: (one: Shown) => Shown[]) =>
    onChange(widgets.flatMap((one) => (one._id === id ? next(one) : one)));
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
          const isAsked = asking.includes(template);
          return (
            <Widget
              widget={widget}
              answer={isAsked ? undefined : all.get(template)}
              error={isAsked ? undefined : error}
              mayChange={mayChange}
              onRetry={() => retry(template)}
              onWidth={() =>
                change(id, (one) => [{ ...one, col_span: one.col_span === 24 ? 12 : 24 }])
              }
              onRemove={() => change(id, () => [])}
            />
          );
        }}
      />
    </div>
  );
};
