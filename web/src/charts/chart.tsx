import { Suspense } from 'react';
import { namedChartFile } from '#web/app/config.ts';
import { lazyOr } from '#web/components/lazy-part.tsx';
import type { ChartProps } from './chart-data.ts';
import { CloudscapeChart } from './cloudscape-chart.tsx';

/** Where the operator has a licence; where its code cannot be fetched, the charts at hand draw. */
const LazyLicensedChart = lazyOr<ChartProps & { file: string }>(
  async () => (await import('./licensed-chart.tsx')).LicensedChart,
  ({ data, label }) => <CloudscapeChart data={data} label={label} />,
);

/**
 * Draws numbers: the only place of the console that does. What is drawn is there as a table too
 * (`ChartTable`), for everybody who reads rather than looks.
 */
export const Chart = (props: ChartProps) => {
  const file = namedChartFile();
  if (file === undefined) return <CloudscapeChart {...props} />;
  return (
    <Suspense fallback={null}>
      <LazyLicensedChart {...props} file={file} />
    </Suspense>
  );
};
