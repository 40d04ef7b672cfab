import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';

export type HistoryData = Extract<WidgetData, { kind: 'history' }>;
export type PartsData = Extract<WidgetData, { kind: 'parts' }>;

/** The data of a chart. */
export type ChartData = HistoryData | PartsData;

export type ChartProps<D extends ChartData = ChartData> = { data: D; label: string };

/** The links of a chart's numbers, by their names. */
export const linksOf = (data: WidgetData): { name: string; link: string }[] => {
  if (data.kind !== 'history' && data.kind !== 'parts') return [];
  const entries = data.kind === 'history' ? data.series : data.parts;
  return entries.flatMap(({ name, link }) => (link === undefined ? [] : { name, link }));
};

/**
 * Parts with meanings, which have their own colours, are drawn as a ring; others as labelled bars.
 */
export const isRing = ({ parts }: PartsData): boolean =>
  parts.every(({ meaning }) => meaning !== undefined);
