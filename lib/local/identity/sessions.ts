import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import type { Clock } from '#lib/kernel/clock.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { refreshLife, tokenLife } from '#lib/kernel/sign-in.ts';

const session = z.object({
  /** Each access token of the session carries it as `origin_jti`. */
  id: z.string(),
  username: z.string(),
  /** Epoch milliseconds. */
  started_at: z.number(),
});
export type Session = z.infer<typeof session>;

/**
 * One row for each sign-in, which ends with its refresh token. Without the row, access tokens of
 * the session are rejected too, so no list of revoked tokens is needed.
 */
export type Sessions = {
  start(username: string): { session: Session; refreshToken: string };
  byRefreshToken(token: string): Session | undefined;
  isOpen(id: string): boolean;
  /** Does nothing if the session is another user's. */
  end(id: string, username: string): void;
  /** Ends every session of the account but `exceptId`. */
  endAll(username: string, exceptId?: string): void;
};

const tables = `
  create table if not exists identity_sessions (
    id text primary key, username text not null references identity_users,
    started_at integer not null, refresh_hash text not null unique
  ) strict;
  create index if not exists identity_sessions_by_user on identity_sessions (username);
  create index if not exists identity_sessions_by_start on identity_sessions (started_at)`;

export const openSessions = (database: DatabaseSync, clock: Clock): Sessions => {
  database.exec(tables);
  const insert = database.prepare('insert into identity_sessions values (?, ?, ?, ?)');
  const byHash = database.prepare(
    'select * from identity_sessions where refresh_hash = ? and started_at > ?',
  );
  const byId = database.prepare('select id from identity_sessions where id = ?');
  const removeOld = database.prepare('delete from identity_sessions where started_at <= ?');
  const removeOne = database.prepare('delete from identity_sessions where id = ? and username = ?');
  const removeAll = database.prepare(
    'delete from identity_sessions where username = ? and id <> ?',
  );

  return {
    start: (username) => {
      // An access token may outlive its refresh token by its own lifetime.
      removeOld.run(clock() - refreshLife - tokenLife);
      const started = { id: randomUUID(), username, started_at: clock() };
      const refreshToken = randomBytes(32).toString('base64url');
      insert.run(started.id, username, started.started_at, sha256(refreshToken));
      return { session: started, refreshToken };
    },
    byRefreshToken: (token) => {
      const row = byHash.get(sha256(token), clock() - refreshLife);
      return row && session.parse(row);
    },
    isOpen: (id) => byId.get(id) !== undefined,
    end: (id, username) => void removeOne.run(id, username),
    endAll: (username, exceptId = '') => void removeAll.run(username, exceptId),
  };
};
