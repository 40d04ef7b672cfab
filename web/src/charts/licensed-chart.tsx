import { useEffect, useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Spinner from '@cloudscape-design/components/spinner';
import type { ChartProps } from './chart-data.ts';
import { CloudscapeChart } from './cloudscape-chart.tsx';
import { HighchartsChart } from './highcharts-chart.tsx';
import { type Highcharts, loadHighcharts } from './load-highcharts.ts';

type Loaded = Highcharts | 'failed' | undefined;

/** Draws with the operator's Highcharts, or with Cloudscape's charts if that cannot be loaded. */
export const LicensedChart = ({ file, ...props }: ChartProps & { file: string }) => {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Loaded) => {
      if (isCurrent) setLoaded(found);
    };
    loadHighcharts(file).then(show, () => show('failed'));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  if (loaded === undefined) {
    return (
      <Box textAlign="center" padding="l">
        <Spinner />
      </Box>
    );
  }
  if (loaded === 'failed') return <CloudscapeChart {...props} />;
  return <HighchartsChart {...props} highcharts={loaded} />;
};
