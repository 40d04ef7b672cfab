import { lazy, Suspense } from 'react';
import type { TimeRangeProps } from './time-range-picker.tsx';

/** The calendar is large, and the list need not wait for it. */
const Picker = lazy(() =>
  import('./time-range-picker.tsx').then((module) => ({ default: module.TimeRangePicker })),
);

/** A list's filter by time. */
export const When = (props: TimeRangeProps) => (
  <Suspense fallback={null}>
    <Picker {...props} />
  </Suspense>
);
