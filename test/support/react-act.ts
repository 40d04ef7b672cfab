// React's production build renders several times faster in jsdom than its development build, but
// has no `act`. In the test bundle, these functions replace those of the same names.

type Task = () => void;
const pendingTasks = new Set<Task>();

const deferredBy = (defer: (task: Task) => void) => (task: Task) => {
  const once = () => {
    if (pendingTasks.delete(once)) task();
  };
  pendingTasks.add(once);
  defer(once);
};

export const queueMicrotask = deferredBy(globalThis.queueMicrotask);
export const setImmediate = deferredBy((task) => globalThis.setTimeout(task, 0));

let depth = 0;

const leaveAct = (): void => {
  depth -= 1;
  if (depth > 0) return;
  // A set is iterated in order of insertion, so tasks added meanwhile run as well.
  for (const task of pendingTasks) task();
};

/** Like React's `act`: when it returns, or its promise resolves, nothing is left to render. */
export const act = (callback: () => unknown): Promise<unknown> => {
  depth += 1;
  let result: unknown;
  try {
    result = callback();
  } finally {
    if (!(result instanceof Promise)) leaveAct();
  }
  return result instanceof Promise ? result.finally(leaveAct) : Promise.resolve(result);
};
