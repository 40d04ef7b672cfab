import { gcpAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const bigquery = { service: 'BigQuery', category: 'Security' } as const;
const dataset = {
  from: 'gcp_bigquery_dataset',
  resource: 'self_link',
  noun: 'Dataset',
  name: 'dataset_id',
};

const encrypted = (from: string, noun: string, name: string): string =>
  gcpAnswer({
    from,
    resource: 'self_link',
    noun,
    name,
    verdicts: [['ok', "kms_key_name <> ''", 'is encrypted with a key of Cloud KMS']],
    otherwise: ['alarm', 'is encrypted with a key of Google'],
  });

const ownKey = {
  description: 'With a key of your own you can take back the right to read the data.',
  severity: 'low',
} as const;

/** Holds where a policy gives a role to everybody. */
const everybody = `jsonb_path_exists(iam_policy, '$.bindings[*].members[*]
      ? (@ == "allUsers" || @ == "allAuthenticatedUsers")')`;

export const dataRules: readonly WrittenRule[] = [
  {
    ...bigquery,
    rule_id: 'gcp-bigquery-not-public',
    resource_type: 'gcp_bigquery_dataset',
    title: 'BigQuery datasets are not public',
    description: 'Everybody with an account of Google can query a public dataset.',
    remediation: 'Take allUsers and allAuthenticatedUsers out of what the dataset is shared with.',
    severity: 'critical',
    sql: gcpAnswer({
      ...dataset,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(access, '$[*] ? (@.specialGroup == "allAuthenticatedUsers"
      || @.iamMember == "allUsers" || @.iamMember == "allAuthenticatedUsers")')`,
          'is shared with everybody',
        ],
      ],
      otherwise: ['ok', 'is not shared with everybody'],
    }),
  },
  {
    ...bigquery,
    ...ownKey,
    rule_id: 'gcp-bigquery-dataset-own-key',
    resource_type: 'gcp_bigquery_dataset',
    title: 'BigQuery datasets have a default customer-managed key',
    remediation: 'Set a default key of Cloud KMS for new tables of the dataset.',
    sql: encrypted('gcp_bigquery_dataset', 'Dataset', 'dataset_id'),
  },
  {
    ...bigquery,
    ...ownKey,
    rule_id: 'gcp-bigquery-table-own-key',
    resource_type: 'gcp_bigquery_table',
    title: 'BigQuery tables are encrypted with a customer-managed key',
    remediation: 'Copy the table to one that is encrypted with a key of Cloud KMS.',
    sql: encrypted('gcp_bigquery_table', 'Table', "concat(dataset_id, '.', table_id)"),
  },
  {
    ...ownKey,
    rule_id: 'gcp-dataproc-own-key',
    service: 'Dataproc',
    resource_type: 'gcp_dataproc_cluster',
    title: 'Dataproc clusters are encrypted with a customer-managed key',
    remediation: 'Make the cluster again with a key of Cloud KMS.',
    category: 'Security',
    sql: gcpAnswer({
      from: 'gcp_dataproc_cluster',
      resource: 'self_link',
      noun: 'Cluster',
      name: 'cluster_name',
      verdicts: [
        [
          'ok',
          "config -> 'encryptionConfig' ->> 'gcePdKmsKeyName' <> ''",
          'is encrypted with a key of Cloud KMS',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a key of Google'],
    }),
  },
  {
    rule_id: 'gcp-storage-not-public',
    service: 'Cloud Storage',
    resource_type: 'gcp_storage_bucket',
    title: 'Cloud Storage buckets are not public',
    description: 'A bucket that everybody may read is found by strangers within hours.',
    remediation: 'Enforce the prevention of public access for the bucket.',
    severity: 'critical',
    category: 'Security',
    fix: { library: 'close-public-google-buckets' },
    sql: gcpAnswer({
      from: 'gcp_storage_bucket',
      resource: 'self_link',
      noun: 'Bucket',
      name: 'name',
      verdicts: [
        [
          'ok',
          "iam_configuration_public_access_prevention = 'enforced'",
          'forbids public access',
        ],
        ['alarm', everybody, 'is shared with everybody'],
      ],
      otherwise: ['ok', 'is not shared with everybody'],
    }),
  },
  {
    rule_id: 'gcp-storage-uniform-access',
    service: 'Cloud Storage',
    resource_type: 'gcp_storage_bucket',
    title: 'Cloud Storage buckets have uniform bucket-level access',
    description: 'With rights of single objects nobody can say who may read what in a bucket.',
    remediation: 'Turn on uniform bucket-level access.',
    severity: 'medium',
    category: 'Security',
    sql: gcpAnswer({
      from: 'gcp_storage_bucket',
      resource: 'self_link',
      noun: 'Bucket',
      name: 'name',
      verdicts: [
        [
          'ok',
          'iam_configuration_uniform_bucket_level_access_enabled',
          'has one list of who may use it',
        ],
      ],
      otherwise: ['alarm', 'has rights of single objects'],
    }),
  },
  {
    rule_id: 'gcp-kms-not-public',
    service: 'Cloud KMS',
    resource_type: 'gcp_kms_key',
    title: 'Cloud KMS keys are not public',
    description: 'A key that everybody may use protects nothing.',
    remediation: 'Take allUsers and allAuthenticatedUsers out of the policy of the key.',
    severity: 'critical',
    category: 'Security',
    sql: gcpAnswer({
      from: 'gcp_kms_key',
      resource: 'self_link',
      noun: 'Key',
      name: 'name',
      verdicts: [['alarm', everybody, 'may be used by everybody']],
      otherwise: ['ok', 'may not be used by everybody'],
    }),
  },
  {
    rule_id: 'gcp-kms-rotated',
    service: 'Cloud KMS',
    resource_type: 'gcp_kms_key',
    title: 'Cloud KMS keys are rotated every 90 days',
    description: 'Rotation bounds how much one version of a key has encrypted.',
    remediation: 'Set a rotation period of 90 days or less.',
    severity: 'low',
    category: 'Security',
    sql: gcpAnswer({
      from: 'gcp_kms_key',
      resource: 'self_link',
      noun: 'Key',
      name: 'name',
      verdicts: [
        ['skip', "purpose <> 'ENCRYPT_DECRYPT'", 'is of a purpose that is not rotated'],
        ['alarm', 'rotation_period is null', 'is not rotated'],
        [
          'ok',
          `split_part(rotation_period, 's', 1)::numeric <= 90 * 86400
      and next_rotation_time <= now() + interval '90 days'`,
          'is rotated each {round(split_part(rotation_period, \'s\', 1)::numeric / 86400)} days',
        ],
      ],
      otherwise: [
        'alarm',
        'is rotated each {round(split_part(rotation_period, \'s\', 1)::numeric / 86400)} days only',
      ],
    }),
  },
];
