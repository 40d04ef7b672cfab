import { complianceService } from '#lib/domain/compliance/compliance.service.ts';
import type { complianceRoutes } from '#lib/domain/compliance/compliance.routes.ts';
import type { Rule } from '#lib/domain/compliance/rule.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { tenantQuery } from '#lib/domain/inventory/queries/tenant-query.schema.ts';
import type { TenantQuery } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { queryInventory } from '#lib/domain/inventory/queries/inventory-query.service.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { noLive } from '#test/support/no-live.ts';
import { openScans } from '../inventory/scan-scene.ts';

export const ruleById = (id: string) => {
  const found = rules.find(({ rule_id }) => rule_id === id);
  if (!found) throw new Error(`There is no rule ${id}.`);
  return found;
};

type List = (typeof complianceRoutes)['listComplianceRules']['input']['_output'];

/** Enough rules for these tests; a database for all of them would take seconds. */
const someRules = rules.filter(({ service }) => ['S3', 'IAM', 'EC2'].includes(service));

/** A sample account whose tables a test may change, and what users see of it. */
export const openSampleAccount = async (
  world: TestDatabase,
  sql: Sql,
  testRules: readonly Rule[] = someRules,
) => {
  const scene = await openScans(world, { sql, rules: testRules, sample: 'aws-production' });
  Object.assign(scene.account, awsProduction);
  const { db, files, time, root } = scene;
  const runQuery = queryInventory({ db, files, sql, live: noLive });
  // As through another process, which accepts only the fields that it knows.
  const queries = { ask: async (query: TenantQuery) => runQuery(tenantQuery.parse(query)) };
  const compliance = complianceService({ db, files, clock: () => time.now, queries });
  const page = { number_of_items: 100 };
  const rowsOf = (filter: Partial<List> = {}) =>
    compliance.listComplianceRules(root, { ...page, ...filter });
  const resourcesOf = (rule_id: string) => compliance.listRuleResources(root, { ...page, rule_id });
  return {
    ...scene,
    compliance,
    rowsOf,
    resourcesOf,
    rowOf: async (id: string) => (await rowsOf()).items.find(({ rule_id }) => rule_id === id),
    scanLater: (hours: number) => {
      scene.time.now += hours * 3600_000;
      return scene.scan();
    },
  };
};
