import DateRangePicker from '@cloudscape-design/components/date-range-picker';
import {
  endOfToday,
  pickerValue,
  rangeFromPicker,
  rangeProblemOf,
  type TimeRange,
} from './time-range.ts';

const lastRange = (amount: number, unit: 'hour' | 'day') => ({
  key: `${amount}-${unit}`,
  amount,
  unit,
  type: 'relative' as const,
});

const spans = [
  lastRange(1, 'hour'),
  lastRange(24, 'hour'),
  lastRange(7, 'day'),
  lastRange(30, 'day'),
];

export type TimeRangeProps = {
  range: TimeRange | undefined;
  onChange: (range: TimeRange | undefined) => void;
};

/** Picks a time range that ends today at the latest. */
export const TimeRangePicker = ({ range, onChange }: TimeRangeProps) => (
  <DateRangePicker
    ariaLabel="Time range"
    placeholder="Any time"
    expandToViewport
    absoluteFormat="long-localized"
    hideTimeOffset
    customRelativeRangeUnits={['minute', 'hour', 'day', 'week']}
    relativeOptions={spans}
    value={pickerValue(range)}
    isDateEnabled={(date) => date.getTime() <= endOfToday(Date.now())}
    dateDisabledReason={() => 'The range cannot go beyond the end of today.'}
    isValidRange={(value) => {
      const errorMessage = rangeProblemOf(value, Date.now());
      return errorMessage === undefined ? { valid: true } : { valid: false, errorMessage };
    }}
    onChange={({ detail }) => onChange(rangeFromPicker(detail.value, Date.now()))}
    i18nStrings={{
      formatRelativeRange: ({ amount, unit }) => `Last ${amount} ${unit}${amount === 1 ? '' : 's'}`,
    }}
  />
);
