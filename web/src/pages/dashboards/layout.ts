import type { BoardProps } from '@cloudscape-design/board-components/board';
import type { GivenWidget, WidgetView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';

/** A widget on the board; half the width is two of its four columns. */
export type Shown = Pick<WidgetView, '_id' | 'template' | 'title' | 'col_span'>;
export type BoardItem = BoardProps.Item<Shown>;

const columnsOf = ({ col_span }: Shown): number => (col_span === 24 ? 4 : 2);

const usualRows = 4;

const rowsOf = ({ template }: Shown): number =>
  isTemplate(template) ? catalogue[template].rows : usualRows;

/** The board's items; heights come from the catalogue and cannot be changed. */
export const itemsOf = (widgets: readonly Shown[]): BoardItem[] =>
  widgets.map((widget) => ({
    id: widget._id,
    columnSpan: columnsOf(widget),
    rowSpan: rowsOf(widget),
    definition: { minColumnSpan: 2, minRowSpan: rowsOf(widget) },
    data: widget,
  }));

/** The widgets after a move or resize: three columns count as four. */
export const widgetsOf = (items: readonly BoardItem[]): Shown[] =>
  items.map(({ data, columnSpan = 2 }) => ({ ...data, col_span: columnSpan > 2 ? 24 : 12 }));

/** The widgets as saved. */
export const savedOf = (widgets: readonly Shown[]): GivenWidget[] =>
  widgets.map(({ _id, template, title, col_span }) => ({ _id, template, title, col_span }));

export const isSame = (one: readonly Shown[], other: readonly Shown[]): boolean =>
  JSON.stringify(savedOf(one)) === JSON.stringify(savedOf(other));

/** A new widget for the board. */
export const newOf = (template: string, title: string): Shown => ({
  _id: template,
  template,
  title,
  col_span: 12,
});
