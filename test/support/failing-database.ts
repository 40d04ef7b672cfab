import type { Database } from '#lib/kernel/database.ts';
import type { Documents } from '#lib/kernel/documents.ts';

/** The database of a process that crashes before its n-th call: all calls from then on fail. */
export const failingDatabase = (db: Database, at: number) => {
  let calls = 0;
  const send: Documents['send'] = async (call) => {
    calls += 1;
    if (calls >= at) throw new Error('The process died.');
    return db.documents.send(call);
  };
  return { db: { ...db, documents: { send } } satisfies Database, died: () => calls >= at };
};
