import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';

export type HistoryData = Extract<WidgetData, { kind: 'history' }>;
export type PartsData = Extract<WidgetData, { kind: 'parts' }>;

/** What is drawn. */
export type ChartData = HistoryData | PartsData;

export type ChartProps<D extends ChartData = ChartData> = { data: D; label: string };

/** Where the numbers of a chart lead, by their names. */
export const leadsOf = (data: WidgetData): { name: string; link: string }[] => {
  if (data.kind !== 'history' && data.kind !== 'parts') return [];
  const named = data.kind === 'history' ? data.series : data.parts;
  return named.flatMap(({ name, link }) => (link === undefined ? [] : { name, link }));
};

/** Parts with colours of their own are a ring; others are bars beside their names. */
export const isRing = ({ parts }: PartsData): boolean =>
  parts.every(({ meaning }) => meaning !== undefined);
