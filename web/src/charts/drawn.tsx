// What charts have in common, whoever draws them.
import type { ReactNode } from 'react';
import Link from '@cloudscape-design/components/link';
import type { ChartProps, HistoryData } from './chart-data.ts';

/** Opens beside the dashboard, and says so. */
export const opensBeside = 'Opens in a new tab';

/** Leads beside the dashboard. */
export const leadTo = (to: string | undefined, text: ReactNode): ReactNode =>
  to === undefined ? (
    text
  ) : (
    <Link href={`#${to}`} external externalIconAriaLabel={opensBeside}>
      {text}
    </Link>
  );

/** What a widget of four rows has room for, beside its heading, the legend and the axis. */
const usualHeight = 215;
/** Each sentence below takes some of it. */
const noteHeight = 24;

export const heightFor = ({ notes = [] }: ChartProps['data']): number =>
  usualHeight - noteHeight * Math.min(notes.length, 3);

/** A line needs two points. */
export const isShort = ({ series }: HistoryData): boolean =>
  series.some(({ values }) => values.filter((value) => value !== null).length < 2);
