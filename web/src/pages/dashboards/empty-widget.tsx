import Box from '@cloudscape-design/components/box';
import { catalogue, isWidgetTemplate } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';

/** Whether there is no data to show. */
export const isEmpty = (data: WidgetData): boolean => {
  if (data.kind === 'history') return data.series.length === 0;
  if (data.kind === 'parts') return data.parts.length === 0;
  if (data.kind === 'totals') return data.totals.length === 0;
  return data.rows.length === 0;
};

/** Why a widget shows no data, as a sentence. */
export const emptyText = (template: string): string =>
  isWidgetTemplate(template) ? catalogue[template].empty : 'There is nothing to show.';

/** Shown if there is no data: why, and where the data comes from. */
export const EmptyWidget = ({ template }: { template: string }) => (
  <Box textAlign="center" color="text-body-secondary" padding={{ vertical: 'l' }}>
    <div>{emptyText(template)}</div>
    {isWidgetTemplate(template) && catalogue[template].needsCloud && (
      <Link to={pathTo('integrations', {}, { category: 'Cloud' })}>Connect a cloud account</Link>
    )}
  </Box>
);
