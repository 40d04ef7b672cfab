import { useEffect, useState } from 'react';

/** The value once it has not changed for `pause` milliseconds. */
export const useDebounced = <T>(value: T, pause: number): T => {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return debouncedValue;
};
