import type { Database } from '#lib/kernel/database.ts';

type Answer = { Items?: unknown[]; Responses?: Record<string, unknown[]>; Item?: unknown };

const itemsIn = ({ Items = [], Responses = {}, Item }: Answer): number =>
  Items.length + Object.values(Responses).flat().length + (Item === undefined ? 0 : 1);

/** The database, and what was read from it since it was last asked: calls, items and bytes. */
export const countedDatabase = (db: Database) => {
  let [calls, items, bytes] = [0, 0, 0];
  const send = async (command: never) => {
    const answer = (await db.documents.send(command)) as Answer;
    calls += 1;
    items += itemsIn(answer);
    bytes += JSON.stringify(answer).length;
    return answer;
  };
  const documents = Object.create(db.documents, { send: { value: send } });
  const taken = () => {
    const reads = { calls, items, bytes };
    [calls, items, bytes] = [0, 0, 0];
    return reads;
  };
  return { db: { ...db, documents } satisfies Database, taken };
};
