import type { Database } from '#lib/kernel/database.ts';

/** The database of a process that dies before its n-th call: that one and all later ones fail. */
export const dyingDatabase = (db: Database, at: number) => {
  let calls = 0;
  const send = async (command: never) => {
    calls += 1;
    if (calls >= at) throw new Error('The process died.');
    return db.documents.send(command);
  };
  const documents = Object.create(db.documents, { send: { value: send } });
  return { db: { ...db, documents } satisfies Database, died: () => calls >= at };
};
