import type { Database } from '#lib/kernel/database.ts';
import type { Rule } from '../rule.schema.ts';
import { toRule } from './own-rule.rules.ts';
import { ownRuleStore } from './own-rule.store.ts';

/** The built-in rules with their SQL, loaded on demand because they are large. */
export const loadBuiltInRules = async (): Promise<readonly Rule[]> =>
  (await import('../rules.ts')).rules;

/** The enabled own rules of an organisation. */
export const loadEnabledOwnRules = async (db: Database, tenantId: string): Promise<Rule[]> => {
  const own = await ownRuleStore(db, tenantId).all();
  return own.filter(({ enabled }) => enabled).map(toRule);
};

/** Those of the ids that belong to no rule of the organisation, whether enabled or not. */
export const unknownRules = async (
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const own = ids.length > 0 ? await ownRuleStore(db, tenantId).all() : [];
  const all = [...(await loadBuiltInRules()), ...own.map(toRule)];
  const known = new Set(all.map(({ rule_id }) => rule_id));
  return ids.filter((id) => !known.has(id));
};

/** The rules of an organisation: the built-in ones, and its enabled own ones. */
export const loadAllRules = async (db: Database, tenantId: string): Promise<readonly Rule[]> => [
  ...(await loadBuiltInRules()),
  ...(await loadEnabledOwnRules(db, tenantId)),
];
