import { addAmounts, type Database, readItems } from '#lib/kernel/database.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { refusedCalls, type RefusedCalls } from './refused-call.schema.ts';
import { refusedCallTable } from './refused-call.table.ts';

const hourMs = 3600_000;
const daysKept = 7;

type Last = { at: number; status: number; reason: string };

/** The rejected calls of one listener: one item an hour, however many calls there are. */
export const refusedCallStore = (db: Database, tenantId: string, listenerId: string) => {
  const listener_key = `${tenantId}#${listenerId}`;

  return {
    add: (count: number, { at, status, reason }: Last): Promise<boolean> => {
      const hour = isoTime(at - (at % hourMs));
      const expires_at = Math.floor(at / 1000) + daysKept * 24 * 3600;
      const settings = Object.entries({
        last_at: isoTime(at),
        last_status: status,
        last_reason: reason,
        expires_at,
      }).map(([name, value]) => [[name], value] as const);
      return addAmounts(db, refusedCallTable, { listener_key, hour }, { count }, { settings });
    },

    /** The hours since a moment, the newest first. */
    async since(from: number): Promise<RefusedCalls[]> {
      const question = {
        table: refusedCallTable,
        partition: listener_key,
        between: [isoTime(from - (from % hourMs)), '9'] as const,
        descending: true,
      };
      const hours: RefusedCalls[] = [];
      for await (const item of readItems(db, question)) hours.push(refusedCalls.parse(item));
      return hours;
    },
  };
};
