import { networkInterfaces } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import { parseJsonObject } from '#lib/kernel/json.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { AddressOf } from './http/caller-address.ts';
import { type Mount, readBody, sendJson } from './http/respond.ts';

const path = '/sample/isolate';

/** It asks for no proof: so many calls are kept, of so many bytes each. */
const mostCalls = 100;
const longestBody = 16 * 1024;

const plain = (address: string): string => address.replace(/^::ffff:/i, '').toLowerCase();

/** Bots call from this machine, and so does who tries them; nobody else needs the sample. */
const isThisMachine = (address: string): boolean => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const caller = plain(address);
  return caller.startsWith('127.') || own.some((one) => plain(one.address) === caller);
};

/**
 * What the sample bot changes: a pretended host manager that remembers every call with its
 * `Idempotency-Key`, so that a new user sees that the bot called once.
 */
export const sampleTarget = (
  database: DatabaseSync,
  clock: Clock,
  addressOf: AddressOf,
): Mount => {
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
     where id <= (select max(id) from sample_calls) - ${mostCalls}`,
  );
  const all = database.prepare('select * from sample_calls order by id desc');

  return {
    claims: (given) => given === path,
    serve: async (request, response) => {
      if (!isThisMachine(addressOf(request))) throw notFound('address');
      if (request.method === 'GET') {
        const calls = all.all().map((row) => ({ ...row, body: JSON.parse(String(row.body)) }));
        sendJson(response, 200, { calls });
        return;
      }
      const { text } = parseJsonObject(await readBody(request, longestBody));
      const key = request.headers['idempotency-key'];
      add.run(isoTime(clock()), typeof key === 'string' ? key : null, text);
      drop.run();
      sendJson(response, 200, { isolated: true });
    },
  };
};
