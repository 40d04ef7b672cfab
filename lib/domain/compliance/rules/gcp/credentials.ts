import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const apiKeys = {
  service: 'API keys',
  resource_type: 'gcp_apikeys_key',
  category: 'Security',
} as const;
const apiKey = {
  from: 'gcp_apikeys_key',
  where: 'delete_time is null',
  resource: "concat('//apikeys.googleapis.com/', name)",
  noun: 'API key',
  name: 'coalesce(display_name, uid)',
};

/** The kinds of restrictions of an API key: sites, addresses or applications. */
const restrictionKinds = [
  'browserKeyRestrictions',
  'serverKeyRestrictions',
  'androidKeyRestrictions',
  'iosKeyRestrictions',
]
  .map((name) => `'${name}'`)
  .join(', ');

const accountKeys = {
  service: 'IAM',
  resource_type: 'gcp_service_account_key',
  category: 'Security',
} as const;
const accountKey = {
  from: 'gcp_service_account_key',
  resource: `concat('//iam.googleapis.com/projects/', project, '/serviceAccounts/',
    service_account_name, '/keys/', name)`,
  noun: 'Key',
  name: "concat(name, ' of ', service_account_name)",
};
const skipGoogleManaged = ['skip', "key_type = 'SYSTEM_MANAGED'", 'is managed by Google'] as const;

export const gcpCredentialRules: readonly WrittenRule[] = [
  {
    ...apiKeys,
    rule_id: 'gcp-apikeys-limited-to-apis',
    title: 'API keys are restricted to the APIs they need',
    description: 'API keys are easily copied from pages and apps, and work for anyone.',
    remediation: 'Restrict the key to the APIs that its application calls.',
    severity: 'medium',
    sql: gcpRuleSql({
      ...apiKey,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(
      restrictions, '$.apiTargets[*] ? (@.service == "cloudapis.googleapis.com")')`,
          'can call every Google Cloud API',
        ],
        [
          'ok',
          "jsonb_path_exists(restrictions, '$.apiTargets[*].service')",
          'is restricted to specific APIs',
        ],
      ],
      otherwise: ['alarm', 'can call every API'],
    }),
  },
  {
    ...apiKeys,
    rule_id: 'gcp-apikeys-limited-to-places',
    title: 'API keys are restricted to known websites, IP addresses or apps',
    description: 'A copied key is useless if it does not work elsewhere.',
    remediation: 'Restrict the key to the websites, IP addresses or apps that use it.',
    severity: 'medium',
    sql: gcpRuleSql({
      ...apiKey,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(restrictions, '$.browserKeyRestrictions.allowedReferrers[*]
      ? (@ == "*" || @ == "*.com" || @ == "*.[TLD]")')
      or jsonb_path_exists(restrictions, '$.serverKeyRestrictions.allowedIps[*]
      ? (@ == "0.0.0.0" || @ == "0.0.0.0/0" || @ == "::/0")')`,
          'works from anywhere',
        ],
        [
          'ok',
          `restrictions ?| array[${restrictionKinds}]`,
          'is restricted to specific websites, IP addresses or apps',
        ],
      ],
      otherwise: ['alarm', 'works from anywhere'],
    }),
  },
  {
    ...apiKeys,
    rule_id: 'gcp-apikeys-age',
    title: 'API keys are rotated within 90 days',
    description: 'The older a key is, the more places hold a copy of it.',
    remediation: 'Create a new key, update the applications that use it, and delete the old one.',
    severity: 'low',
    sql: gcpRuleSql({
      ...apiKey,
      verdicts: [['ok', "create_time > now() - interval '90 days'", 'is no older than 90 days']],
      otherwise: ['alarm', 'is {current_date - create_time::date} days old'],
    }),
  },
  {
    ...accountKeys,
    rule_id: 'gcp-iam-no-own-account-keys',
    title: 'Service accounts have only Google-managed keys',
    description:
      'Key files are copied, forgotten and leaked; Google-managed keys never leave Google.',
    remediation: 'Have programs use their attached service account, then delete the key.',
    severity: 'medium',
    sql: gcpRuleSql({
      ...accountKey,
      verdicts: [['ok', "key_type = 'SYSTEM_MANAGED'", 'is managed by Google']],
      otherwise: ['alarm', 'was created by a user, and can be copied'],
    }),
  },
  {
    ...accountKeys,
    rule_id: 'gcp-iam-account-key-age',
    title: 'Service account keys are rotated within 90 days',
    description: 'The older a key is, the more places hold a copy of it.',
    remediation: 'Create a new key, update the programs that use it, and delete the old one.',
    severity: 'medium',
    sql: gcpRuleSql({
      ...accountKey,
      verdicts: [
        skipGoogleManaged,
        ['ok', "valid_after_time > now() - interval '90 days'", 'is no older than 90 days'],
      ],
      otherwise: ['alarm', 'is {current_date - valid_after_time::date} days old'],
    }),
  },
];
