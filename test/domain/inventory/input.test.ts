import type * as z from 'zod';
import { complianceRoutes } from '#lib/domain/compliance/compliance.routes.ts';
import { inventoryRoutes } from '#lib/domain/inventory/inventory.routes.ts';
import { startSettings } from '#lib/domain/bots/nodes/start.schema.ts';

const { startInventoryExecution, createInventorySchedule } = inventoryRoutes;
const { getComplianceHistory, createException } = complianceRoutes;

const exception = {
  rule_id: 'aws-s3-tls-only',
  scope: { kind: 'tag', key: 'team', value: 'web' },
  reason: 'A public site.',
};

/** The problem of an input: its first field, and the sentence. */
const problemWith = (schema: z.ZodType, input: unknown) => {
  const issue = schema.safeParse(input).error?.issues[0];
  return issue && [issue.path.join('.'), issue.message];
};

describe('inputs of scans and compliance', () => {
  it.each<[string, z.ZodType, unknown, [field: string, sentence: RegExp]]>([
    [
      'a scan without an integration',
      startInventoryExecution.input,
      { integration_id: '' },
      ['integration_id', /Choose an integration/],
    ],
    [
      'a schedule without an integration',
      createInventorySchedule.input,
      { integration_id: '', cron_expression: '0 4 * * *' },
      ['integration_id', /Choose an integration/],
    ],
    [
      'a query with a NUL character',
      inventoryRoutes.queryInventory.input,
      { integration_type: 'aws', sql: 'select \0 1' },
      ['sql', /NUL characters/],
    ],
    [
      'a history that ends before it begins',
      getComplianceHistory.input,
      { start_date: '2026-11-24', end_date: '2026-11-23' },
      ['end_date', /before the start date/],
    ],
    [
      'an owner with invisible characters',
      createException.input,
      { ...exception, owner: 'eve\u202e\u0000' },
      ['owner', /invisible characters/],
    ],
    [
      'a bot that starts by an unknown rule',
      startSettings,
      { trigger_type: 'compliance_finding', rules: ['__proto__'] },
      ['rules.0', /Choose one of the rules/],
    ],
  ])('refuse %s and name the field', (_, schema, input, [field, pattern]) => {
    expect(problemWith(schema, input)).toEqual([field, expect.stringMatching(pattern)]);
  });
});
