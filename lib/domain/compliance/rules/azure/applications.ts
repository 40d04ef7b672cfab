import { azureAnswer } from '../../answer.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

export const azureApplicationRules: readonly WrittenRule[] = [
  {
    rule_id: 'azure-functions-https-only',
    service: 'Functions',
    resource_type: 'azure_app_service_function_app',
    title: 'Function apps take requests by HTTPS only',
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
    title: 'SQL servers keep an audit log',
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
];
