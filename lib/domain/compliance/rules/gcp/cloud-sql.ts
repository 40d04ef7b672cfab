import { gcpRuleSql } from '../../rule-sql.rules.ts';
import type { WrittenRule } from '../../rule.schema.ts';

const sql = {
  service: 'Cloud SQL',
  resource_type: 'gcp_sql_database_instance',
  category: 'Security',
} as const;
const instance = {
  from: 'gcp_sql_database_instance',
  resource: 'self_link',
  noun: 'Database instance',
  name: 'name',
};

type Flag = Pick<WrittenRule, 'rule_id' | 'title' | 'description'> & {
  flag: string;
  value: string;
  /** A pattern of more verbose values, which are compliant too. */
  verbosePattern?: string;
  /** The prefix of the engine's versions. */
  engine: 'MYSQL' | 'SQLSERVER' | 'POSTGRES';
};

/** A rule for a database flag; a flag that is not set has a different value. */
const flagRule = ({ flag, value, verbosePattern, engine, ...ruleFields }: Flag): WrittenRule => {
  const orMore = verbosePattern ? ' or a more verbose level' : '';
  const flagText = `the flag "${flag}" set to ${value}${orMore}`;
  const values = [value, verbosePattern].filter((one) => one !== undefined).join('|');
  return {
    ...sql,
    ...ruleFields,
    remediation: `Set the database flag "${flag}" to ${value}.`,
    severity: 'low',
    sql: gcpRuleSql({
      ...instance,
      verdicts: [
        ['skip', `database_version not like '${engine}%'`, 'runs another database engine'],
        [
          'ok',
          `jsonb_path_exists(database_flags, '$[*] ? (
        @.name == "${flag}" && @.value like_regex "^(${values})$" flag "i")')`,
          `has ${flagText}`,
        ],
      ],
      otherwise: ['alarm', `does not have ${flagText}`],
    }),
  };
};

const flags: readonly Flag[] = [
  {
    rule_id: 'gcp-sql-mysql-hides-databases',
    title: 'MySQL instances have skip_show_database on',
    description: 'Database names tell an intruder where to look next.',
    engine: 'MYSQL',
    flag: 'skip_show_database',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-no-contained-logins',
    title: 'SQL Server instances have contained database authentication off',
    description: 'Contained logins are not subject to the password policy of the server.',
    engine: 'SQLSERVER',
    flag: 'contained database authentication',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-ownership-chaining',
    title: 'SQL Server instances have cross-database ownership chaining off',
    description: 'Ownership chaining extends permissions from one database to another.',
    engine: 'SQLSERVER',
    flag: 'cross db ownership chaining',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-mysql-no-local-files',
    title: 'MySQL instances have local_infile off',
    description: 'With LOAD DATA LOCAL, a malicious server can read files of its clients.',
    engine: 'MYSQL',
    flag: 'local_infile',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-external-scripts',
    title: 'SQL Server instances have external scripts off',
    description: 'External scripts run outside the security controls of the database.',
    engine: 'SQLSERVER',
    flag: 'external scripts enabled',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-remote-access',
    title: 'SQL Server instances have remote access off',
    description: 'Remote procedures can be abused to overload a server from elsewhere.',
    engine: 'SQLSERVER',
    flag: 'remote access',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-errors-masked',
    title: 'SQL Server instances mask error details',
    description: 'Trace flag 3625 hides internal details in error messages.',
    engine: 'SQLSERVER',
    flag: '3625',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-connections',
    title: 'PostgreSQL instances log connections',
    description: 'Connection attempts show who guesses passwords, and from where.',
    engine: 'POSTGRES',
    flag: 'log_connections',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-disconnections',
    title: 'PostgreSQL instances log disconnections',
    description: 'Logged disconnections show how long each session lasted.',
    engine: 'POSTGRES',
    flag: 'log_disconnections',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-statements',
    title: 'PostgreSQL instances log schema changes',
    description: 'Only the log shows who changed tables and permissions.',
    engine: 'POSTGRES',
    flag: 'log_statement',
    value: 'ddl',
    verbosePattern: 'mod|all',
  },
  {
    rule_id: 'gcp-sql-postgres-log-verbosity',
    title: 'PostgreSQL instances log errors with at least default verbosity',
    description: 'A terse log leaves out what is needed to find the cause of an error.',
    engine: 'POSTGRES',
    flag: 'log_error_verbosity',
    value: 'default',
    verbosePattern: 'verbose',
  },
  {
    rule_id: 'gcp-sql-postgres-log-messages',
    title: 'PostgreSQL instances log warnings and errors',
    description: 'A higher level hides the first signs of trouble.',
    engine: 'POSTGRES',
    flag: 'log_min_messages',
    value: 'warning',
    verbosePattern: 'notice|info|log|debug[1-5]',
  },
  {
    rule_id: 'gcp-sql-postgres-log-failed-statements',
    title: 'PostgreSQL instances log failed statements',
    description: 'Failed statements show who tries to do something without permission.',
    engine: 'POSTGRES',
    flag: 'log_min_error_statement',
    value: 'error',
    verbosePattern: 'warning|notice|info|log|debug[1-5]',
  },
  {
    rule_id: 'gcp-sql-postgres-no-slow-statements',
    title: 'PostgreSQL instances do not log statements by duration',
    description: 'Logged statements include their values, which may be personal data.',
    engine: 'POSTGRES',
    flag: 'log_min_duration_statement',
    value: '-1',
  },
  {
    rule_id: 'gcp-sql-postgres-audited',
    title: 'PostgreSQL instances have pgAudit enabled',
    description: 'The pgAudit extension records who read or changed what.',
    engine: 'POSTGRES',
    flag: 'cloudsql.enable_pgaudit',
    value: 'on',
  },
];

