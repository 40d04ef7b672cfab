import type { Severity } from '#lib/kernel/findings.ts';
import { awsAnswer } from '../../answer.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type BucketRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  fix?: RuleFix;
  /** SQL over the bucket `b` that holds where the rule is kept, and what is said then. */
  ok: readonly [when: string, words: string];
  alarm: string;
};

const bucketRule = ({ ok, alarm, ...words }: BucketRule): WrittenRule => ({
  ...words,
  service: 'S3',
  resource_type: 'aws_s3_bucket',
  category: 'Security',
  sql: awsAnswer({
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

/** Holds where the account of the bucket sets this flag for all of its buckets. */
const ofAccount = (flag: string): string => `exists (
      select from aws_s3_account_settings s where s.account_id = b.account_id and s.${flag}
    )`;

const either = (flag: string): string => `(coalesce(b.${flag}, false) or ${ofAccount(flag)})`;

/** A statement that denies everybody every call over plain HTTP, for all objects. */
const deniesHttp = `jsonb_path_exists(b.policy, '$.Statement[*] ? (
      @.Effect == "Deny"
      && (@.Principal == "*" || @.Principal.AWS[*] == "*")
      && @.Action[*] like_regex "^(s3:)?[*]$" flag "i"
      && @.Resource[*] like_regex "(^|/)[*]$"
      && exists (@.Condition.Bool.keyvalue() ? (
        @.key like_regex "^aws:SecureTransport$" flag "i"
        && (@.value[*] == "false" || @.value[*] == false))))')`;

/** Holds where everybody has one of these rights by the bucket's ACL, or by a policy. */
const givesAll = (rights: string, actions: string): string => `(
      not ${either('ignore_public_acls')}
      and coalesce(jsonb_path_exists(b.acl, '$.Grants[*] ? (
        @.Grantee.URI like_regex "/global/(AllUsers|AuthenticatedUsers)$"
        && @.Permission like_regex "^(${rights}|FULL_CONTROL)$")'), false)
    or not ${either('restrict_public_buckets')}
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
    description: 'A request over plain HTTP can be read and changed on its way.',
    remediation:
      'Add a statement to the policy of the bucket that denies s3:* to everybody where ' +
      'aws:SecureTransport is false, for the bucket and its objects.',
    severity: 'medium',
    ok: [deniesHttp, 'refuses requests without TLS'],
    alarm: 'takes requests without TLS',
  }),
  bucketRule({
    rule_id: 'aws-s3-mfa-delete',
    title: 'S3 buckets have MFA delete enabled',
    description: 'With MFA delete a stolen key alone cannot destroy the history of a bucket.',
    remediation: 'Turn on versioning with MFA delete, as the root user, by the command line.',
    severity: 'low',
    ok: ['b.versioning_mfa_delete', 'requires MFA to delete versions'],
    alarm: 'lets versions be deleted without MFA',
  }),
  bucketRule({
    rule_id: 'aws-s3-searched-by-macie',
    title: 'S3 buckets are scanned for sensitive data by Macie',
    description: 'Whoever does not know where personal data lies cannot guard it.',
    remediation: 'Make a classification job of Macie that holds this bucket.',
    severity: 'low',
    ok: [
      `exists (
      select from aws_macie2_classification_job j
      where j.account_id = b.account_id and j.job_status <> 'CANCELLED'
        and jsonb_path_exists(
          j.s3_job_definition, '$.BucketDefinitions[*].Buckets[*] ? (@ == $name)',
          jsonb_build_object('name', b.name))
    )`,
      'is searched for sensitive data by a job of Macie',
    ],
    alarm: 'is part of no job of Macie',
  }),
  bucketRule({
    rule_id: 'aws-s3-public-access-blocked',
    title: 'S3 buckets block public access at bucket or account level',
    description: 'The four settings together keep a bucket private, whatever policies say later.',
    remediation: 'Turn on all four settings of Block Public Access for the bucket or the account.',
    severity: 'high',
    fix: blocking,
    ok: [flags.map(either).join('\n      and '), 'has all public access blocked'],
    alarm: 'can be made public: not all settings that block public access are on',
  }),
  bucketRule({
    rule_id: 'aws-s3-bucket-blocks-public-access',
    title: 'S3 buckets block public access at bucket level',
    description: 'Settings of the bucket itself last when those of the account are changed.',
    remediation: 'Turn on all four settings of Block Public Access for the bucket.',
    severity: 'medium',
    fix: blocking,
    ok: [flags.map((flag) => `b.${flag}`).join(' and '), 'blocks all public access by itself'],
    alarm: 'does not block all public access by itself',
  }),
  bucketRule({
    rule_id: 'aws-s3-no-public-read',
    title: 'S3 buckets block public read access',
    description: 'A bucket that everybody may read is found by strangers within hours.',
    remediation: 'Turn on Block Public Access, or take public grants out of the ACL and policy.',
    severity: 'critical',
    fix: blocking,
    ok: [`not ${givesAll('READ', 'Get|List')}`, 'is not readable by everybody'],
    alarm: 'is readable by everybody',
  }),
  bucketRule({
    rule_id: 'aws-s3-no-public-write',
    title: 'S3 buckets block public write access',
    description: 'Strangers can replace what others trust, or store what is forbidden.',
    remediation: 'Turn on Block Public Access, or take public grants out of the ACL and policy.',
    severity: 'critical',
    fix: blocking,
    ok: [
      `not ${givesAll('WRITE|WRITE_ACP', 'Put|Delete|Create|Replicate')}`,
      'is not writable by everybody',
    ],
    alarm: 'is writable by everybody',
  }),
  bucketRule({
    rule_id: 'aws-s3-encrypted',
    title: 'S3 buckets encrypt new objects by default',
    description: 'Encryption by default covers the objects that a program stores without asking.',
    remediation: 'Set a default encryption of the bucket.',
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
    description: 'A key of KMS has a policy and a log of its own: who reads needs the key as well.',
    remediation: 'Set the default encryption of the bucket to aws:kms with a key of your own.',
    severity: 'low',
    ok: [
      `jsonb_path_exists(b.server_side_encryption_configuration,
      '$.Rules[*].ApplyServerSideEncryptionByDefault ? (@.SSEAlgorithm starts with "aws:kms")')`,
      'encrypts new objects with a key of KMS',
    ],
    alarm: 'does not encrypt new objects with a key of KMS',
  }),
  bucketRule({
    rule_id: 'aws-s3-access-logged',
    title: 'S3 buckets have access logging enabled',
    description: 'Server access logs answer who read what, after something has leaked.',
    remediation: 'Turn on server access logging to a bucket that is kept for logs.',
    severity: 'low',
    ok: ["b.logging ->> 'TargetBucket' is not null", 'logs requests'],
    alarm: 'does not log requests',
  }),
  bucketRule({
    rule_id: 'aws-s3-versioned',
    title: 'S3 buckets have versioning enabled',
    description: 'With versions an object that was deleted or overwritten can be brought back.',
    remediation: 'Turn on versioning, with a lifecycle that expires old versions.',
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
    description: 'One setting of the account holds for every bucket, those of tomorrow as well.',
    remediation: 'Turn on all four settings of Block Public Access for the account.',
    severity: 'high',
    category: 'Security',
    sql: awsAnswer({
      from: 'aws_s3_account_settings',
      resource: "concat('arn:', partition, ':s3:::', account_id)",
      noun: 'Account',
      name: 'account_id',
      verdicts: [['ok', flags.join(' and '), 'blocks public access to all S3 buckets']],
      otherwise: ['alarm', 'does not block public access to all S3 buckets'],
    }),
  },
];
