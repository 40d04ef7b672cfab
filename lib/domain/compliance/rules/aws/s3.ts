import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type BucketRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  fix?: RuleFix;
  /** SQL condition on the bucket `b` that means compliance, and the words for it. */
  ok: readonly [when: string, words: string];
  alarm: string;
};

const bucketRule = ({ ok, alarm, ...ruleFields }: BucketRule): WrittenRule => ({
  ...ruleFields,
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  category: 'Security',
  sql: awsRuleSql({
    from: 'aws_s3_bucket b',
    resource: 'b.arn',
    noun: 'Bucket',
    name: 'b.name',
    verdicts: [['ok', ...ok]],
    otherwise: ['alarm', alarm],
    region: 'b.region',
    account_id: 'b.account_id',
  }),
});

const flags = [
  'block_public_acls',
  'block_public_policy',
  'ignore_public_acls',
  'restrict_public_buckets',
];

/** SQL condition: the account of the bucket sets this flag for all its buckets. */
const accountSetsFlag = (flag: string): string => `exists (
      select from aws_s3_account_settings s where s.account_id = b.account_id and s.${flag}
    )`;

const isFlagSet = (flag: string): string =>
  `(coalesce(b.${flag}, false) or ${accountSetsFlag(flag)})`;

/** SQL condition: a statement denies every plain HTTP request, by anybody and for all objects. */
const deniesHttp = `jsonb_path_exists(b.policy, '$.Statement[*] ? (
      @.Effect == "Deny"
      && (@.Principal == "*" || @.Principal.AWS[*] == "*")
      && @.Action[*] like_regex "^(s3:)?[*]$" flag "i"
      && @.Resource[*] like_regex "(^|/)[*]$"
      && exists (@.Condition.Bool.keyvalue() ? (
        @.key like_regex "^aws:SecureTransport$" flag "i"
        && (@.value[*] == "false" || @.value[*] == false))))')`;

/** SQL condition: the bucket's ACL or policy grants one of these rights to everybody. */
const grantsEveryone = (rights: string, actions: string): string => `(
      not ${isFlagSet('ignore_public_acls')}
      and coalesce(jsonb_path_exists(b.acl, '$.Grants[*] ? (
        @.Grantee.URI like_regex "/global/(AllUsers|AuthenticatedUsers)$"
        && @.Permission like_regex "^(${rights}|FULL_CONTROL)$")'), false)
    or not ${isFlagSet('restrict_public_buckets')}
      and coalesce(b.bucket_policy_is_public, true)
      and coalesce(jsonb_path_exists(b.policy, '$.Statement[*] ? (
        @.Effect == "Allow"
        && (@.Principal == "*" || @.Principal.AWS[*] == "*")
        && @.Action[*] like_regex "^([*]|s3:([*]|(${actions}).*))$" flag "i")'), false)
    )`;

const blocking = { library: 'block-public-access-to-buckets' };

