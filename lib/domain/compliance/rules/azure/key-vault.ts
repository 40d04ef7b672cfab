import { azureAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const shared = {
  service: 'Key Vault',
  resource_type: 'azure_key_vault',
  category: 'Security',
} as const;
const vault = { from: 'azure_key_vault', resource: 'id', noun: 'Key vault', name: 'name' };

export const keyVaultRules: readonly WrittenRule[] = [
  {
    ...shared,
    rule_id: 'azure-keyvault-logged',
    title: 'Key vaults log who used them',
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
    title: 'Key vaults can be recovered after they were deleted',
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
    title: 'Key vaults are reached by private endpoints',
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
];
