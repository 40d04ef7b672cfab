import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';
import { managementEvents } from './management-events.ts';

type Words = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  fix?: RuleFix;
};

const shared = { service: 'CloudTrail', category: 'Security' } as const;

/** A multi-region trail is listed in each region, but judged only in its home region. */
const trailRule = (
  texts: Words,
  ok: readonly [when: string, words: string],
  alarm: string,
): WrittenRule => ({
  ...shared,
  ...texts,
  resource_type: 'aws_cloudtrail_trail',
  sql: awsRuleSql({
    from: 'aws_cloudtrail_trail t',
    where: 't.region = t.home_region',
    resource: 't.arn',
    noun: 'Trail',
    name: 't.name',
    verdicts: [['ok', ...ok]],
    otherwise: ['alarm', alarm],
    region: 't.region',
    account_id: 't.account_id',
  }),
});

const accountRule = (texts: Words, condition: string, feature: string): WrittenRule => ({
  ...shared,
  ...texts,
  resource_type: 'aws_account',
  sql: awsRuleSql({
    from: 'aws_account a',
    resource: 'a.arn',
    noun: 'Account',
    name: 'a.account_id',
    verdicts: [
      [
        'ok',
        `exists (
      select from aws_cloudtrail_trail t
      where t.account_id = a.account_id and t.is_multi_region_trail and t.is_logging
        and ${condition}
    )`,
        `has ${feature}`,
      ],
    ],
    otherwise: ['alarm', `does not have ${feature}`],
    region: 'a.region',
    account_id: 'a.account_id',
  }),
});

/** SQL: whether the log bucket of a trail has access logging; null if the scan did not see it. */
const logBucket = `(
      select b.logging ->> 'TargetBucket' is not null
      from aws_s3_bucket b
      where b.name = t.s3_bucket_name
      limit 1
    )`;

/** SQL condition: a trail records these kinds of calls for the objects of the bucket `b`. */
const recordsObjectCalls = (
  kinds: readonly string[],
  readOnly: 'true' | 'false',
): string => `exists (
      select from aws_cloudtrail_trail t
      where t.account_id = b.account_id and t.is_logging
        and (t.is_multi_region_trail or t.home_region = b.region)
        and (exists (
          select from jsonb_path_query(t.event_selectors,
            '$[*] ? (${kinds.map((kind) => `@.ReadWriteType == "${kind}"`).join(' || ')})
              .DataResources[*] ? (@.Type == "AWS::S3::Object").Values[*]') v
          where starts_with(b.arn || '/', v #>> '{}')
        ) or exists (
          select from jsonb_path_query(t.advanced_event_selectors, '$[*] ? (
            exists (@.FieldSelectors[*] ? (
              @.Field == "resources.type" && @.Equals[*] == "AWS::S3::Object"))
            && !exists (@.FieldSelectors[*] ? (
              @.Field == "readOnly" && !(@.Equals[*] == "${readOnly}")))
            && !exists (@.FieldSelectors[*] ? (@.Field == "eventName")))') s
          where not jsonb_path_exists(s, '$.FieldSelectors[*] ? (@.Field == "resources.ARN")')
            or exists (
              select from jsonb_path_query(
                s, '$.FieldSelectors[*] ? (@.Field == "resources.ARN").StartsWith[*]') v
              where starts_with(b.arn || '/', v #>> '{}')
            )
        ))
    )`;

const recordsWrites = recordsObjectCalls(['All', 'WriteOnly'], 'false');
const recordsReads = recordsObjectCalls(['All', 'ReadOnly'], 'true');

const objectRule = (rule_id: string, subject: string, ok: string): WrittenRule => ({
  ...shared,
  rule_id,
  resource_type: 'aws_s3_bucket',
  title: `CloudTrail records object-level ${subject} in S3 buckets`,
  description: 'Trails do not record object-level calls unless data events are enabled.',
  remediation: `Configure a trail to record S3 data events (${subject}) for this bucket.`,
  severity: 'low',
  sql: awsRuleSql({
    from: 'aws_s3_bucket b',
    resource: 'b.arn',
    noun: 'Bucket',
    name: 'b.name',
    verdicts: [['ok', ok, `has a trail that records ${subject} of its objects`]],
    otherwise: ['alarm', `has no trail that records ${subject} of its objects`],
    region: 'b.region',
    account_id: 'b.account_id',
  }),
});

