import { azureRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

export const azureApplicationRules: readonly WrittenRule[] = [
  {
    rule_id: 'azure-functions-https-only',
    service: 'Functions',
    resource_type: 'azure_app_service_function_app',
    title: 'Function apps require HTTPS',
    description: 'Function keys are sent with requests and can be read over plain HTTP.',
    remediation: 'Turn on "HTTPS Only" for the function app.',
    severity: 'medium',
    category: 'Security',
    sql: azureRuleSql({
      from: 'azure_app_service_function_app',
      resource: 'id',
      noun: 'Function app',
      name: 'name',
      verdicts: [['ok', 'https_only', 'accepts HTTPS requests only']],
      otherwise: ['alarm', 'accepts plain HTTP requests'],
    }),
  },
  {
    rule_id: 'azure-sql-audited',
    service: 'SQL',
    resource_type: 'azure_sql_server',
    title: 'SQL servers have auditing enabled',
    description: 'The audit log shows who read or changed what in the databases of the server.',
    remediation: 'Turn on auditing for the server, to storage or a Log Analytics workspace.',
    severity: 'medium',
    category: 'Security',
    sql: azureRuleSql({
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
    description: 'With your own key, you can revoke access to the databases.',
    remediation: 'Set the TDE protector of the server to a key in a key vault.',
    severity: 'low',
    category: 'Security',
    sql: azureRuleSql({
      from: 'azure_sql_server',
      resource: 'id',
      noun: 'SQL server',
      name: 'name',
      verdicts: [
        [
          'ok',
          `jsonb_path_exists(
      encryption_protector, '$.** ? (@ like_regex "^azurekeyvault$" flag "i")')`,
          'is encrypted with your own key',
        ],
      ],
      otherwise: ['alarm', 'is encrypted with a Microsoft-managed key'],
    }),
  },
  {
    rule_id: 'azure-redis-tls-only',
    service: 'Redis',
    resource_type: 'azure_redis_cache',
    title: 'Redis caches require TLS',
    description: 'Sessions and keys sent without TLS can be read in transit.',
    remediation: 'Disable the non-TLS port of the cache.',
    severity: 'high',
    category: 'Security',
    sql: azureRuleSql({
      from: 'azure_redis_cache',
      resource: 'id',
      noun: 'Cache',
      name: 'name',
      verdicts: [['ok', 'not enable_non_ssl_port', 'accepts TLS connections only']],
      otherwise: ['alarm', 'accepts connections without TLS'],
    }),
  },
  {
    rule_id: 'azure-databricks-private',
    service: 'Databricks',
    resource_type: 'azure_databricks_workspace',
    title: 'Databricks workspaces are not reachable from public networks',
    description: 'A workspace reads a lot of data and should be reachable only from your network.',
    remediation: 'Turn off public network access, and create private endpoints.',
    severity: 'medium',
    category: 'Security',
    sql: azureRuleSql({
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
    description: 'Azure keeps the activity log for 90 days, and investigations often start later.',
    remediation: 'Create a diagnostic setting for the subscription that exports its activity log.',
    severity: 'medium',
    category: 'Security',
    sql: azureRuleSql({
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
          'exports its activity log',
        ],
      ],
      otherwise: ['alarm', 'does not export its activity log'],
      region: "'global'",
      account_id: 's.subscription_id',
    }),
  },
];
