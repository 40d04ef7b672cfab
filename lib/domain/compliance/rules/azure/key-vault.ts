import { azureAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const shared = {
  service: 'Key Vault',
  resource_type: 'azure_key_vault',
  category: 'Security',
} as const;
const vault = { from: 'azure_key_vault', resource: 'id', noun: 'Key vault', name: 'name' };

/** Keys and secrets of a vault end one day, unless they are not in use any more. */
const ends = (table: string, noun: string): string =>
  azureAnswer({
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
    description: 'Only the audit log of a vault says who read which secret, and when.',
    remediation: 'Add a diagnostic setting to the vault that sends audit events somewhere safe.',
    severity: 'medium',
    sql: azureAnswer({
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
    description: 'What a lost key has encrypted stays lost: deletion must be possible to undo.',
    remediation: 'Turn on soft delete and purge protection of the vault.',
    severity: 'medium',
    category: 'Reliability',
    sql: azureAnswer({
      ...vault,
      verdicts: [
        [
          'ok',
          'purge_protection_enabled and soft_delete_enabled',
          'can be recovered after it was deleted',
        ],
      ],
      otherwise: ['alarm', 'can be deleted for good'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-private-endpoint',
    title: 'Key vaults use private endpoints',
    description: 'A vault that only your network reaches is useless to whoever stole a token.',
    remediation: 'Make a private endpoint for the vault, and close its public network.',
    severity: 'medium',
    sql: azureAnswer({
      ...vault,
      verdicts: [
        [
          'ok',
          'jsonb_path_exists(private_endpoint_connections, \'$.** ? (@ == "Approved")\')',
          'is reached by a private endpoint',
        ],
      ],
      otherwise: ['alarm', 'has no private endpoint that is approved'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-rights-by-role',
    title: 'Key vaults use Azure RBAC',
    description: 'Access policies of a vault cannot be limited to single secrets, roles can.',
    remediation: 'Change the permission model of the vault to role-based access control.',
    severity: 'medium',
    sql: azureAnswer({
      ...vault,
      verdicts: [['ok', 'enable_rbac_authorization', 'gives rights by roles']],
      otherwise: ['alarm', 'gives rights by access policies'],
    }),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-keys-expire',
    resource_type: 'azure_key_vault_key',
    title: 'Keys in key vaults have an expiry date',
    description: 'A key with an end is replaced before it has been used for too long.',
    remediation: 'Set an expiration date of the key, and a policy that rotates it before.',
    severity: 'low',
    sql: ends('azure_key_vault_key', 'Key'),
  },
  {
    ...shared,
    rule_id: 'azure-keyvault-secrets-expire',
    resource_type: 'azure_key_vault_secret',
    title: 'Secrets in key vaults have an expiry date',
    description: 'A secret with an end is of no use to whoever copied it long ago.',
    remediation: 'Set an expiration date of the secret, and renew it before.',
    severity: 'low',
    sql: ends('azure_key_vault_secret', 'Secret'),
  },
];