export const s3Rules: readonly WrittenRule[] = [
  bucketRule({
    rule_id: 'aws-s3-tls-only',
    title: 'S3 buckets deny requests without TLS',
    description: 'A request over plain HTTP can be read and changed in transit.',
    remediation:
      'Add a bucket policy statement that denies s3:* to everyone when aws:SecureTransport is ' +
      'false, for the bucket and its objects.',
    severity: 'medium',
    ok: [deniesHttp, 'rejects requests without TLS'],
    alarm: 'accepts requests without TLS',
  }),
  bucketRule({
    rule_id: 'aws-s3-mfa-delete',
    title: 'S3 buckets have MFA delete enabled',
    description: 'With MFA delete, a stolen key alone cannot erase object versions.',
    remediation: 'As the root user, turn on versioning with MFA delete from the command line.',
    severity: 'low',
    ok: ['b.versioning_mfa_delete', 'requires MFA to delete versions'],
    alarm: 'lets versions be deleted without MFA',
  }),
  bucketRule({
    rule_id: 'aws-s3-searched-by-macie',
    title: 'S3 buckets are scanned for sensitive data by Macie',
    description: 'You can only protect personal data if you know where it is.',
    remediation: 'Create a Macie sensitive data discovery job that covers this bucket.',
    severity: 'low',
    ok: [
      `exists (
      select from aws_macie2_classification_job j
      where j.account_id = b.account_id and j.job_status <> 'CANCELLED'
        and jsonb_path_exists(
          j.s3_job_definition, '$.BucketDefinitions[*].Buckets[*] ? (@ == $name)',
          jsonb_build_object('name', b.name))
    )`,
      'is covered by a Macie job',
    ],
    alarm: 'is not covered by a Macie job',
  }),
  bucketRule({
    rule_id: 'aws-s3-public-access-blocked',
    title: 'S3 buckets block public access at bucket or account level',
    description: 'The four settings together keep a bucket private, whatever its policies allow.',
    remediation: 'Turn on all four Block Public Access settings for the bucket or the account.',
    severity: 'high',
    fix: blocking,
    ok: [flags.map(isFlagSet).join('\n      and '), 'has all public access blocked'],
    alarm: 'can be made public: not all Block Public Access settings are on',
  }),
  bucketRule({
    rule_id: 'aws-s3-bucket-blocks-public-access',
    title: 'S3 buckets block public access at bucket level',
    description: 'Bucket settings stay in force even if the account settings are changed.',
    remediation: 'Turn on all four Block Public Access settings for the bucket.',
    severity: 'medium',
    fix: blocking,
    ok: [
      flags.map((flag) => `b.${flag}`).join(' and '),
      'blocks all public access at bucket level',
    ],
    alarm: 'does not block all public access at bucket level',
  }),
  bucketRule({
    rule_id: 'aws-s3-no-public-read',
    title: 'S3 buckets block public read access',
    description: 'Strangers find a publicly readable bucket within hours.',
    remediation: 'Turn on Block Public Access, or remove public grants from the ACL and policy.',
    severity: 'critical',
    fix: blocking,
    ok: [`not ${grantsEveryone('READ', 'Get|List')}`, 'is not publicly readable'],
    alarm: 'is publicly readable',
  }),
  bucketRule({
    rule_id: 'aws-s3-no-public-write',
    title: 'S3 buckets block public write access',
    description: 'Strangers can replace files that others trust, or store illegal content.',
    remediation: 'Turn on Block Public Access, or remove public grants from the ACL and policy.',
    severity: 'critical',
    fix: blocking,
    ok: [
      `not ${grantsEveryone('WRITE|WRITE_ACP', 'Put|Delete|Create|Replicate')}`,
      'is not publicly writable',
    ],
    alarm: 'is publicly writable',
  }),
  bucketRule({
    rule_id: 'aws-s3-encrypted',
    title: 'S3 buckets encrypt new objects by default',
    description: 'Default encryption also covers objects that programs upload without encryption.',
    remediation: 'Turn on default encryption for the bucket.',
    severity: 'medium',
    fix: { library: 'encrypt-buckets-by-default' },
    ok: [
      `jsonb_path_exists(b.server_side_encryption_configuration,
      '$.Rules[*].ApplyServerSideEncryptionByDefault.SSEAlgorithm')`,
      'encrypts new objects by default',
    ],
    alarm: 'does not encrypt new objects by default',
  }),
  bucketRule({
    rule_id: 'aws-s3-encrypted-with-kms',
    title: 'S3 buckets encrypt new objects with a KMS key',
    description: 'A KMS key adds its own access policy and usage log to those of the bucket.',
    remediation: 'Set the default encryption of the bucket to aws:kms with your own key.',
    severity: 'low',
    ok: [
      `jsonb_path_exists(b.server_side_encryption_configuration,
      '$.Rules[*].ApplyServerSideEncryptionByDefault ? (@.SSEAlgorithm starts with "aws:kms")')`,
      'encrypts new objects with a KMS key',
    ],
    alarm: 'does not encrypt new objects with a KMS key',
  }),
  bucketRule({
    rule_id: 'aws-s3-access-logged',
    title: 'S3 buckets have access logging enabled',
    description: 'After a leak, server access logs show who read what.',
    remediation: 'Turn on server access logging to a dedicated log bucket.',
    severity: 'low',
    ok: ["b.logging ->> 'TargetBucket' is not null", 'logs requests'],
    alarm: 'does not log requests',
  }),
  bucketRule({
    rule_id: 'aws-s3-versioned',
    title: 'S3 buckets have versioning enabled',
    description: 'With versioning, deleted or overwritten objects can be restored.',
    remediation: 'Turn on versioning, with a lifecycle rule that expires old versions.',
    severity: 'low',
    fix: { library: 'keep-versions-of-buckets' },
    ok: ['b.versioning_enabled', 'keeps versions of its objects'],
    alarm: 'keeps no versions of its objects',
  }),
  {
    rule_id: 'aws-s3-account-blocks-public-access',
    service: 'S3',
    resource_type: 'aws_s3_account_settings',
    title: 'S3 public access is blocked at account level',
    description: 'The account setting covers every bucket, including future ones.',
    remediation: 'Turn on all four Block Public Access settings for the account.',
    severity: 'high',
    category: 'Security',
    sql: awsRuleSql({
      from: 'aws_s3_account_settings',
      resource: "concat('arn:', partition, ':s3:::', account_id)",
      noun: 'Account',
      name: 'account_id',
      verdicts: [['ok', flags.join(' and '), 'blocks public access to all S3 buckets']],
      otherwise: ['alarm', 'does not block public access to all S3 buckets'],
    }),
  },
];
