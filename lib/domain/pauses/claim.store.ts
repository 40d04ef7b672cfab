import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, getItem, updateItem } from '#lib/kernel/database.ts';
import { type Place, pauseKey } from './pause.store.ts';
import { pauseTable } from './pause.table.ts';

/** One wait of a run for a long task: a place may wait again, then until another time. */
export type Awaited = Place & { tenant_id: string; until: string };

const claim = z.object({
  /** Of the wait that it was taken up for. */
  until: z.string(),
  /** How often it was taken up. */
  attempt: z.number(),
  /** Whoever took it up says so again before this time, or has died. */
  leased_until: z.string(),
});
type Claim = z.infer<typeof claim>;

/** A task that dies is begun again, once. */
const mostAttempts = 2;

/** How long a claim holds that is not renewed (ms). */
export const lease = 45_000;

/**
 * `gone`: nobody waits for it; `busy`: somebody works on it; `spent`: it died as often as it is
 * begun.
 */
export type Taken = { attempt: number } | 'gone' | 'busy' | 'spent';

/**
 * Who works on the long task that a run waits for. The claim is part of the pause, so both end in
 * one write: what ends the wait cancels the work.
 */
export const claimStore = (db: Database, { tenant_id, until, ...place }: Awaited) => {
  const key = pauseKey(tenant_id, place);

  const write = (next: Claim, before: Claim | undefined): Promise<boolean> =>
    updateItem(db, pauseTable, key, [[['claim'], next]], {
      text: before
        ? '#claim.#until = :until AND #claim.#leased = :leased'
        : 'attribute_exists(#id) AND (attribute_not_exists(#claim) OR #claim.#until <> :until)',
      names: {
        '#claim': 'claim',
        '#until': 'until',
        ...(before ? { '#leased': 'leased_until' } : { '#id': '_id' }),
      },
      values: { ':until': until, ...(before && { ':leased': before.leased_until }) },
    });

  const read = async () => {
    const item = await getItem(db, pauseTable, key);
    const held = claim.safeParse(item?.claim).data;
    return item && { held: held?.until === until ? held : undefined };
  };

  return {
    /** Takes the work up, where it is to be done and nobody works on it. */
    async take(now: number): Promise<Taken> {
      for (;;) {
        const found = now < Date.parse(until) ? await read() : undefined;
        if (!found) return 'gone';
        const { held } = found;
        if (held && Date.parse(held.leased_until) > now) return 'busy';
        if (held && held.attempt >= mostAttempts) return 'spent';
        const attempt = (held?.attempt ?? 0) + 1;
        if (await write({ until, attempt, leased_until: isoTime(now + lease) }, held)) {
          return { attempt };
        }
      }
    },

    /** Says that this attempt goes on; false where it is to end. */
    async renew(attempt: number, now: number): Promise<boolean> {
      const held = now < Date.parse(until) ? (await read())?.held : undefined;
      if (held?.attempt !== attempt) return false;
      return write({ ...held, leased_until: isoTime(now + lease) }, held);
    },
  };
};
