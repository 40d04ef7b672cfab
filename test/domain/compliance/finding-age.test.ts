import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const id = 'aws-s3-versioned';
const [first = {}, ...others] = awsProduction.aws_s3_bucket ?? [];
const bucketsWith = (versioning_enabled: boolean) => [{ ...first, versioning_enabled }, ...others];

/** One bucket stops keeping versions two days after the first scan; the others never change. */
const openAgedFinding = async () => {
  const account = await openSampleAccount(world, sql, [ruleById(id), ruleById('aws-s3-tls-only')]);
  account.account.aws_s3_bucket = bucketsWith(true);
  await account.scan();
  account.account.aws_s3_bucket = bucketsWith(false);
  const { created_at } = await account.scanLater(48);
  return { ...account, day: created_at.slice(0, 10) };
};

describe('findings filtered by age', () => {
  it('are new since a day or open for some days: in list, summary and file', async () => {
    const { compliance, root, rowsOf, day } = await openAgedFinding();
    const all = others.length + 1;
    const countsFor = async (age: { new_since?: string; open_days?: number }) => {
      const { items } = await rowsOf(age);
      const { total_resources, previous_total_resources } = await compliance.getComplianceSummary(
        root,
        age,
      );
      const { items: found } = await compliance.listRuleResources(root, {
        ...age,
        rule_id: id,
        number_of_items: 100,
      });
      const { items: lines } = await compliance.exportCompliance(root, {
        ...age,
        benchmark: 'CIS',
      });
      expect(previous_total_resources).toBeUndefined();
      return [
        items.map(({ rule_id }) => rule_id).sort(),
        total_resources,
        found.length,
        lines.length,
      ];
    };
    expect(await countsFor({ new_since: day })).toEqual([[id], 1, 1, 0]);
    expect(await countsFor({ open_days: 3 })).toEqual([[], 0, 0, 0]);
    const both = ['aws-s3-tls-only', id];
    const [rules, total, found, lines] = await countsFor({ open_days: 2 });
    expect([rules, total, found]).toEqual([both, 2 * all - 1, all - 1]);
    expect(lines).toBe(all);
    expect(await countsFor({ open_days: 1, new_since: day })).toEqual([[], 0, 0, 0]);
  });
});
