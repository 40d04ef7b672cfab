import { useEffect, useState } from 'react';

/** The current time in milliseconds, updated periodically, for texts that depend on it. */
export const useNow = (everyMs = 1000): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
