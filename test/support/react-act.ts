// React's production build renders several times faster in jsdom than its development build, but
// has no `act`. In its bundle for tests, these functions stand in for those of the same names.

type Task = () => void;
const due = new Set<Task>();

const deferredBy = (defer: (task: Task) => void) => (task: Task) => {
  const once = () => {
    if (due.delete(once)) task();
  };
  due.add(once);
  defer(once);
};

export const queueMicrotask = deferredBy(globalThis.queueMicrotask);
export const setImmediate = deferredBy((task) => globalThis.setTimeout(task, 0));

let depth = 0;

const leave = (): void => {
  depth -= 1;
  if (depth > 0) return;
  // A set is walked in the order of insertion, so what is deferred meanwhile is done as well.
  for (const task of due) task();
};

/** As React's own: when it returns, or its promise resolves, nothing is left to render. */
export const act = (callback: () => unknown): Promise<unknown> => {
  depth += 1;
  let result: unknown;
  try {
    result = callback();
  } finally {
    if (!(result instanceof Promise)) leave();
  }
  return result instanceof Promise ? result.finally(leave) : Promise.resolve(result);
};
