import type { Database } from '#lib/kernel/database.ts';
import type { Rule } from '../rule.schema.ts';
import { toRule } from './own-rule.rules.ts';
import { ownRuleStore } from './own-rule.store.ts';

/** The built-in rules with their SQL, loaded on demand because they are large. */
export const loadBuiltInRules = async (): Promise<readonly Rule[]> =>
  (await import('../rules.ts')).rules;

/** The enabled own rules of an organisation. */
export const loadEnabledOwnRules = async (db: Database, tenantId: string): Promise<Rule[]> => {
  const ownRules = await ownRuleStore(db, tenantId).all();
  return ownRules.filter(({ enabled }) => enabled).map(toRule);
};

/** Those of the ids that belong to no rule of the organisation, whether enabled or not. */
export const unknownRules = async (
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const ownRules = ids.length > 0 ? await ownRuleStore(db, tenantId).all() : [];
  const all = [...(await loadBuiltInRules()), ...ownRules.map(toRule)];
  const existingIds = new Set(all.map(({ rule_id }) => rule_id));
  return ids.filter((id) => !existingIds.has(id));
};

/** The rules of an organisation: the built-in ones, and its enabled own ones. */
export const loadAllRules = async (db: Database, tenantId: string): Promise<readonly Rule[]> => [
  ...(await loadBuiltInRules()),
  ...(await loadEnabledOwnRules(db, tenantId)),
];
