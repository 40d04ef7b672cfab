import { awsAnswer } from '../../answer.rules.ts';
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
    description: 'Logs hold more secrets than anybody means to write into them.',
    remediation: 'Associate a key of KMS with the log group.',
    severity: 'low',
    category: 'Security',
    sql: awsAnswer({
      ...logGroup,
      verdicts: [['ok', "kms_key_id <> ''", 'is encrypted with a key of KMS']],
      otherwise: ['alarm', 'is not encrypted with a key of KMS'],
    }),
  },
  {
    rule_id: 'aws-logs-kept-a-year',
    service: 'CloudWatch',
    resource_type: 'aws_cloudwatch_log_group',
    title: 'Log groups retain logs for at least a year',
    description: 'Half of all intrusions are found after months, when short logs are gone.',
    remediation: 'Set the retention of the log group to 365 days or more.',
    severity: 'low',
    category: 'Security',
    fix: { action: 'aws.keep_logs' },
    sql: awsAnswer({
      ...logGroup,
      verdicts: [
        ['ok', 'coalesce(retention_in_days, 0) = 0', 'keeps logs for ever'],
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
    description: 'An alarm whose actions are off, or that has none, is seen by nobody.',
    remediation: 'Turn the actions of the alarm on, and let it tell a topic that people read.',
    severity: 'low',
    category: 'Operational Excellence',
    sql: awsAnswer({
      from: 'aws_cloudwatch_alarm',
      resource: 'arn',
      noun: 'Alarm',
      name: 'name',
      verdicts: [
        ['alarm', 'actions_enabled is not true', 'has its actions turned off'],
        [
          'ok',
          "jsonb_array_length(coalesce(alarm_actions, '[]')) > 0",
          'does something when it is raised',
        ],
      ],
      otherwise: ['alarm', 'does nothing when it is raised'],
    }),
  },
];
