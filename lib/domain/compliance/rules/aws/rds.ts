import type { Severity } from '#lib/kernel/findings.ts';
import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type DatabaseRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  category?: WrittenRule['category'];
  fix?: RuleFix;
  skip?: readonly [when: string, words: string];
  ok: readonly [when: string, words: string];
  alarm: string;
};

const databaseRule = ({ skip, ok, alarm, ...ruleFields }: DatabaseRule): WrittenRule => ({
  service: 'RDS',
  resource_type: 'aws_rds_db_instance',
  category: 'Security',
  ...ruleFields,
  sql: awsRuleSql({
    from: 'aws_rds_db_instance i',
    resource: 'i.arn',
    noun: 'Database',
    name: 'i.db_instance_identifier',
    verdicts: [...(skip ? [['skip', ...skip] as const] : []), ['ok', ...ok]],
    otherwise: ['alarm', alarm],
    region: 'i.region',
    account_id: 'i.account_id',
  }),
});

/** SQL condition: the database belongs to a cluster `c` that meets the condition. */
const hasClusterWhere = (condition: string): string => `exists (
      select from aws_rds_db_cluster c
      where c.db_cluster_identifier = i.db_cluster_identifier
        and c.region = i.region and c.account_id = i.account_id
        and ${condition}
    )`;

/** The logs that each engine can export. */
const logs: Readonly<Record<string, readonly string[]>> = {
  'mariadb|mysql': ['audit', 'error', 'general', 'slowquery'],
  'aurora|aurora-mysql': ['audit', 'error', 'general', 'slowquery'],
  postgres: ['postgresql', 'upgrade'],
  'aurora-postgresql': ['postgresql'],
  'oracle-.*': ['alert', 'audit', 'listener', 'trace'],
  'sqlserver-ex': ['error'],
  'sqlserver-(ee|se|web|dev-ee)': ['agent', 'error'],
};

const exported = Object.entries(logs)
  .map(
    ([engine, names]) =>
      `i.engine ~ '^(${engine})$'
        and i.enabled_cloudwatch_logs_exports @> '${JSON.stringify(names)}'`,
  )
  .join('\n      or ');

export const rdsRules: readonly WrittenRule[] = [
  databaseRule({
    rule_id: 'aws-rds-encrypted',
    title: 'RDS databases are encrypted at rest',
    description: 'Without encryption, every snapshot and copy of the disk can be read.',
    remediation: 'Restore an encrypted copy of a snapshot as a new database, and switch to it.',
    severity: 'high',
    ok: ['i.storage_encrypted', 'is encrypted at rest'],
    alarm: 'is not encrypted at rest',
  }),
  databaseRule({
    rule_id: 'aws-rds-minor-upgrades',
    title: 'RDS databases have auto minor version upgrade enabled',
    description: 'Minor versions fix vulnerabilities that are public once they are released.',
    remediation: 'Turn on auto minor version upgrade, and set a suitable maintenance window.',
    severity: 'low',
    ok: ['i.auto_minor_version_upgrade', 'installs minor versions automatically'],
    alarm: 'does not install minor versions automatically',
  }),
  databaseRule({
    rule_id: 'aws-rds-private',
    title: 'RDS databases are not publicly accessible',
    description: 'Scanners find databases with a public address and try passwords on them.',
    remediation: 'Turn off public access to the database, and connect through your network.',
    severity: 'critical',
    fix: { library: 'make-public-databases-private' },
    ok: ['not i.publicly_accessible', 'is not publicly accessible'],
    alarm: 'is publicly accessible',
  }),
  databaseRule({
    rule_id: 'aws-rds-multi-az',
    title: 'RDS databases are Multi-AZ',
    description: 'A Single-AZ database is down during zone outages and maintenance.',
    remediation: 'Turn on Multi-AZ, or add a replica in another Availability Zone to the cluster.',
    severity: 'low',
    category: 'Reliability',
    ok: [
      `i.multi_az\n      or ${hasClusterWhere('c.multi_az')}`,
      'runs in several Availability Zones',
    ],
    alarm: 'runs in one Availability Zone only',
  }),
  databaseRule({
    rule_id: 'aws-rds-logged',
    title: 'RDS databases export logs to CloudWatch Logs',
    description: 'Logs kept only on the database are lost with it and trigger no alarms.',
    remediation: 'Export every log that the engine provides to CloudWatch Logs.',
    severity: 'low',
    ok: [exported, 'sends all of its logs to CloudWatch'],
    alarm: 'does not send all of its logs to CloudWatch',
  }),
  databaseRule({
    rule_id: 'aws-rds-backups',
    title: 'RDS databases have automated backups enabled',
    description: 'Without backups, data deleted by mistake cannot be recovered.',
    remediation: 'Set the backup retention period to 7 days or more.',
    severity: 'high',
    category: 'Reliability',
    skip: [
      "i.read_replica_source_db_instance_identifier <> ''",
      'is a replica; its source is checked instead',
    ],
    ok: ['i.backup_retention_period >= 1', 'keeps backups for {i.backup_retention_period} days'],
    alarm: 'keeps no backups',
  }),
  databaseRule({
    rule_id: 'aws-rds-deletion-protected',
    title: 'RDS databases have deletion protection enabled',
    description: 'A single API call should not be able to delete critical data.',
    remediation: 'Turn on deletion protection for the database or its cluster.',
    severity: 'low',
    category: 'Reliability',
    ok: [
      `i.deletion_protection\n      or ${hasClusterWhere('c.deletion_protection')}`,
      'is protected from deletion',
    ],
    alarm: 'is not protected from deletion',
  }),
];
