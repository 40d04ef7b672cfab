// Shared parts of both chart implementations.
import type { ReactNode } from 'react';
import Link from '@cloudscape-design/components/link';
import type { ChartProps, HistoryData } from './chart-data.ts';

/** The hint on links that open in a new tab. */
export const newTabHint = 'Opens in a new tab';

/** The text as a link that opens in a new tab; plain text without a target. */
export const linkTo = (to: string | undefined, text: ReactNode): ReactNode =>
  to === undefined ? (
    text
  ) : (
    <Link href={`#${to}`} external externalIconAriaLabel={newTabHint}>
      {text}
    </Link>
  );

/** Pixels. The space in a widget of four rows, besides its heading, the legend and the axis. */
const defaultHeight = 215;
/** Pixels that each sentence below the chart takes. */
const noteHeight = 24;

export const heightFor = ({ notes = [] }: ChartProps['data']): number =>
  defaultHeight - noteHeight * Math.min(notes.length, 3);

/** Whether a series is too short: a line needs two points. */
export const hasTooFewPoints = ({ series }: HistoryData): boolean =>
  series.some(({ values }) => values.filter((value) => value !== null).length < 2);
