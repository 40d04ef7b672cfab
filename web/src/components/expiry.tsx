import { localTime, msOf, spanText, Time } from './time.tsx';
import { useNow } from './use-now.ts';

const useRemainingMs = (until: string): number => msOf(until) - useNow();

/** The remaining time, counted down; the exact time on hover. */
export const Remaining = ({ until }: { until: string }) => {
  const remainingMs = useRemainingMs(until);
  return (
    <time dateTime={until} title={localTime(until)}>
      {remainingMs > 0 ? spanText(remainingMs) : 'now'}
    </time>
  );
};

const CountdownText = ({ until }: { until: string }) => {
  const remainingMs = useRemainingMs(until);
  return <> ({remainingMs > 0 ? `${spanText(remainingMs)} left` : 'now'})</>;
};

/** The end of a period and, while it is open, the time that remains. */
export const Expiry = ({ at, isOpen }: { at: string; isOpen: boolean }) => (
  <>
    <Time at={at} />
    {isOpen && <CountdownText until={at} />}
  </>
);
