import { useDelayedTask } from '#web/api/use-delayed-task.ts';

/** Milliseconds. Frames come in bursts: their requests are combined. */
const batchDelay = 500;

/** Returns a function that runs `task` once, shortly after it was first called. */
export const useBatchedTask = (task: () => void): (() => void) => useDelayedTask(task, batchDelay);
