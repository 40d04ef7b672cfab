import { useEffect, useState } from 'react';

/** The value as it was once it had not changed for a while, in milliseconds. */
export const useSettled = <T>(value: T, pause: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
};
