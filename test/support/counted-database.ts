import type { Database } from '#lib/kernel/database.ts';
import type { Documents } from '#lib/kernel/documents.ts';

type Answer = { Items?: unknown[]; Responses?: Record<string, unknown[]>; Item?: unknown };

const itemsIn = ({ Items = [], Responses = {}, Item }: Answer): number =>
  Items.length + Object.values(Responses).flat().length + (Item === undefined ? 0 : 1);

/** The database, and what was read from it since the last query: calls, items and bytes. */
export const countedDatabase = (db: Database) => {
  let [calls, items, bytes] = [0, 0, 0];
  const send: Documents['send'] = async (call) => {
    const answer = await db.documents.send(call);
    calls += 1;
    items += itemsIn(answer);
    bytes += JSON.stringify(answer).length;
    return answer;
  };
  const taken = () => {
    const counts = { calls, items, bytes };
    [calls, items, bytes] = [0, 0, 0];
    return counts;
  };
  return { db: { ...db, documents: { send } } satisfies Database, taken };
};
