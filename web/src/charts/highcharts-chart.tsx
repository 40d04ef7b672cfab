import CartesianChart from '@cloudscape-design/chart-components/cartesian-chart';
import PieChart from '@cloudscape-design/chart-components/pie-chart';
import type { ChartProps, HistoryData, PartsData } from './chart-data.ts';
import { isRing } from './chart-data.ts';
import { colorOf } from './colors.ts';
import { hasTooFewPoints, heightFor, linkTo } from './chart-parts.tsx';
import { shortText, tickText, timeText, valueText } from './format.ts';
import type { Highcharts } from './load-highcharts.ts';

type HighchartsProps<D extends ChartProps['data']> = ChartProps<D> & { highcharts: Highcharts };

const History = ({ data, label, highcharts }: HighchartsProps<HistoryData>) => {
  const { times, interval, unit = 'count', stacked } = data;
  const isColumns = stacked || hasTooFewPoints(data);
  const links = new Map(data.series.map(({ name, link }) => [name, link]));
  return (
    <CartesianChart
      highcharts={highcharts}
      ariaLabel={label}
      chartHeight={heightFor(data)}
      {...(stacked && { stacking: 'normal' })}
      series={data.series.map(({ name, values, meaning }, index) => ({
        type: isColumns ? 'column' : 'line',
        name,
        color: colorOf(meaning, index),
        data: [...values],
      }))}
      xAxis={{ type: 'category', categories: times.map((time) => timeText(time, interval)) }}
      yAxis={{ min: 0, valueFormatter: (value) => tickText(value ?? 0, unit) }}
      tooltip={{
        point: ({ item: { series, y } }) => {
          const name = series.name ?? '';
          return { key: linkTo(links.get(name), name), value: valueText(y ?? 0, unit) };
        },
      }}
    />
  );
};

const Bars = ({ data, label, highcharts }: HighchartsProps<PartsData>) => {
  const { parts, unit = 'count' } = data;
  return (
    <CartesianChart
      highcharts={highcharts}
      inverted
      ariaLabel={label}
      chartHeight={heightFor(data) + 30}
      legend={{ enabled: false }}
      series={[
        {
          type: 'column',
          name: 'Number',
          color: colorOf('info', 0),
          data: parts.map(({ value }) => value),
        },
      ]}
      xAxis={{ type: 'category', categories: parts.map(({ name }) => name) }}
      yAxis={{ min: 0, valueFormatter: (value) => tickText(value ?? 0, unit) }}
      tooltip={{
        point: ({ item: { x, y } }) => {
          const { name = '', link } = parts[x] ?? {};
          return { key: linkTo(link, name), value: valueText(y ?? 0, unit) };
        },
      }}
    />
  );
};

const Ring = ({ data, label, highcharts }: HighchartsProps<PartsData>) => {
  const { parts, unit = 'count' } = data;
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const links = new Map(parts.map(({ name, link }) => [name, link]));
  return (
    <PieChart
      highcharts={highcharts}
      ariaLabel={label}
      chartHeight={heightFor(data)}
      series={{
        type: 'donut',
        name: label,
        data: parts.map(({ name, value: y, meaning }, index) => ({
          name,
          y,
          color: colorOf(meaning, index),
        })),
      }}
      innerAreaTitle={shortText(total, unit)}
      innerAreaDescription="total"
      segmentDescription={({ segmentValue }) => valueText(segmentValue, unit)}
      tooltip={{
        details: ({ segmentName, segmentValue }) => [
          {
            key: linkTo(links.get(segmentName), segmentName),
            value: valueText(segmentValue, unit),
          },
        ],
      }}
    />
  );
};

/** Draws with the operator's licensed Highcharts. */
export const HighchartsChart = ({ data, ...props }: HighchartsProps<ChartProps['data']>) => {
  if (data.kind === 'history') return <History data={data} {...props} />;
  return isRing(data) ? <Ring data={data} {...props} /> : <Bars data={data} {...props} />;
};
