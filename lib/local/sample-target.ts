import type { DatabaseSync } from 'node:sqlite';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { type Mount, readBody, sendJson } from './http/respond.ts';

const path = '/sample/isolate';

/** Anybody may call it, so only this many calls are kept, and this many bytes of each. */
const maxCalls = 100;
const maxBodyBytes = 16 * 1024;

/**
 * The target of the sample bot: a simulated host manager that records every call with its
 * `Idempotency-Key`, so that a new user can see that the bot called it once.
 */
export const sampleTarget = (database: DatabaseSync, clock: Clock): Mount => {
  database.exec(
    `create table if not exists sample_calls (
       id integer primary key, called_at text not null, idempotency_key text, body text not null
     )`,
  );
  const add = database.prepare(
    'insert into sample_calls (called_at, idempotency_key, body) values (?, ?, ?)',
  );
  const drop = database.prepare(
    `delete from sample_calls
     where id <= (select max(id) from sample_calls) - ${maxCalls}`,
  );
  const all = database.prepare('select * from sample_calls order by id desc');

  return {
    claims: (requestPath) => requestPath === path,
    serve: async (request, response) => {
      if (request.method === 'GET') {
        const calls = all.all().map((row) => ({ ...row, body: JSON.parse(String(row.body)) }));
        sendJson(response, 200, { calls });
        return;
      }
      const { text } = parseJsonObject(await readBody(request, maxBodyBytes));
      const key = request.headers['idempotency-key'];
      add.run(isoTime(clock()), typeof key === 'string' ? key : null, text);
      drop.run();
      sendJson(response, 200, { isolated: true });
    },
  };
};
