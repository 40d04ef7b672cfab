import * as z from 'zod';
import { type Database, getItem, putItem } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { deliveryTable } from './delivery.table.ts';

const dayInSeconds = 24 * 3600;

/** A delivery id that a sender used, and the event that it became. */
const delivery = z.object({
  listener_key: z.string(),
  delivery_id: z.string(),
  event_id: z.string(),
  body_sha256: z.string(),
  expires_at: z.number(),
});

type Claim = { event_id: string; body_sha256: string };

/** The delivery ids of one listener; each is kept for 24 hours. */
export const deliveryStore = (db: Database, tenantId: string, listenerId: string) => {
  const partition = `${tenantId}#${listenerId}`;

  return {
    /** Claims the id for an event; returns the valid claim, which is this one or an earlier one. */
    async claim(deliveryId: string, claim: Claim, now: number): Promise<Claim> {
      // Hashed, because the id may be longer than a table key may be.
      const key = { listener_key: partition, delivery_id: sha256(deliveryId) };
      const seconds = Math.floor(now / 1000);
      const item = { ...key, ...claim, expires_at: seconds + dayInSeconds };
      const claimed = await putItem(db, deliveryTable, item, {
        text: 'attribute_not_exists(#d) OR #e < :now',
        names: { '#d': 'delivery_id', '#e': 'expires_at' },
        values: { ':now': seconds },
      });
      if (claimed) return claim;
      return delivery.parse(await getItem(db, deliveryTable, key));
    },
  };
};
