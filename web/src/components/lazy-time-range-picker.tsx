import { Suspense } from 'react';
import type { TimeRangeProps } from './time-range-picker.tsx';
import { lazyPart } from './lazy-part.tsx';

/** The calendar's code is large, and the list does not wait for it. */
const Picker = lazyPart(async () => (await import('./time-range-picker.tsx')).TimeRangePicker);

/** A list's filter by time. */
export const LazyTimeRangePicker = (props: TimeRangeProps) => (
  <Suspense fallback={null}>
    <Picker {...props} />
  </Suspense>
);
