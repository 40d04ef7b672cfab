import { localTime, msOf, spanText, Time } from './time.tsx';
import { useNow } from './use-now.ts';

const useLeft = (until: string): number => msOf(until) - useNow();

/** How long there is still time, counted down; the moment itself where the pointer rests. */
export const Remaining = ({ until }: { until: string }) => {
  const left = useLeft(until);
  return (
    <time dateTime={until} title={localTime(until)}>
      {left > 0 ? spanText(left) : 'now'}
    </time>
  );
};

const Left = ({ until }: { until: string }) => {
  const left = useLeft(until);
  return <> ({left > 0 ? `${spanText(left)} left` : 'now'})</>;
};

/** The moment until which something is open, and how long that is while it is. */
export const Expiry = ({ at, isOpen }: { at: string; isOpen: boolean }) => (
  <>
    <Time at={at} />
    {isOpen && <Left until={at} />}
  </>
);
