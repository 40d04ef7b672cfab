import type { Database } from '#lib/kernel/database.ts';
import { userStore } from '../../users/user.store.ts';
import type { Scan } from './scan.schema.ts';

/**
 * Scans with the names of the users who started them. Older releases stored the e-mail address,
 * which is kept if no user has it any more.
 */
export const withStarterNames = async <T extends Pick<Scan, 'started_by'>>(
  db: Database,
  tenantId: string,
  scans: readonly T[],
): Promise<T[]> => {
  const users = userStore(db, tenantId);
  const addresses = new Set(
    scans.flatMap(({ started_by }) => (started_by?.includes('@') ? [started_by] : [])),
  );
  const found = await Promise.all(
    [...addresses].map(async (id) => [id, (await users.get(id))?.name] as const),
  );
  const names = new Map(found);
  return scans.map((scan) => {
    const name = scan.started_by === undefined ? undefined : names.get(scan.started_by);
    return name === undefined ? scan : { ...scan, started_by: name };
  });
};
