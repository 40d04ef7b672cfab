import { useEffect, useRef } from 'react';

/** Returns a function that runs the task after this delay (ms), once however often it is called. */
export const useDelayedTask = (task: () => unknown, delay: number): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(task);
  useEffect(() => {
    latest.current = task;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, delay);
  };
};
