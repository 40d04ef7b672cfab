/** The waiting items of one source, and how many of its items are in progress. */
type SourceQueue<Item> = {
  slow: boolean;
  waiting: Item[];
  /** The number of items at the start of `waiting` that were taken already. */
  taken: number;
  running: number;
};

const lengthOf = ({ waiting, taken }: SourceQueue<unknown>): number => waiting.length - taken;

const takeNext = <Item>(lane: SourceQueue<Item>): Item | undefined => {
  const next = lane.waiting[lane.taken];
  lane.taken += 1;
  // Taken items are removed in large batches, since removing each alone would move all others.
  if (lane.taken === lane.waiting.length || lane.taken > 1000) {
    lane.waiting.splice(0, lane.taken);
    lane.taken = 0;
  }
  return next;
};

/** An item whose turn it is; it occupies a place until its source is released. */
export type Turn<Item> = { item: Item; source: string };

/**
 * Assigns a number of places so that no source holds up the others: a source may occupy only as
 * many places as are still free. A single source gets about half of them, and a new source finds a
 * free one, however long the first items take. Slow sources together get at most half. Items of one
 * source keep their order. A turn examines only sources that are slow or have items in progress.
 */
export const fairTurns = <Item>(places: number) => {
  const lanes = new Map<string, SourceQueue<Item>>();
  const waiting = new Map<string, SourceQueue<Item>>();
  const mostSlow = Math.max(1, Math.floor(places / 2));
  let [total, slow] = [0, 0];

  /** The source with the fewest items in progress, if it may have one more. */
  const choose = (): [source: string, lane: SourceQueue<Item>] | undefined => {
    let chosen: [string, SourceQueue<Item>] | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const entry of waiting) {
      const [, { running, slow: isSlow }] = entry;
      if (running >= fewest || (isSlow && slow >= mostSlow)) continue;
      chosen = entry;
      fewest = running;
      if (fewest === 0) break;
    }
    return total < places && fewest <= places - total ? chosen : undefined;
  };

  return {
    add(source: string, item: Item, isSlow = false): void {
      const newLane = { slow: isSlow, waiting: [], taken: 0, running: 0 };
      const lane = lanes.get(source) ?? newLane;
      lane.waiting.push(item);
      lanes.set(source, lane);
      waiting.set(source, lane);
    },

    next(): Turn<Item> | undefined {
      const [source, lane] = choose() ?? [];
      if (source === undefined || !lane) return undefined;
      const item = takeNext(lane);
      // A source that was served goes behind the others with equally few items in progress.
      waiting.delete(source);
      if (lengthOf(lane) > 0) waiting.set(source, lane);
      if (item === undefined) return undefined;
      lane.running += 1;
      total += 1;
      if (lane.slow) slow += 1;
      return { item, source };
    },

    release(source: string): void {
      const lane = lanes.get(source);
      if (!lane) return;
      total -= 1;
      if (lane.slow) slow -= 1;
      lane.running -= 1;
      if (lane.running === 0 && lengthOf(lane) === 0) lanes.delete(source);
    },

    /** How many items of this source wait. */
    waiting(source: string): number {
      const lane = lanes.get(source);
      return lane ? lengthOf(lane) : 0;
    },

    /** Whether this source has items waiting or in progress. */
    knows: (source: string): boolean => lanes.has(source),

    /** Removes and returns all waiting items, of every source. */
    clear(): Item[] {
      const items = [...waiting.values()].flatMap((lane) => {
        const { taken } = lane;
        lane.taken = 0;
        return lane.waiting.splice(0).slice(taken);
      });
      waiting.clear();
      return items;
    },
  };
};
