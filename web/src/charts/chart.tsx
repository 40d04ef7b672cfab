import { Suspense } from 'react';
import { getHighchartsFile } from '#web/app/config.ts';
import { lazyWithFallback } from '#web/components/lazy-part.tsx';
import type { ChartProps } from './chart-data.ts';
import { CloudscapeChart } from './cloudscape-chart.tsx';

/**
 * Used if the operator has a licence; if its code cannot be fetched, Cloudscape's charts are used.
 */
const LazyLicensedChart = lazyWithFallback<ChartProps & { file: string }>(
  async () => (await import('./licensed-chart.tsx')).LicensedChart,
  ({ data, label }) => <CloudscapeChart data={data} label={label} />,
);

/**
 * Draws a chart: the only place in the console that does. The same data is also available as a
 * table (`ChartTable`), for users who read it instead.
 */
export const Chart = (props: ChartProps) => {
  const file = getHighchartsFile();
  if (file === undefined) return <CloudscapeChart {...props} />;
  return (
    <Suspense fallback={null}>
      <LazyLicensedChart {...props} file={file} />
    </Suspense>
  );
};