export const cloudtrailRules: readonly WrittenRule[] = [
  accountRule(
    {
      rule_id: 'aws-cloudtrail-management-events',
      title: 'A multi-region trail records all management events',
      description: 'Activity in a region or of an event type that no trail covers goes unnoticed.',
      remediation:
        'Create a multi-region trail that records read and write events, and start logging.',
      severity: 'high',
    },
    managementEvents,
    'a trail that records the management events of all regions',
  ),
  accountRule(
    {
      rule_id: 'aws-cloudtrail-multi-region',
      title: 'An active multi-region CloudTrail trail exists',
      description: 'Attackers prefer regions that their victim does not use or watch.',
      remediation: 'Convert the trail to a multi-region trail and start logging.',
      severity: 'high',
    },
    't.include_global_service_events is not false',
    'a trail that logs in all regions',
  ),
  trailRule(
    {
      rule_id: 'aws-cloudtrail-logging',
      title: 'CloudTrail trails are logging',
      description: 'A stopped trail looks like protection but records nothing.',
      remediation: 'Start logging on the trail, and find out who stopped it.',
      severity: 'high',
      fix: { library: 'start-stopped-trails' },
    },
    ['t.is_logging', 'is logging'],
    'is not logging',
  ),
  trailRule(
    {
      rule_id: 'aws-cloudtrail-validated',
      title: 'CloudTrail log file validation is enabled',
      description: 'Only validated log files can prove that nobody changed them afterwards.',
      remediation: 'Turn on log file validation for the trail.',
      severity: 'low',
      fix: { library: 'sign-log-files-of-trails' },
    },
    ['t.log_file_validation_enabled', 'has log file validation enabled'],
    'does not have log file validation enabled',
  ),
  trailRule(
    {
      rule_id: 'aws-cloudtrail-encrypted',
      title: 'CloudTrail log files are encrypted with a KMS key',
      description:
        'With a KMS key, read access to the bucket alone is not enough to read the logs.',
      remediation: 'Encrypt the trail with a KMS key whose policy allows CloudTrail to encrypt.',
      severity: 'low',
    },
    ["t.kms_key_id <> ''", 'encrypts its log files with a KMS key'],
    'does not encrypt its log files with a KMS key',
  ),
  trailRule(
    {
      rule_id: 'aws-cloudtrail-to-log-group',
      title: 'CloudTrail trails are integrated with CloudWatch Logs',
      description: 'Metric filters and alarms can react to events within minutes of logging.',
      remediation: 'Configure a log group for the trail, and a role that can write to it.',
      severity: 'low',
    },
    [
      `t.log_group_arn <> ''
      and t.latest_cloudwatch_logs_delivery_time > now() - interval '1 day'`,
      'wrote to its log group within the last day',
    ],
    'did not write to a log group within the last day',
  ),
  {
    ...shared,
    rule_id: 'aws-cloudtrail-bucket-logged',
    resource_type: 'aws_cloudtrail_trail',
    title: 'CloudTrail buckets have access logging enabled',
    description: "Access to the trail's own logs should leave a trace, too.",
    remediation: 'Turn on server access logging for the bucket that the trail writes to.',
    severity: 'low',
    sql: awsRuleSql({
      from: 'aws_cloudtrail_trail t',
      where: 't.region = t.home_region',
      resource: 't.arn',
      noun: 'Trail',
      name: 't.name',
      verdicts: [
        ['ok', logBucket, 'writes to a bucket that logs requests'],
        ['alarm', `not ${logBucket}`, 'writes to a bucket that does not log requests'],
      ],
      otherwise: ['skip', 'writes to a bucket that is not in this account'],
      region: 't.region',
      account_id: 't.account_id',
    }),
  },
  objectRule('aws-cloudtrail-object-writes', 'writes', recordsWrites),
  objectRule('aws-cloudtrail-object-reads', 'reads', recordsReads),
  objectRule(
    'aws-cloudtrail-object-events',
    'reads and writes',
    `${recordsWrites}\n    and ${recordsReads}`,
  ),
];
