import { awsAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const redshift = {
  service: 'Redshift',
  category: 'Security',
  resource_type: 'aws_redshift_cluster',
} as const;
const cluster = {
  from: 'aws_redshift_cluster',
  resource: 'arn',
  noun: 'Cluster',
  name: 'cluster_identifier',
};

const dynamodb = {
  service: 'DynamoDB',
  category: 'Security',
  resource_type: 'aws_dynamodb_table',
} as const;
const table = { from: 'aws_dynamodb_table', resource: 'arn', noun: 'Table', name: 'name' };

/** Redshift, DynamoDB and ElastiCache. */
export const dataStoreRules: readonly WrittenRule[] = [
  {
    ...redshift,
    rule_id: 'aws-redshift-snapshots',
    title: 'Redshift clusters retain automatic snapshots for at least 7 days',
    description: 'A week is how long it takes until a wrong load of data is noticed.',
    remediation: 'Keep automatic snapshots of the cluster for 7 days or more.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsAnswer({
      ...cluster,
      verdicts: [
        [
          'ok',
          'automated_snapshot_retention_period >= 7',
          'keeps snapshots for {automated_snapshot_retention_period} days',
        ],
      ],
      otherwise: [
        'alarm',
        'keeps snapshots for {coalesce(automated_snapshot_retention_period, 0)} days only',
      ],
    }),
  },
  {
    ...redshift,
    rule_id: 'aws-redshift-encrypted-and-logged',
    title: 'Redshift clusters have encryption and audit logging enabled',
    description: 'Encryption guards the disks, and the audit log says who asked for what.',
    remediation: 'Turn on encryption and audit logging of the cluster.',
    severity: 'medium',
    sql: awsAnswer({
      ...cluster,
      verdicts: [
        ['alarm', 'encrypted is not true', 'is not encrypted'],
        [
          'ok',
          `logging_status @> '{"LoggingEnabled": true}'`,
          'is encrypted and keeps audit logs',
        ],
      ],
      otherwise: ['alarm', 'keeps no audit logs'],
    }),
  },
  {
    ...redshift,
    rule_id: 'aws-redshift-private',
    title: 'Redshift clusters are not publicly accessible',
    description: 'A data warehouse holds a copy of nearly everything, and needs no visitors.',
    remediation: 'Turn public access of the cluster off; reach it through the network.',
    severity: 'critical',
    sql: awsAnswer({
      ...cluster,
      verdicts: [['ok', 'not publicly_accessible', 'is not public']],
      otherwise: ['alarm', 'is public'],
    }),
  },
  {
    ...redshift,
    rule_id: 'aws-redshift-encrypted-with-kms',
    title: 'Redshift clusters are encrypted with a KMS key',
    description: 'A key of KMS can be taken away from whoever should no longer read the data.',
    remediation: 'Change the encryption of the cluster to a key of KMS.',
    severity: 'low',
    sql: awsAnswer({
      ...cluster,
      verdicts: [['ok', "encrypted and kms_key_id <> ''", 'is encrypted with a key of KMS']],
      otherwise: ['alarm', 'is not encrypted with a key of KMS'],
    }),
  },
  {
    ...dynamodb,
    rule_id: 'aws-dynamodb-point-in-time-recovery',
    title: 'DynamoDB tables have point-in-time recovery enabled',
    description: 'With point-in-time recovery a wrong program costs minutes of data, not a day.',
    remediation: 'Turn on point-in-time recovery of the table.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsAnswer({
      ...table,
      verdicts: [
        [
          'ok',
          "point_in_time_recovery_description ->> 'PointInTimeRecoveryStatus' = 'ENABLED'",
          'can be restored to any second',
        ],
      ],
      otherwise: ['alarm', 'cannot be restored to any second'],
    }),
  },
  {
    ...dynamodb,
    rule_id: 'aws-dynamodb-encrypted-with-kms',
    title: 'DynamoDB tables are encrypted with a KMS key',
    description: 'The key that DynamoDB owns has no policy and no log that you could read.',
    remediation: 'Change the encryption of the table to a key of KMS.',
    severity: 'low',
    sql: awsAnswer({
      ...table,
      verdicts: [
        ['ok', "sse_description ->> 'SSEType' = 'KMS'", 'is encrypted with a key of KMS'],
      ],
      otherwise: ['alarm', 'is not encrypted with a key of KMS'],
    }),
  },
  {
    rule_id: 'aws-elasticache-backups',
    service: 'ElastiCache',
    resource_type: 'aws_elasticache_replication_group',
    title: 'ElastiCache replication groups retain backups for at least 15 days',
    description: 'Caches often hold sessions and queues that no other place holds.',
    remediation: 'Keep automatic backups of the replication group for 15 days or more.',
    severity: 'low',
    category: 'Reliability',
    sql: awsAnswer({
      from: 'aws_elasticache_replication_group',
      resource: 'arn',
      noun: 'Replication group',
      name: 'replication_group_id',
      verdicts: [
        [
          'ok',
          'snapshot_retention_limit >= 15',
          'keeps backups for {snapshot_retention_limit} days',
        ],
      ],
      otherwise: ['alarm', 'keeps backups for {coalesce(snapshot_retention_limit, 0)} days only'],
    }),
  },
];
