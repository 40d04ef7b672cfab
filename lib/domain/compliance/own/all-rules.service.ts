import type { Database } from '#lib/kernel/database.ts';
import type { Rule } from '../rule.schema.ts';
import { asRule } from './own-rule.rules.ts';
import { ownRuleStore } from './own-rule.store.ts';

/** Those that come with the product, with their SQL: only calls that ask for them load so much. */
export const comingRules = async (): Promise<readonly Rule[]> =>
  (await import('../rules.ts')).rules;

/** The rules that an organisation wrote and that are enabled. */
export const enabledOwnRules = async (db: Database, tenantId: string): Promise<Rule[]> => {
  const own = await ownRuleStore(db, tenantId).all();
  return own.filter(({ enabled }) => enabled).map(asRule);
};

/** Those of these ids that no rule of the organisation has, enabled or not. */
export const unknownRules = async (
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> => {
  const own = ids.length > 0 ? await ownRuleStore(db, tenantId).all() : [];
  const all = [...(await comingRules()), ...own.map(asRule)];
  const known = new Set(all.map(({ rule_id }) => rule_id));
  return ids.filter((id) => !known.has(id));
};

/** The rules of an organisation: those that come with the product, and its own. */
export const allRules = async (db: Database, tenantId: string): Promise<readonly Rule[]> => [
  ...(await comingRules()),
  ...(await enabledOwnRules(db, tenantId)),
];
