import { awsRuleSql } from '../../rule-sql.rules.ts';
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

/** Rules for Redshift, DynamoDB and ElastiCache. */
export const dataStoreRules: readonly WrittenRule[] = [
  {
    ...redshift,
    rule_id: 'aws-redshift-snapshots',
    title: 'Redshift clusters retain automated snapshots for at least 7 days',
    description: 'It can take a week until somebody notices that wrong data was loaded.',
    remediation: 'Keep automated snapshots of the cluster for 7 days or more.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsRuleSql({
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
    description: 'Encryption protects the disks, and the audit log records who queried what.',
    remediation: 'Turn on encryption and audit logging for the cluster.',
    severity: 'medium',
    sql: awsRuleSql({
      ...cluster,
      verdicts: [
        ['alarm', 'encrypted is not true', 'is not encrypted'],
        ['ok', `logging_status @> '{"LoggingEnabled": true}'`, 'is encrypted and keeps audit logs'],
      ],
      otherwise: ['alarm', 'keeps no audit logs'],
    }),
  },
  {
    ...redshift,
    rule_id: 'aws-redshift-private',
    title: 'Redshift clusters are not publicly accessible',
    description: 'A data warehouse holds copies of most of your data and needs no public access.',
    remediation: 'Turn off public access to the cluster, and connect through your network.',
    severity: 'critical',
    sql: awsRuleSql({
      ...cluster,
      verdicts: [['ok', 'not publicly_accessible', 'is not publicly accessible']],
      otherwise: ['alarm', 'is publicly accessible'],
    }),
  },
  {
    ...redshift,
    rule_id: 'aws-redshift-encrypted-with-kms',
    title: 'Redshift clusters are encrypted with a KMS key',
    description: 'With a KMS key, you can revoke access to the data through the key policy.',
    remediation: 'Change the cluster encryption to a KMS key.',
    severity: 'low',
    sql: awsRuleSql({
      ...cluster,
      verdicts: [['ok', "encrypted and kms_key_id <> ''", 'is encrypted with a KMS key']],
      otherwise: ['alarm', 'is not encrypted with a KMS key'],
    }),
  },
  {
    ...dynamodb,
    rule_id: 'aws-dynamodb-point-in-time-recovery',
    title: 'DynamoDB tables have point-in-time recovery enabled',
    description: 'Point-in-time recovery limits data loss after a faulty write to minutes.',
    remediation: 'Turn on point-in-time recovery for the table.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsRuleSql({
      ...table,
      verdicts: [
        [
          'ok',
          "point_in_time_recovery_description ->> 'PointInTimeRecoveryStatus' = 'ENABLED'",
          'has point-in-time recovery',
        ],
      ],
      otherwise: ['alarm', 'has no point-in-time recovery'],
    }),
  },
  {
    ...dynamodb,
    rule_id: 'aws-dynamodb-encrypted-with-kms',
    title: 'DynamoDB tables are encrypted with a KMS key',
    description: 'The default key of DynamoDB has no policy or usage log that you can see.',
    remediation: 'Change the table encryption to a KMS key.',
    severity: 'low',
    sql: awsRuleSql({
      ...table,
      verdicts: [['ok', "sse_description ->> 'SSEType' = 'KMS'", 'is encrypted with a KMS key']],
      otherwise: ['alarm', 'is not encrypted with a KMS key'],
    }),
  },
  {
    rule_id: 'aws-elasticache-backups',
    service: 'ElastiCache',
    resource_type: 'aws_elasticache_replication_group',
    title: 'ElastiCache replication groups retain backups for at least 15 days',
    description: 'Caches often hold sessions and queues that are stored nowhere else.',
    remediation: 'Keep automatic backups of the replication group for 15 days or more.',
    severity: 'low',
    category: 'Reliability',
    sql: awsRuleSql({
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
