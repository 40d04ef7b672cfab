import type { BoardProps } from '@cloudscape-design/board-components/board';
import type { WidgetInput, WidgetView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { catalogue, isWidgetTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';

/** A widget on the board; half the width is two of its four columns. */
export type BoardWidget = Pick<WidgetView, '_id' | 'template' | 'title' | 'col_span'>;
export type BoardItem = BoardProps.Item<BoardWidget>;

const columnsOf = ({ col_span }: BoardWidget): number => (col_span === 24 ? 4 : 2);

const defaultRows = 4;

const rowsOf = ({ template }: BoardWidget): number =>
  isWidgetTemplate(template) ? catalogue[template].rows : defaultRows;

/** The board's items; heights come from the catalogue and cannot be changed. */
export const itemsOf = (widgets: readonly BoardWidget[]): BoardItem[] =>
  widgets.map((widget) => ({
    id: widget._id,
    columnSpan: columnsOf(widget),
    rowSpan: rowsOf(widget),
    definition: { minColumnSpan: 2, minRowSpan: rowsOf(widget) },
    data: widget,
  }));

/** The widgets after a move or resize: three columns count as four. */
export const widgetsOf = (items: readonly BoardItem[]): BoardWidget[] =>
  items.map(({ data, columnSpan = 2 }) => ({ ...data, col_span: columnSpan > 2 ? 24 : 12 }));

/** The widgets as saved. */
export const widgetInputsOf = (widgets: readonly BoardWidget[]): WidgetInput[] =>
  widgets.map(({ _id, template, title, col_span }) => ({ _id, template, title, col_span }));

export const hasSameWidgets = (
  one: readonly BoardWidget[],
  other: readonly BoardWidget[],
): boolean => JSON.stringify(widgetInputsOf(one)) === JSON.stringify(widgetInputsOf(other));

/** A new widget for the board. */
export const newBoardWidget = (template: string, title: string): BoardWidget => ({
  _id: template,
  template,
  title,
  col_span: 12,
});