export const cloudSqlRules: readonly WrittenRule[] = [
  {
    ...sql,
    rule_id: 'gcp-sql-not-open',
    title: 'Cloud SQL instances are not open to all IP addresses',
    description: 'Within hours, scanners find a database that any address can reach.',
    remediation: 'Remove 0.0.0.0/0 from the authorized networks.',
    severity: 'critical',
    sql: gcpRuleSql({
      ...instance,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(ip_configuration, '$.authorizedNetworks[*] ? (
      @.value == "0.0.0.0/0" || @.value == "::/0")')`,
          'accepts connections from every address',
        ],
      ],
      otherwise: ['ok', 'does not accept connections from every address'],
    }),
  },
  {
    ...sql,
    rule_id: 'gcp-sql-tls-only',
    title: 'Cloud SQL instances require TLS',
    description: 'Passwords and data sent without TLS can be read in transit.',
    remediation: 'Allow only SSL connections in the instance settings.',
    severity: 'high',
    sql: gcpRuleSql({
      ...instance,
      verdicts: [
        [
          'ok',
          `ip_configuration @> '{"requireSsl": true}'
      or ip_configuration ->> 'sslMode'
        in ('ENCRYPTED_ONLY', 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED')`,
          'accepts TLS connections only',
        ],
      ],
      otherwise: ['alarm', 'accepts connections without TLS'],
    }),
  },
  {
    ...sql,
    rule_id: 'gcp-sql-no-public-address',
    title: 'Cloud SQL instances have no public IP address',
    description: 'With a private address only, a wrong network setting exposes nothing.',
    remediation: 'Assign a private address to the instance, and disable the public one.',
    severity: 'high',
    sql: gcpRuleSql({
      ...instance,
      verdicts: [
        [
          'alarm',
          'jsonb_path_exists(ip_addresses, \'$[*] ? (@.type == "PRIMARY")\')',
          'has a public address',
        ],
      ],
      otherwise: ['ok', 'has no public address'],
    }),
  },
  {
    ...sql,
    rule_id: 'gcp-sql-backups',
    title: 'Cloud SQL instances have automated backups enabled',
    description: 'Without backups, data deleted by mistake cannot be recovered.',
    remediation: 'Turn on automated backups for the instance.',
    severity: 'high',
    category: 'Reliability',
    sql: gcpRuleSql({
      ...instance,
      verdicts: [
        ['skip', "instance_type = 'READ_REPLICA_INSTANCE'", 'is a replica'],
        ['ok', 'backup_enabled', 'takes backups'],
      ],
      otherwise: ['alarm', 'takes no backups'],
    }),
  },
  ...flags.map(flagRule),
];
