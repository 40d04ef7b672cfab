import { useRef } from 'react';
import CloudscapeBoard from '@cloudscape-design/board-components/board';
import Button from '@cloudscape-design/components/button';
import type { TimeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { boardI18nStrings } from './board-i18n.ts';
import { type BoardWidget, itemsOf, widgetsOf } from './layout.ts';
import { Printout } from './printout.tsx';
import { useAnswers } from './use-answers.ts';
import { useDragThreshold } from './use-drag-threshold.ts';
import { Widget } from './widget.tsx';

type Props = {
  title: string;
  widgets: readonly BoardWidget[];
  dateRange: TimeRange;
  mayChange: boolean;
  onChange: (widgets: readonly BoardWidget[]) => void;
  onManage: () => void;
};

/** The widgets of a dashboard, movable by mouse and keyboard. */
export const Board = (props: Props) => {
  const { title, widgets, dateRange, mayChange, onChange, onManage } = props;
  const { stateOf, retry } = useAnswers(widgets, dateRange);
  const area = useRef<HTMLDivElement>(null);
  useDragThreshold(area);
  const change = (id: string, next: (one: BoardWidget) => BoardWidget[]) =>
    onChange(widgets.flatMap((one) => (one._id === id ? next(one) : one)));
  return (
    <div ref={area} className="dashboard">
      <Printout title={title} widgets={widgets} stateOf={stateOf} dateRange={dateRange} />
      <CloudscapeBoard<BoardWidget>
        items={itemsOf(widgets)}
        i18nStrings={boardI18nStrings}
        // The board cannot be made read-only: without the permission, changes are ignored and the
        // widgets return.
        onItemsChange={({ detail }) => {
          if (mayChange) onChange(widgetsOf(detail.items));
        }}
        empty={
          <EmptyState
            title="No widgets"
            text="This dashboard has no widgets yet."
            action={mayChange && <Button onClick={onManage}>Add widget</Button>}
          />
        }
        renderItem={({ id, data: widget }) => {
          const { template } = widget;
          const { answer, error } = stateOf(template);
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
