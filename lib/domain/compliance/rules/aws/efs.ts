import { awsRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const fileSystem = {
  from: 'aws_efs_file_system',
  resource: 'arn',
  noun: 'File system',
  name: 'file_system_id',
};

export const efsRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-efs-encrypted',
    service: 'EFS',
    resource_type: 'aws_efs_file_system',
    title: 'EFS file systems are encrypted at rest',
    description: 'Encryption protects files from anyone who gets the storage without the key.',
    remediation:
      'Encryption cannot be turned on later: create an encrypted file system, copy the files ' +
      'with DataSync, and mount the new one.',
    severity: 'medium',
    category: 'Security',
    sql: awsRuleSql({
      ...fileSystem,
      verdicts: [['ok', 'encrypted', 'is encrypted at rest']],
      otherwise: ['alarm', 'is not encrypted at rest'],
    }),
  },
  {
    rule_id: 'aws-efs-automatic-backups',
    service: 'EFS',
    resource_type: 'aws_efs_file_system',
    title: 'EFS file systems have automatic backups enabled',
    description: 'Automatic backups are the fastest way to recover deleted files.',
    remediation: 'Turn on automatic backups in the file system settings.',
    severity: 'medium',
    category: 'Reliability',
    sql: awsRuleSql({
      ...fileSystem,
      verdicts: [['ok', "lower(automatic_backups) = 'enabled'", 'takes automatic backups']],
      otherwise: ['alarm', 'takes no automatic backups'],
    }),
  },
];
