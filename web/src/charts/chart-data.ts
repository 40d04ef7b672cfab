import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';

export type HistoryData = Extract<WidgetData, { kind: 'history' }>;
export type PartsData = Extract<WidgetData, { kind: 'parts' }>;

/** What is drawn. */
export type ChartData = HistoryData | PartsData;

export type ChartProps<D extends ChartData = ChartData> = { data: D; label: string };

/** Parts with colours of their own are a ring; others are bars beside their names. */
export const isRing = ({ parts }: PartsData): boolean =>
  parts.every(({ meaning }) => meaning !== undefined);
