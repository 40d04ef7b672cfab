import type { Severity } from '#lib/kernel/findings.ts';
import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type StorageRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  category?: WrittenRule['category'];
  fix?: RuleFix;
  skip?: readonly [when: string, words: string];
  ok: readonly [when: string, words: string];
  alarm: string;
};

const storageRule = ({ skip, ok, alarm, ...ruleFields }: StorageRule): WrittenRule => ({
  service: 'Storage',
  resource_type: 'azure_storage_account',
  category: 'Security',
  ...ruleFields,
  sql: azureRuleSql({
    from: 'azure_storage_account a',
    resource: 'a.id',
    noun: 'Storage account',
    name: 'a.name',
    verdicts: [...(skip ? [['skip', ...skip] as const] : []), ['ok', ...ok]],
    otherwise: ['alarm', alarm],
    region: 'a.region',
    account_id: 'a.subscription_id',
  }),
});

const holdsActivityLogs = `exists (
      select from azure_storage_container c
      where c.account_name = a.name and c.subscription_id = a.subscription_id
        and c.name in ('insights-activity-logs', 'insights-operational-logs')
    )`;

export const storageRules: readonly WrittenRule[] = [
  storageRule({
    rule_id: 'azure-storage-https-only',
    title: 'Storage accounts require HTTPS',
    description: 'A request over plain HTTP can be read and changed in transit.',
    remediation: 'Turn on "Secure transfer required" for the storage account.',
    severity: 'high',
    ok: ['a.enable_https_traffic_only', 'accepts HTTPS requests only'],
    alarm: 'accepts plain HTTP requests',
  }),
  storageRule({
    rule_id: 'azure-storage-tls-1-2',
    title: 'Storage accounts require TLS 1.2 or newer',
    description: 'Older TLS versions have well-known vulnerabilities.',
    remediation: 'Set the minimum TLS version of the storage account to 1.2.',
    severity: 'medium',
    ok: ["a.minimum_tls_version in ('TLS1_2', 'TLS1_3')", 'requires TLS 1.2 or newer'],
    alarm: 'accepts TLS versions before 1.2',
  }),
  storageRule({
    rule_id: 'azure-storage-no-public-blobs',
    title: 'Storage accounts disallow anonymous blob access',
    description: 'While anonymous access is allowed, one wrong setting exposes a container.',
    remediation: 'Turn off anonymous blob access for the storage account.',
    severity: 'critical',
    fix: { library: 'close-public-buckets' },
    ok: ['not a.allow_blob_public_access', 'disallows anonymous blob access'],
    alarm: 'allows anonymous blob access',
  }),
  storageRule({
    rule_id: 'azure-storage-network-closed',
    title: 'Storage accounts deny network access by default',
    description: 'A leaked key is worth little if it works only from your networks.',
    remediation: 'Set the default network rule to Deny, and add the networks that need access.',
    severity: 'medium',
    ok: ["a.network_rule_default_action = 'Deny'", 'accepts requests from selected networks only'],
    alarm: 'accepts requests from every network',
  }),
  storageRule({
    rule_id: 'azure-storage-no-public-network',
    title: 'Storage accounts are not reachable from public networks',
    description: 'With private endpoints only, a leaked key is useless outside your network.',
    remediation: 'Turn off public network access for the storage account.',
    severity: 'medium',
    ok: ["a.public_network_access = 'Disabled'", 'is not reachable from public networks'],
    alarm: 'is reachable from public networks',
  }),
  storageRule({
    rule_id: 'azure-storage-no-shared-keys',
    title: 'Storage accounts disallow shared key access',
    description: 'A shared key grants full access, and logs do not show who used it.',
    remediation: 'Have programs sign in with Entra ID, then disable shared keys.',
    severity: 'medium',
    ok: ['not a.allow_shared_key_access', 'rejects shared keys'],
    alarm: 'accepts shared keys',
  }),
  storageRule({
    rule_id: 'azure-storage-sign-in-by-default',
    title: 'Storage accounts default to Entra ID authorization',
    description: "By default, the portal uses the account key instead of a user's own permissions.",
    remediation: 'Turn on "Default to Microsoft Entra authorization" for the storage account.',
    severity: 'low',
    ok: ['a.default_to_oauth_authentication', 'signs people in with Entra ID by default'],
    alarm: 'authorizes with its account key by default',
  }),
  storageRule({
    rule_id: 'azure-storage-no-foreign-replication',
    title: 'Storage accounts disallow cross-tenant replication',
    description: 'Replication can copy data to a tenant that your policies do not cover.',
    remediation: 'Turn off cross-tenant replication for the storage account.',
    severity: 'medium',
    ok: ['not a.allow_cross_tenant_replication', 'disallows cross-tenant replication'],
    alarm: 'allows cross-tenant replication',
  }),
  storageRule({
    rule_id: 'azure-storage-blobs-recoverable',
    title: 'Soft delete is enabled for blobs',
    description: 'Soft delete keeps blobs that a person or program deleted by mistake.',
    remediation: 'Turn on soft delete for blobs, for 7 days or more.',
    severity: 'low',
    category: 'Reliability',
    ok: ['a.blob_soft_delete_enabled', 'keeps deleted blobs'],
    alarm: 'does not keep deleted blobs',
  }),
  storageRule({
    rule_id: 'azure-storage-containers-recoverable',
    title: 'Soft delete is enabled for blob containers',
    description: 'A single call deletes a container with everything in it.',
    remediation: 'Turn on soft delete for containers, for 7 days or more.',
    severity: 'low',
    category: 'Reliability',
    ok: ['a.blob_container_soft_delete_enabled', 'keeps deleted containers'],
    alarm: 'does not keep deleted containers',
  }),
  storageRule({
    rule_id: 'azure-storage-versioned',
    title: 'Blob versioning is enabled',
    description: 'With versioning, overwritten blobs can be restored.',
    remediation: 'Turn on blob versioning, with a rule that expires old versions.',
    severity: 'low',
    category: 'Reliability',
    ok: ['a.blob_versioning_enabled', 'keeps versions of its blobs'],
    alarm: 'keeps no versions of its blobs',
  }),
  storageRule({
    rule_id: 'azure-storage-geo-redundant',
    title: 'Storage accounts are geo-redundant',
    description: 'A copy in a second region survives the loss of the first.',
    remediation: 'Change the redundancy of the storage account to GRS or GZRS.',
    severity: 'low',
    category: 'Reliability',
    ok: ["a.sku_name ~* '_(ra)?gz?rs$'", 'keeps a copy in another region ({a.sku_name})'],
    alarm: 'keeps no copy in another region ({a.sku_name})',
  }),
  storageRule({
    rule_id: 'azure-storage-private-endpoint',
    title: 'Storage accounts use private endpoints',
    description: 'With a private endpoint, traffic to the storage stays within your network.',
    remediation:
      'Create a private endpoint for the storage account, and turn off its public access.',
    severity: 'medium',
    ok: [
      'jsonb_path_exists(a.private_endpoint_connections, \'$.** ? (@ == "Approved")\')',
      'has an approved private endpoint',
    ],
    alarm: 'has no approved private endpoint',
  }),
  storageRule({
    rule_id: 'azure-storage-activity-log-own-key',
    title: 'Activity log storage is encrypted with a customer-managed key',
    description: 'Only holders of your key should be able to read the activity log.',
    remediation: 'Encrypt the storage account with your own key in a key vault.',
    severity: 'low',
    skip: [`not ${holdsActivityLogs}`, 'holds no activity logs'],
    ok: [
      "lower(a.encryption_key_source) = 'microsoft.keyvault'",
      'encrypts activity logs with your own key',
    ],
    alarm: 'encrypts activity logs with a Microsoft-managed key',
  }),
];
