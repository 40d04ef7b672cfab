import { azureAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

export const azureApplicationRules: readonly WrittenRule[] = [
  {
    rule_id: 'azure-functions-https-only',
    service: 'Functions',
    resource_type: 'azure_app_service_function_app',
    title: 'Function apps require HTTPS',
    description: 'Keys of functions travel in requests: over plain HTTP anybody can read them.',
    remediation: 'Turn on "HTTPS Only" of the function app.',
    severity: 'medium',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_app_service_function_app',
      resource: 'id',
      noun: 'Function app',
      name: 'name',
      verdicts: [['ok', 'https_only', 'takes requests by HTTPS only']],
      otherwise: ['alarm', 'takes requests by plain HTTP'],
    }),
  },
  {
    rule_id: 'azure-sql-audited',
    service: 'SQL',
    resource_type: 'azure_sql_server',
    title: 'SQL servers have auditing enabled',
    description: 'The audit log says who read or changed what in the databases of the server.',
    remediation: 'Turn on auditing of the server, to storage or a Log Analytics workspace.',
    severity: 'medium',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_sql_server',
      resource: 'id',
      noun: 'SQL server',
      name: 'name',
      verdicts: [
        [
          'ok',
          `jsonb_path_exists(
      server_audit_policy, '$[*].properties ? (@.state like_regex "^enabled$" flag "i")')`,
          'keeps an audit log',
        ],
      ],
      otherwise: ['alarm', 'keeps no audit log'],
    }),
  },
  {
    rule_id: 'azure-sql-own-key',
    service: 'SQL',
    resource_type: 'azure_sql_server',
    title: 'SQL servers are encrypted with a customer-managed key',
    description: 'With a key of your own you can take back the right to read the databases.',
    remediation: 'Set the encryption protector of the server to a key in a key vault.',
    severity: 'low',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_sql_server',
      resource: 'id',
      noun: 'SQL server',
      name: 'name',
      verdicts: [
        [
          'ok',
          `jsonb_path_exists(
      encryption_protector, '$.** ? (@ like_regex "^azurekeyvault$" flag "i")')`,
          'is encrypted with a key of your own',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a key of Microsoft'],
    }),
  },
  {
    rule_id: 'azure-redis-tls-only',
    service: 'Redis',
    resource_type: 'azure_redis_cache',
    title: 'Redis caches require TLS',
    description: 'Sessions and keys that travel without TLS can be read on their way.',
    remediation: 'Turn the port without TLS of the cache off.',
    severity: 'high',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_redis_cache',
      resource: 'id',
      noun: 'Cache',
      name: 'name',
      verdicts: [['ok', 'not enable_non_ssl_port', 'takes connections by TLS only']],
      otherwise: ['alarm', 'takes connections without TLS'],
    }),
  },
  {
    rule_id: 'azure-databricks-private',
    service: 'Databricks',
    resource_type: 'azure_databricks_workspace',
    title: 'Databricks workspaces are not reachable from public networks',
    description: 'A workspace reads much data: it should be reached by your network only.',
    remediation: 'Turn public network access off, and make private endpoints.',
    severity: 'medium',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_databricks_workspace',
      resource: 'id',
      noun: 'Workspace',
      name: 'name',
      verdicts: [
        ['ok', "public_network_access = 'Disabled'", 'is not reachable from public networks'],
      ],
      otherwise: ['alarm', 'is reachable from public networks'],
    }),
  },
  {
    rule_id: 'azure-monitor-keeps-activity',
    service: 'Monitor',
    resource_type: 'azure_subscription',
    title: 'Subscriptions export their activity log',
    description: 'Azure keeps the activity log for 90 days, and an inquiry often begins later.',
    remediation: 'Make a diagnostic setting of the subscription that sends its activity log.',
    severity: 'medium',
    category: 'Security',
    sql: azureAnswer({
      from: 'azure_subscription s',
      resource: 's.id',
      noun: 'Subscription',
      name: 's.display_name',
      verdicts: [
        [
          'ok',
          `exists (
      select from azure_diagnostic_setting d where d.subscription_id = s.subscription_id
    )`,
          'sends its activity log somewhere',
        ],
      ],
      otherwise: ['alarm', 'does not send its activity log anywhere'],
      region: "'global'",
      account_id: 's.subscription_id',
    }),
  },
];
