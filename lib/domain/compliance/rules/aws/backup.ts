import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

type BackupRule = {
  id: string;
  service: string;
  table: string;
  title: string;
  noun: string;
  name: string;
  /** A condition for resources that are skipped, and the reason. */
  not?: readonly [when: string, why: string];
  where?: string;
};

const backupRule = ({
  id,
  table,
  not,
  where,
  noun,
  name,
  ...ruleFields
}: BackupRule): WrittenRule => ({
  ...ruleFields,
  rule_id: id,
  resource_type: table,
  description: 'Backups in AWS Backup survive mistakes and ransomware in the original resource.',
  remediation:
    'Assign the resource to a backup plan, by a tag that the plan selects or by its ARN.',
  severity: 'medium',
  category: 'Reliability',
  sql: awsRuleSql({
    from: `${table} t`,
    resource: 't.arn',
    noun,
    name: `t.${name}`,
    verdicts: [
      ...(not ? [['skip', not[0], not[1]] as const] : []),
      [
        'ok',
        `exists (
      select from aws_backup_protected_resource p
      where p.resource_arn = t.arn and p.account_id = t.account_id
    )`,
        'is backed up by AWS Backup',
      ],
    ],
    otherwise: ['alarm', 'is not backed up by AWS Backup'],
    ...(where && { where }),
    region: 't.region',
    account_id: 't.account_id',
  }),
});

/** Rules about protection by AWS Backup. */
export const backupRules: readonly WrittenRule[] = [
  backupRule({
    id: 'aws-ec2-instance-backed-up',
    service: 'EC2',
    table: 'aws_ec2_instance',
    title: 'EC2 instances are backed up by AWS Backup',
    noun: 'Instance',
    name: 'instance_id',
    where: "t.instance_state is distinct from 'terminated'",
  }),
  backupRule({
    id: 'aws-efs-backed-up',
    service: 'EFS',
    table: 'aws_efs_file_system',
    title: 'EFS file systems are backed up by AWS Backup',
    noun: 'File system',
    name: 'file_system_id',
  }),
  backupRule({
    id: 'aws-dynamodb-table-backed-up',
    service: 'DynamoDB',
    table: 'aws_dynamodb_table',
    title: 'DynamoDB tables are backed up by AWS Backup',
    noun: 'Table',
    name: 'name',
  }),
  backupRule({
    id: 'aws-rds-aurora-backed-up',
    service: 'RDS',
    table: 'aws_rds_db_cluster',
    title: 'Aurora clusters are backed up by AWS Backup',
    noun: 'Cluster',
    name: 'db_cluster_identifier',
    not: ["t.engine not like 'aurora%'", 'is not an Aurora cluster'],
  }),
];
