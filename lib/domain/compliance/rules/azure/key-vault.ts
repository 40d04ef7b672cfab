import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const shared = {
  service: 'Key Vault',
  resource_type: 'azure_key_vault',
  category: 'Security',
} as const;
const vault = { from: 'azure_key_vault', resource: 'id', noun: 'Key vault', name: 'name' };

/** Keys and secrets of a vault must expire, unless they are disabled. */
const expirySql = (table: string, noun: string): string =>
  azureRuleSql({
    from: table,
    resource: 'id',
    noun,
    name: "concat(name, ' of ', vault_name)",
    verdicts: [
      ['skip', 'not enabled', 'is disabled'],
      ['ok', 'expires_at is not null', 'expires on {expires_at::date}'],
    ],
    otherwise: ['alarm', 'never expires'],
  });

export const keyVaultRules: readonly WrittenRule[] = [
  {
    ...shared,
    rule_id: 'azure-keyvault-logged',
    title: 'Key vaults have logging enabled',
    description: 'Only the audit log of a vault shows who read which secret, and when.',
    remediation: 'Add a diagnostic setting to the vault that sends audit events to safe storage.',
    severity: 'medium',
    sql: azureRuleSql({
      ...vault,
      verdicts: [
        [
          'ok',
          `jsonb_path_exists(diagnostic_settings, '$[*].properties.logs[*] ? (
      @.enabled == true
      && (@.category == "AuditEvent" || @.categoryGroup == "audit"
        || @.categoryGroup == "allLogs"))')`,
          'logs audit events',
        ],
      ],
      otherwise: ['alarm', 'does not log audit events'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-purge-protected',
    title: 'Key vaults are recoverable after deletion',
    description: 'Data encrypted with a purged key is lost, so deletion must be reversible.',
    remediation: 'Turn on soft delete and purge protection for the vault.',
    severity: 'medium',
    category: 'Reliability',
    sql: azureRuleSql({
      ...vault,
      verdicts: [
        [
          'ok',
          'purge_protection_enabled and soft_delete_enabled',
          'can be recovered after deletion',
        ],
      ],
      otherwise: ['alarm', 'can be deleted permanently'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-private-endpoint',
    title: 'Key vaults use private endpoints',
    description: 'A stolen token is useless outside your network if the vault is private.',
    remediation: 'Create a private endpoint for the vault, and turn off its public access.',
    severity: 'medium',
    sql: azureRuleSql({
      ...vault,
      verdicts: [
        [
          'ok',
          'jsonb_path_exists(private_endpoint_connections, \'$.** ? (@ == "Approved")\')',
          'has an approved private endpoint',
        ],
      ],
      otherwise: ['alarm', 'has no approved private endpoint'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-rights-by-role',
    title: 'Key vaults use Azure RBAC',
    description: 'Roles can be limited to individual secrets; access policies cannot.',
    remediation: 'Change the permission model of the vault to Azure role-based access control.',
    severity: 'medium',
    sql: azureRuleSql({
      ...vault,
      verdicts: [['ok', 'enable_rbac_authorization', 'uses Azure RBAC']],
      otherwise: ['alarm', 'uses access policies'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-keys-expire',
    resource_type: 'azure_key_vault_key',
    title: 'Keys in key vaults have an expiration date',
    description: 'An expiration date makes sure that a key is replaced in time.',
    remediation: 'Set an expiration date for the key, and a policy that rotates it before then.',
    severity: 'low',
    sql: expirySql('azure_key_vault_key', 'Key'),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-secrets-expire',
    resource_type: 'azure_key_vault_secret',
    title: 'Secrets in key vaults have an expiration date',
    description: 'A secret that was copied long ago is useless once it has expired.',
    remediation: 'Set an expiration date for the secret, and renew it before then.',
    severity: 'low',
    sql: expirySql('azure_key_vault_secret', 'Secret'),
  },
];
