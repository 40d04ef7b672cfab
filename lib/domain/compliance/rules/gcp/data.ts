import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const bigquery = { service: 'BigQuery', category: 'Security' } as const;
const dataset = {
  from: 'gcp_bigquery_dataset',
  resource: 'self_link',
  noun: 'Dataset',
  name: 'dataset_id',
};

const encryptionSql = (from: string, noun: string, name: string): string =>
  gcpRuleSql({
    from,
    resource: 'self_link',
    noun,
    name,
    verdicts: [['ok', "kms_key_name <> ''", 'is encrypted with a Cloud KMS key']],
    otherwise: ['alarm', 'is encrypted with a Google-managed key'],
  });

const ownKey = {
  description: 'With your own key, you can revoke access to the data.',
  severity: 'low',
} as const;

/** SQL condition: the IAM policy grants a role to everybody. */
const grantsEveryone = `jsonb_path_exists(iam_policy, '$.bindings[*].members[*]
      ? (@ == "allUsers" || @ == "allAuthenticatedUsers")')`;

export const dataRules: readonly WrittenRule[] = [
  {
    ...bigquery,
    rule_id: 'gcp-bigquery-not-public',
    resource_type: 'gcp_bigquery_dataset',
    title: 'BigQuery datasets are not public',
    description: 'Anyone with a Google account can query a public dataset.',
    remediation:
      'Remove allUsers and allAuthenticatedUsers from the sharing settings of the dataset.',
    severity: 'critical',
    sql: gcpRuleSql({
      ...dataset,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(access, '$[*] ? (@.specialGroup == "allAuthenticatedUsers"
      || @.iamMember == "allUsers" || @.iamMember == "allAuthenticatedUsers")')`,
          'is shared publicly',
        ],
      ],
      otherwise: ['ok', 'is not shared publicly'],
    }),
  },
  {
    ...bigquery,
    ...ownKey,
    rule_id: 'gcp-bigquery-dataset-own-key',
    resource_type: 'gcp_bigquery_dataset',
    title: 'BigQuery datasets have a default customer-managed key',
    remediation: 'Set a default Cloud KMS key for new tables of the dataset.',
    sql: encryptionSql('gcp_bigquery_dataset', 'Dataset', 'dataset_id'),
  },
  {
    ...bigquery,
    ...ownKey,
    rule_id: 'gcp-bigquery-table-own-key',
    resource_type: 'gcp_bigquery_table',
    title: 'BigQuery tables are encrypted with a customer-managed key',
    remediation: 'Copy the table to one that is encrypted with a Cloud KMS key.',
    sql: encryptionSql('gcp_bigquery_table', 'Table', "concat(dataset_id, '.', table_id)"),
  },
  {
    ...ownKey,
    rule_id: 'gcp-dataproc-own-key',
    service: 'Dataproc',
    resource_type: 'gcp_dataproc_cluster',
    title: 'Dataproc clusters are encrypted with a customer-managed key',
    remediation: 'Recreate the cluster with a Cloud KMS key.',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_dataproc_cluster',
      resource: 'self_link',
      noun: 'Cluster',
      name: 'cluster_name',
      verdicts: [
        [
          'ok',
          "config -> 'encryptionConfig' ->> 'gcePdKmsKeyName' <> ''",
          'is encrypted with a Cloud KMS key',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a Google-managed key'],
    }),
  },
  {
    rule_id: 'gcp-storage-not-public',
    service: 'Cloud Storage',
    resource_type: 'gcp_storage_bucket',
    title: 'Cloud Storage buckets are not public',
    description: 'Strangers find a publicly readable bucket within hours.',
    remediation: 'Enforce public access prevention for the bucket.',
    severity: 'critical',
    category: 'Security',
    fix: { library: 'close-public-google-buckets' },
    sql: gcpRuleSql({
      from: 'gcp_storage_bucket',
      resource: 'self_link',
      noun: 'Bucket',
      name: 'name',
      verdicts: [
        [
          'ok',
          "iam_configuration_public_access_prevention = 'enforced'",
          'enforces public access prevention',
        ],
        ['alarm', grantsEveryone, 'is shared publicly'],
      ],
      otherwise: ['ok', 'is not shared publicly'],
    }),
  },
  {
    rule_id: 'gcp-storage-uniform-access',
    service: 'Cloud Storage',
    resource_type: 'gcp_storage_bucket',
    title: 'Cloud Storage buckets have uniform bucket-level access',
    description: 'With permissions on individual objects, nobody can tell who can read what.',
    remediation: 'Turn on uniform bucket-level access.',
    severity: 'medium',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_storage_bucket',
      resource: 'self_link',
      noun: 'Bucket',
      name: 'name',
      verdicts: [
        ['ok', 'iam_configuration_uniform_bucket_level_access_enabled', 'has uniform access'],
      ],
      otherwise: ['alarm', 'does not have uniform access'],
    }),
  },
  {
    rule_id: 'gcp-kms-not-public',
    service: 'Cloud KMS',
    resource_type: 'gcp_kms_key',
    title: 'Cloud KMS keys are not public',
    description: 'A key that anyone can use protects nothing.',
    remediation: 'Remove allUsers and allAuthenticatedUsers from the policy of the key.',
    severity: 'critical',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_kms_key',
      resource: 'self_link',
      noun: 'Key',
      name: 'name',
      verdicts: [['alarm', grantsEveryone, 'is publicly usable']],
      otherwise: ['ok', 'is not publicly usable'],
    }),
  },
  {
    rule_id: 'gcp-kms-rotated',
    service: 'Cloud KMS',
    resource_type: 'gcp_kms_key',
    title: 'Cloud KMS keys are rotated every 90 days',
    description: 'Rotation limits how much data one key version encrypts.',
    remediation: 'Set a rotation period of 90 days or less.',
    severity: 'low',
    category: 'Security',
    sql: gcpRuleSql({
      from: 'gcp_kms_key',
      resource: 'self_link',
      noun: 'Key',
      name: 'name',
      verdicts: [
        ['skip', "purpose <> 'ENCRYPT_DECRYPT'", 'has a purpose that does not support rotation'],
        ['alarm', 'rotation_period is null', 'is not rotated'],
        [
          'ok',
          `split_part(rotation_period, 's', 1)::numeric <= 90 * 86400
      and next_rotation_time <= now() + interval '90 days'`,
          "is rotated every {round(split_part(rotation_period, 's', 1)::numeric / 86400)} days",
        ],
      ],
      otherwise: [
        'alarm',
        'is rotated only every ' +
          "{round(split_part(rotation_period, 's', 1)::numeric / 86400)} days",
      ],
    }),
  },
];
