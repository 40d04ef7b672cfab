import { type ReactNode, useRef } from 'react';
import MixedLineBarChart, {
  type MixedLineBarChartProps,
} from '@cloudscape-design/components/mixed-line-bar-chart';
import PieChart from '@cloudscape-design/components/pie-chart';
import type { ChartProps, HistoryData, PartsData } from './chart-data.ts';
import { isRing } from './chart-data.ts';
import { colorOf } from './colors.ts';
import { hasTooFewPoints, heightFor, linkTo } from './chart-parts.tsx';
import { shortText, tickText, timeText, valueText } from './format.ts';

type Series = MixedLineBarChartProps.ChartSeries<string>;

const common = { hideFilter: true } as const;

const History = ({ data, label }: ChartProps<HistoryData>) => {
  const { times, interval, unit = 'count', stacked } = data;
  const names = times.map((time) => timeText(time, interval));
  const series = data.series.map(({ name, values, meaning }, index): Series => ({
    type: stacked || hasTooFewPoints(data) ? 'bar' : 'line',
    title: name,
    color: colorOf(meaning, index),
    data: values.flatMap((y, at) => (y === null ? [] : [{ x: names[at] ?? '', y }])),
    valueFormatter: (value: number) => valueText(value, unit),
  }));
  const links = new Map(data.series.map(({ name, link }) => [name, link]));
  return (
    <MixedLineBarChart
      {...common}
      height={heightFor(data)}
      ariaLabel={label}
      series={series}
      stackedBars={stacked}
      xScaleType="categorical"
      xDomain={names}
      yTickFormatter={(value) => tickText(value, unit)}
      detailPopoverSeriesContent={({ series: { title }, y }) => ({
        key: linkTo(links.get(title), title),
        value: valueText(y, unit),
      })}
    />
  );
};

const Bars = ({ data, label }: ChartProps<PartsData>) => {
  const { parts, unit = 'count' } = data;
  const links = new Map(parts.map(({ name, link }) => [name, link]));
  return (
    <MixedLineBarChart
      {...common}
      height={heightFor(data) + 30}
      hideLegend
      horizontalBars
      ariaLabel={label}
      series={[
        {
          type: 'bar',
          title: 'Number',
          color: colorOf('info', 0),
          data: parts.map(({ name: x, value: y }) => ({ x, y })),
          valueFormatter: (value) => valueText(value, unit),
        } satisfies Series,
      ]}
      xScaleType="categorical"
      xDomain={parts.map(({ name }) => name)}
      yTickFormatter={(value) => tickText(value, unit)}
      detailPopoverSeriesContent={({ x, y }) => ({
        key: linkTo(links.get(x), x),
        value: valueText(y, unit),
      })}
    />
  );
};

const Ring = ({ data, label }: ChartProps<PartsData>) => {
  const { parts, unit = 'count' } = data;
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <PieChart
      {...common}
      variant="donut"
      size="medium"
      ariaLabel={label}
      data={parts.map(({ name, value, meaning, link }, index) => ({
        title: name,
        value,
        color: colorOf(meaning, index),
        link,
      }))}
      innerMetricValue={shortText(total, unit)}
      innerMetricDescription="total"
      segmentDescription={({ value }) => valueText(value, unit)}
      detailPopoverContent={({ title, value, link }) => [
        { key: linkTo(link, title), value: valueText(value, unit) },
      ]}
    />
  );
};

const renderChart = ({ data, label }: ChartProps) => {
  if (data.kind === 'history') return <History data={data} label={label} />;
  return isRing(data) ? <Ring data={data} label={label} /> : <Bars data={data} label={label} />;
};

/**
 * Keeps the chart from handling `mouseleave` while it is hidden, for example while the next page
 * loads: its drawing is not available then, and it would throw.
 */
const HoverGuard = ({ children }: { children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/mouse-events-have-key-events
    <div
      ref={element}
      onMouseOutCapture={(event) => {
        if (!element.current) event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
};

/** Draws with the charts that come with Cloudscape. */
export const CloudscapeChart = (props: ChartProps) => <HoverGuard>{renderChart(props)}</HoverGuard>;
