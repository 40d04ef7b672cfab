import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const logGroup = {
  from: 'aws_cloudwatch_log_group',
  resource: 'arn',
  noun: 'Log group',
  name: 'name',
};

export const cloudwatchRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-logs-encrypted',
    service: 'CloudWatch',
    resource_type: 'aws_cloudwatch_log_group',
    title: 'Log groups are encrypted with a KMS key',
    description: 'Logs often contain secrets that nobody meant to write there.',
    remediation: 'Associate a KMS key with the log group.',
    severity: 'low',
    category: 'Security',
    sql: awsRuleSql({
      ...logGroup,
      verdicts: [['ok', "kms_key_id <> ''", 'is encrypted with a KMS key']],
      otherwise: ['alarm', 'is not encrypted with a KMS key'],
    }),
  },
  {
    rule_id: 'aws-logs-kept-a-year',
    service: 'CloudWatch',
    resource_type: 'aws_cloudwatch_log_group',
    title: 'Log groups retain logs for at least a year',
    description: 'Many intrusions are discovered after months, when short-lived logs are gone.',
    remediation: 'Set the log group retention to 365 days or more.',
    severity: 'low',
    category: 'Security',
    fix: { action: 'aws.keep_logs' },
    sql: awsRuleSql({
      ...logGroup,
      verdicts: [
        ['ok', 'coalesce(retention_in_days, 0) = 0', 'keeps logs indefinitely'],
        ['ok', 'retention_in_days >= 365', 'keeps logs for {retention_in_days} days'],
      ],
      otherwise: ['alarm', 'keeps logs for {retention_in_days} days only'],
    }),
  },
  {
    rule_id: 'aws-cloudwatch-alarm-actions',
    service: 'CloudWatch',
    resource_type: 'aws_cloudwatch_alarm',
    title: 'CloudWatch alarms have actions configured',
    description: 'Nobody is notified by an alarm that has no actions, or has them disabled.',
    remediation: 'Enable the alarm actions, and notify a topic that people subscribe to.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: awsRuleSql({
      from: 'aws_cloudwatch_alarm',
      resource: 'arn',
      noun: 'Alarm',
      name: 'name',
      verdicts: [
        ['alarm', 'actions_enabled is not true', 'has its actions turned off'],
        ['ok', "jsonb_array_length(coalesce(alarm_actions, '[]')) > 0", 'has actions'],
      ],
      otherwise: ['alarm', 'has no actions'],
    }),
  },
];
