import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import {
  type Database,
  deleteItem,
  getItem,
  putNewItem,
  readEntries,
  updateItem,
} from '#lib/kernel/database.ts';
import { runSlotTable } from './slot.table.ts';

/** Since when each run has held its place (ISO time), by run id. */
const holders = z.record(z.string(), z.string());
export type Holders = z.infer<typeof holders>;

/** Partition of the index of all slots. */
const slotPartition = 'held';

/**
 * The slots of one organisation's bots. A slot is named `bot_id#key`, has as many places as the bot
 * allows concurrent runs, and exists while a run holds a place. Every write is conditional, so
 * there are never more holders than places.
 */
export const slotStore = (db: Database, tenantId: string) => {
  const keyOf = (slot: string) => ({ tenant_id: tenantId, _id: slot });
  const names = (runId: string) => ({ '#h': 'holders', '#run': runId });

  const get = async (slot: string): Promise<Holders | undefined> => {
    const item = await getItem(db, runSlotTable, keyOf(slot));
    return item && holders.parse(item.holders);
  };

  const open = (slot: string, runId: string, at: string): Promise<boolean> =>
    putNewItem(db, runSlotTable, {
      ...keyOf(slot),
      holders: { [runId]: at },
      held: slotPartition,
      reviewed_at: at,
    });

  const join = (slot: string, runId: string, places: number, at: string): Promise<boolean> =>
    updateItem(db, runSlotTable, keyOf(slot), [[['holders', runId], at]], {
      text: 'attribute_exists(#h) AND attribute_not_exists(#h.#run) AND size(#h) < :places',
      names: names(runId),
      values: { ':places': places },
    });

  const leave = (slot: string, runId: string): Promise<boolean> =>
    updateItem(db, runSlotTable, keyOf(slot), [[['holders', runId], undefined]], {
      text: 'attribute_exists(#h.#run) AND size(#h) > :one',
      names: names(runId),
      values: { ':one': 1 },
    });

  const close = (slot: string, runId: string): Promise<boolean> =>
    deleteItem(db, runSlotTable, keyOf(slot), {
      text: 'attribute_exists(#h.#run) AND size(#h) = :one',
      names: names(runId),
      values: { ':one': 1 },
    });

  return {
    /** The runs that hold places of the slot; undefined if none does. */
    holders: get,

    /** Takes a place for the run unless it has one already; false if all places are taken. */
    async take(slot: string, runId: string, places: number, now: number): Promise<boolean> {
      const at = isoTime(now);
      for (;;) {
        const currentHolders = await get(slot);
        if (currentHolders && Object.hasOwn(currentHolders, runId)) return true;
        if (currentHolders && Object.keys(currentHolders).length >= places) return false;
        if (await (currentHolders ? join(slot, runId, places, at) : open(slot, runId, at)))
          return true;
      }
    },

    /** Frees the place of the run; the slot is deleted with its last holder. */
    async release(slot: string, runId: string): Promise<void> {
      for (;;) {
        const currentHolders = await get(slot);
        if (!currentHolders || !Object.hasOwn(currentHolders, runId)) return;
        const isLast = Object.keys(currentHolders).length === 1;
        if (await (isLast ? close(slot, runId) : leave(slot, runId))) return;
      }
    },

    /** Claims the review of a slot's holders; false if another review began after `before` (ms). */
    beginReview: (slot: string, now: number, before: number): Promise<boolean> =>
      updateItem(db, runSlotTable, keyOf(slot), [[['reviewed_at'], isoTime(now)]], {
        text: '#at <= :before',
        names: { '#at': 'reviewed_at' },
        values: { ':before': isoTime(before) },
      }),
  };
};

/** Slots of all tenants that were not reviewed since `before` (ISO time), longest ago first. */
export async function* unreviewedSlots(
  db: Database,
  before: string,
): AsyncGenerator<{ tenant_id: string; slot: string }> {
  const question = { table: runSlotTable, index: slotPartition, partition: slotPartition };
  const between = ['', before] as const;
  for await (const { tenant_id, _id } of readEntries(db, { ...question, between }, {})) {
    yield { tenant_id: String(tenant_id), slot: String(_id) };
  }
}
