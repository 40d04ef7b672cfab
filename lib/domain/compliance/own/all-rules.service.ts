import type { Database } from '#lib/kernel/database.ts';
import type { Rule } from '../rule.schema.ts';
import { rules } from '../rules.ts';
import { asRule } from './own-rule.rules.ts';
import { ownRuleStore } from './own-rule.store.ts';

/** The rules that an organisation wrote and that are enabled. */
export const enabledOwnRules = async (db: Database, tenantId: string): Promise<Rule[]> => {
  const own = await ownRuleStore(db, tenantId).all();
  return own.filter(({ enabled }) => enabled).map(asRule);
};

/** The rules of an organisation: those that come with the product, and its own. */
export const allRules = async (db: Database, tenantId: string): Promise<readonly Rule[]> => [
  ...rules,
  ...(await enabledOwnRules(db, tenantId)),
];
