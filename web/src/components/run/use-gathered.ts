import { useEffect, useRef } from 'react';

/** Frames come in bursts: what they ask for is done once for all of half a second. */
const gatherFor = 500;

/** A function that has this done once, a moment after it was first asked for. */
export const useGathered = (act: () => void): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      act();
    }, gatherFor);
  };
};
