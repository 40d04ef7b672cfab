import type { HeldRole, Policies } from '#lib/kernel/caller.ts';

/** Policies from readable rows: `ALLOW bot: read_*`. */
export const policiesOf = (...rows: string[]): Policies => {
  const policies: Policies = { ALLOW: {}, DENY: {} };
  for (const row of rows) {
    const [, effect, type = '', permission = ''] = /^(ALLOW|DENY) (\S+): (\S+)$/.exec(row) ?? [];
    if (effect !== 'ALLOW' && effect !== 'DENY') throw new Error(`This is no row: ${row}`);
    const names = policies[effect][type] ?? {};
    policies[effect][type] = { ...names, [permission]: true };
  }
  return policies;
};

export const roleOf = (name: string, ...rows: string[]): HeldRole => ({
  _id: `role_${name.toLowerCase()}`,
  name,
  policies: policiesOf(...rows),
});
