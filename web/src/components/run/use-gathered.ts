import { useSoon } from '#web/api/use-soon.ts';

/** Frames come in bursts: what they ask for is done once for all of half a second. */
const gatherFor = 500;

/** A function that has this done once, a moment after it was first asked for. */
export const useGathered = (act: () => void): (() => void) => useSoon(act, gatherFor);
