import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openSharedSql } from '#test/support/reused-sql.ts';
import { openSampleAccount, ruleById } from './sample-account.ts';

const world = openTestDatabase();
const sql = openSharedSql();
afterAll(() => sql.close());

const mfa = ruleById('aws-iam-console-mfa');
const versioned = { ...ruleById('aws-s3-versioned'), resource_type: 'aws_account' };
const [user = {}] = (awsProduction.aws_iam_user ?? []).filter(({ arn }) =>
  String(arn).endsWith('/sample-cleo'),
);
const [bucket = {}] = awsProduction.aws_s3_bucket ?? [];

/** A user and a bucket with findings of rules of other types, each with a tag. */
const openTagged = async () => {
  const account = await openSampleAccount(world, sql, [mfa, versioned]);
  account.account.aws_iam_user = [{ ...user, tags: { team: 'on-call' } }];
  account.account.aws_s3_bucket = [
    { ...bucket, versioning_enabled: false, tags: { team: 'on-call' } },
  ];
  await account.scan();
  return account;
};

describe('a resource that rules name under another type', () => {
  it('shows the findings of those rules', async () => {
    const { compliance, root, integration_id } = await openTagged();
    const findingsOf = (resource_type: string, resource: unknown) =>
      compliance.listResourceViolations(root, {
        integration_id,
        resource_type,
        resource: String(resource),
      });
    const { alarm } = await findingsOf('aws_iam_user', user.arn);
    expect(alarm.map(({ findings }) => findings.rule_id)).toEqual([mfa.rule_id]);
    const { alarm: ofBucket } = await findingsOf('aws_s3_bucket', bucket.arn);
    expect(ofBucket.map(({ findings }) => findings.rule_id)).toEqual([versioned.rule_id]);
    expect((await findingsOf('aws_s3_bucket', 'arn:aws:s3:::none')).alarm).toEqual([]);
  });

  it('is covered by an exception for its tag', async () => {
    const { compliance, root, rowOf } = await openTagged();
    const terms = { reason: 'They are called at night.', owner: 'On call' };
    const scope = { kind: 'tag', key: 'team', value: 'on-call' } as const;
    for (const { rule_id } of [mfa, versioned]) {
      expect((await rowOf(rule_id))?.counts.alarm).toBe(1);
      await compliance.createException(root, { ...terms, rule_id, scope });
      expect((await rowOf(rule_id))?.counts.alarm).toBe(0);
    }
  });
});
