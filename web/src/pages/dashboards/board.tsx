import { useRef } from 'react';
import CloudscapeBoard from '@cloudscape-design/board-components/board';
import Button from '@cloudscape-design/components/button';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { Empty } from '#web/components/empty.tsx';
import { boardWords } from './board-words.ts';
import { itemsOf, type Shown, widgetsOf } from './layout.ts';
import { Printout } from './printout.tsx';
import { useAnswers } from './use-answers.ts';
import { useDragStart } from './use-drag-start.ts';
import { Widget } from './widget.tsx';

type Props = {
  title: string;
  widgets: readonly Shown[];
  dateRange: TimeRange;
  mayChange: boolean;
  onChange: (widgets: readonly Shown[]) => void;
  onManage: () => void;
};

/** The widgets of a dashboard, movable by mouse and keyboard. */
export const Board = (props: Props) => {
  const { title, widgets, dateRange, mayChange, onChange, onManage } = props;
  const { shown, retry } = useAnswers(widgets, dateRange);
  const area = useRef<HTMLDivElement>(null);
  useDragStart(area);
  const change = (id: string, next: (one: Shown) => Shown[]) =>
    onChange(widgets.flatMap((one) => (one._id === id ? next(one) : one)));
  return (
    <div ref={area} className="dashboard">
      <Printout title={title} widgets={widgets} shown={shown} dateRange={dateRange} />
      <CloudscapeBoard<Shown>
        items={itemsOf(widgets)}
        i18nStrings={boardWords}
        // The board cannot be made read-only: without the permission, changes are ignored and the
        // widgets return.
        onItemsChange={({ detail }) => {
          if (mayChange) onChange(widgetsOf(detail.items));
        }}
        empty={
          <Empty
            title="No widgets"
            text="This dashboard has no widgets yet."
            action={mayChange && <Button onClick={onManage}>Add widget</Button>}
          />
        }
        renderItem={({ id, data: widget }) => {
          const { template } = widget;
          const { answer, error } = shown(template);
          return (
            <Widget
              widget={widget}
              answer={answer}
              error={error}
              dateRange={dateRange}
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
