import type { Severity } from '#lib/kernel/findings.ts';
import { azureAnswer } from '../../answer.rules.ts';
import type { RuleFix, WrittenRule } from '../../rule.schema.ts';

type StorageRule = Pick<WrittenRule, 'rule_id' | 'title' | 'description' | 'remediation'> & {
  severity: Severity;
  category?: WrittenRule['category'];
  fix?: RuleFix;
  skip?: readonly [when: string, words: string];
  ok: readonly [when: string, words: string];
  alarm: string;
};

const storageRule = ({ skip, ok, alarm, ...words }: StorageRule): WrittenRule => ({
  service: 'Storage',
  resource_type: 'azure_storage_account',
  category: 'Security',
  ...words,
  sql: azureAnswer({
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
    description: 'A request over plain HTTP can be read and changed on its way.',
    remediation: 'Turn on "Secure transfer required" of the storage account.',
    severity: 'high',
    ok: ['a.enable_https_traffic_only', 'takes requests by HTTPS only'],
    alarm: 'takes requests by plain HTTP',
  }),
  storageRule({
    rule_id: 'azure-storage-tls-1-2',
    title: 'Storage accounts require TLS 1.2 or newer',
    description: 'Older versions of TLS have holes that are known for many years.',
    remediation: 'Set the minimum version of TLS of the storage account to 1.2.',
    severity: 'medium',
    ok: ["a.minimum_tls_version in ('TLS1_2', 'TLS1_3')", 'takes TLS 1.2 and newer only'],
    alarm: 'takes versions of TLS before 1.2',
  }),
  storageRule({
    rule_id: 'azure-storage-no-public-blobs',
    title: 'Storage accounts disallow public blob access',
    description: 'While it is allowed, one wrong setting of a container shows it to everybody.',
    remediation: 'Turn anonymous access to blobs off for the storage account.',
    severity: 'critical',
    fix: { library: 'close-public-buckets' },
    ok: ['not a.allow_blob_public_access', 'allows no public blobs'],
    alarm: 'allows public blobs',
  }),
  storageRule({
    rule_id: 'azure-storage-network-closed',
    title: 'Storage accounts deny network access by default',
    description: 'A leaked key is worth little where only your networks may use it.',
    remediation: 'Set the default network rule to Deny, and name the networks that need access.',
    severity: 'medium',
    ok: ["a.network_rule_default_action = 'Deny'", 'refuses networks that nobody named'],
    alarm: 'takes requests from every network',
  }),
  storageRule({
    rule_id: 'azure-storage-no-public-network',
    title: 'Storage accounts are not reachable from public networks',
    description: 'Where only private endpoints lead in, no leaked key is worth anything outside.',
    remediation: 'Turn public network access of the storage account off.',
    severity: 'medium',
    ok: ["a.public_network_access = 'Disabled'", 'is not reachable from public networks'],
    alarm: 'is reachable from public networks',
  }),
  storageRule({
    rule_id: 'azure-storage-no-shared-keys',
    title: 'Storage accounts disallow shared key access',
    description: 'A shared key gives everything to whoever has it, and names nobody in a log.',
    remediation: 'Let programs sign in with Entra ID, then turn shared keys off.',
    severity: 'medium',
    ok: ['not a.allow_shared_key_access', 'refuses shared keys'],
    alarm: 'takes shared keys',
  }),
  storageRule({
    rule_id: 'azure-storage-sign-in-by-default',
    title: 'Storage accounts default to Entra ID authorization',
    description: 'In the portal people use the key of the account unless they are signed in.',
    remediation: 'Turn on "Default to Microsoft Entra authorization" of the storage account.',
    severity: 'low',
    ok: ['a.default_to_oauth_authentication', 'signs people in with Entra ID by default'],
    alarm: 'lets people use its key by default',
  }),
  storageRule({
    rule_id: 'azure-storage-no-foreign-replication',
    title: 'Storage accounts disallow cross-tenant replication',
    description: 'By replication data leaves for a tenant that your policies do not reach.',
    remediation: 'Turn cross-tenant replication of the storage account off.',
    severity: 'medium',
    ok: ['not a.allow_cross_tenant_replication', 'cannot be copied to other tenants'],
    alarm: 'can be copied to other tenants',
  }),
  storageRule({
    rule_id: 'azure-storage-blobs-recoverable',
    title: 'Soft delete is enabled for blobs',
    description: 'Soft delete keeps what a person or program deleted by mistake.',
    remediation: 'Turn on soft delete for blobs, for 7 days or more.',
    severity: 'low',
    category: 'Reliability',
    ok: ['a.blob_soft_delete_enabled', 'keeps deleted blobs'],
    alarm: 'does not keep deleted blobs',
  }),
  storageRule({
    rule_id: 'azure-storage-containers-recoverable',
    title: 'Soft delete is enabled for blob containers',
    description: 'One call deletes a container with everything in it.',
    remediation: 'Turn on soft delete for containers, for 7 days or more.',
    severity: 'low',
    category: 'Reliability',
    ok: ['a.blob_container_soft_delete_enabled', 'keeps deleted containers'],
    alarm: 'does not keep deleted containers',
  }),
  storageRule({
    rule_id: 'azure-storage-versioned',
    title: 'Blob versioning is enabled',
    description: 'With versions a blob that was overwritten can be brought back.',
    remediation: 'Turn on versioning of blobs, with a rule that expires old versions.',
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
    description: 'With a private endpoint data never leaves your network to be stored.',
    remediation: 'Make a private endpoint for the storage account, and close its public network.',
    severity: 'medium',
    ok: [
      'jsonb_path_exists(a.private_endpoint_connections, \'$.** ? (@ == "Approved")\')',
      'is reached by a private endpoint',
    ],
    alarm: 'has no private endpoint that is approved',
  }),
  storageRule({
    rule_id: 'azure-storage-activity-log-own-key',
    title: 'Activity log storage is encrypted with a customer-managed key',
    description: 'The log of all changes should be readable to those only who hold its key.',
    remediation: 'Encrypt the storage account with a key of your own in a key vault.',
    severity: 'low',
    skip: [`not ${holdsActivityLogs}`, 'holds no activity logs'],
    ok: [
      "lower(a.encryption_key_source) = 'microsoft.keyvault'",
      'encrypts activity logs with a key of your own',
    ],
    alarm: 'encrypts activity logs with a key of Microsoft',
  }),
];
