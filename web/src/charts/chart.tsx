import type { ChartProps } from './chart-data.ts';
import { CloudscapeChart } from './cloudscape-chart.tsx';

/**
 * Draws numbers: the only place of the console that does. What is drawn is there as a table too
 * (`ChartTable`), for everybody who reads rather than looks.
 */
export const Chart = (props: ChartProps) => <CloudscapeChart {...props} />;
