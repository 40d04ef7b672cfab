import { useSoon } from '#web/api/use-soon.ts';

/** Milliseconds. Frames come in bursts: their requests are combined. */
const gatherFor = 500;

/** Returns a function that runs `act` once, shortly after it was first called. */
export const useGathered = (act: () => void): (() => void) => useSoon(act, gatherFor);
