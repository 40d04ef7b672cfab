import { awsAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

export const efsRules: readonly WrittenRule[] = [
  {
    rule_id: 'aws-efs-encrypted',
    service: 'EFS',
    resource_type: 'aws_efs_file_system',
    title: 'EFS file systems are encrypted at rest',
    description: 'Encryption keeps files unreadable to whoever has the storage without the key.',
    remediation:
      'Encryption cannot be turned on later: make an encrypted file system, copy the files with ' +
      'DataSync, and mount the new one.',
    severity: 'medium',
    category: 'Security',
    sql: awsAnswer({
      from: 'aws_efs_file_system',
      resource: 'arn',
      noun: 'File system',
      name: 'file_system_id',
      verdicts: [['ok', 'encrypted', 'is encrypted at rest']],
      otherwise: ['alarm', 'is not encrypted at rest'],
    }),
  },
];
