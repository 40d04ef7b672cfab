import { gcpAnswer } from '../../answer.rules.ts';
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
  /** Values that log more than it, and do as well: a pattern. */
  more?: string;
  /** How the versions of the engine begin. */
  engine: 'MYSQL' | 'SQLSERVER' | 'POSTGRES';
};

/** A flag of the database; one that is not set has another value than the rule asks for. */
const flagRule = ({ flag, value, more, engine, ...words }: Flag): WrittenRule => {
  const set = `the flag "${flag}" set to ${value}${more ? ' or what logs more' : ''}`;
  const values = [value, more].filter((one) => one !== undefined).join('|');
  return {
    ...sql,
    ...words,
    remediation: `Set the database flag "${flag}" to ${value}.`,
    severity: 'low',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        ['skip', `database_version not like '${engine}%'`, 'is of another engine'],
        [
          'ok',
          `jsonb_path_exists(database_flags, '$[*] ? (
        @.name == "${flag}" && @.value like_regex "^(${values})$" flag "i")')`,
          `has ${set}`,
        ],
      ],
      otherwise: ['alarm', `does not have ${set}`],
    }),
  };
};

const flags: readonly Flag[] = [
  {
    rule_id: 'gcp-sql-mysql-hides-databases',
    title: 'MySQL instances have skip_show_database on',
    description: 'Names of databases tell an intruder where to look next.',
    engine: 'MYSQL',
    flag: 'skip_show_database',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-no-contained-logins',
    title: 'SQL Server instances have contained database authentication off',
    description: 'A login inside of a database escapes the rules of the server for passwords.',
    engine: 'SQLSERVER',
    flag: 'contained database authentication',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-ownership-chaining',
    title: 'SQL Server instances have cross-database ownership chaining off',
    description: 'By chained ownership rights in one database reach into another.',
    engine: 'SQLSERVER',
    flag: 'cross db ownership chaining',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-mysql-no-local-files',
    title: 'MySQL instances have local_infile off',
    description: 'By LOAD DATA LOCAL a forged server reads files of whoever connects to it.',
    engine: 'MYSQL',
    flag: 'local_infile',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-external-scripts',
    title: 'SQL Server instances have external scripts off',
    description: 'Scripts in other languages run outside of what guards the database.',
    engine: 'SQLSERVER',
    flag: 'external scripts enabled',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-no-remote-access',
    title: 'SQL Server instances have remote access off',
    description: 'Remote procedures can be used to keep a server busy from elsewhere.',
    engine: 'SQLSERVER',
    flag: 'remote access',
    value: 'off',
  },
  {
    rule_id: 'gcp-sql-errors-masked',
    title: 'SQL Server instances mask error details',
    description: 'With trace flag 3625 errors tell strangers nothing of what is inside.',
    engine: 'SQLSERVER',
    flag: '3625',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-connections',
    title: 'PostgreSQL instances log connections',
    description: 'Tries to connect show who guesses passwords, and from where.',
    engine: 'POSTGRES',
    flag: 'log_connections',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-disconnections',
    title: 'PostgreSQL instances log disconnections',
    description: 'With both ends known it can be said how long somebody was connected.',
    engine: 'POSTGRES',
    flag: 'log_disconnections',
    value: 'on',
  },
  {
    rule_id: 'gcp-sql-postgres-log-statements',
    title: 'PostgreSQL instances log schema changes',
    description: 'Tables and rights that were changed can be told from the log only.',
    engine: 'POSTGRES',
    flag: 'log_statement',
    value: 'ddl',
    more: 'mod|all',
  },
  {
    rule_id: 'gcp-sql-postgres-log-verbosity',
    title: 'PostgreSQL instances log errors with at least default verbosity',
    description: 'A terse log leaves out what is needed to find the cause of an error.',
    engine: 'POSTGRES',
    flag: 'log_error_verbosity',
    value: 'default',
    more: 'verbose',
  },
  {
    rule_id: 'gcp-sql-postgres-log-messages',
    title: 'PostgreSQL instances log warnings and errors',
    description: 'Messages below the level are lost, and with them the first signs of trouble.',
    engine: 'POSTGRES',
    flag: 'log_min_messages',
    value: 'warning',
    more: 'notice|info|log|debug[1-5]',
  },
  {
    rule_id: 'gcp-sql-postgres-log-failed-statements',
    title: 'PostgreSQL instances log failed statements',
    description: 'Failed statements show who tries what they may not.',
    engine: 'POSTGRES',
    flag: 'log_min_error_statement',
    value: 'error',
    more: 'warning|notice|info|log|debug[1-5]',
  },
  {
    rule_id: 'gcp-sql-postgres-no-slow-statements',
    title: 'PostgreSQL instances do not log statements by duration',
    description: 'Such statements come with their values, which may be personal data.',
    engine: 'POSTGRES',
    flag: 'log_min_duration_statement',
    value: '-1',
  },
  {
    rule_id: 'gcp-sql-postgres-audited',
    title: 'PostgreSQL instances have pgAudit enabled',
    description: 'The extension pgAudit says who read or changed what.',
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
    description: 'A database that every address may reach is found by scanners within hours.',
    remediation: 'Take 0.0.0.0/0 out of the authorized networks.',
    severity: 'critical',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        [
          'alarm',
          `jsonb_path_exists(ip_configuration, '$.authorizedNetworks[*] ? (
      @.value == "0.0.0.0/0" || @.value == "::/0")')`,
          'takes connections from every address',
        ],
      ],
      otherwise: ['ok', 'does not take connections from every address'],
    }),
  },
  {
    ...sql,
    rule_id: 'gcp-sql-tls-only',
    title: 'Cloud SQL instances require TLS',
    description: 'Passwords and rows that travel without TLS can be read on their way.',
    remediation: 'Allow only SSL connections in the settings of the instance.',
    severity: 'high',
    sql: gcpAnswer({
      ...instance,
      verdicts: [
        [
          'ok',
          `ip_configuration @> '{"requireSsl": true}'
      or ip_configuration ->> 'sslMode'
        in ('ENCRYPTED_ONLY', 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED')`,
          'takes connections by TLS only',
        ],
      ],
      otherwise: ['alarm', 'takes connections without TLS'],
    }),
  },
  {
    ...sql,
    rule_id: 'gcp-sql-no-public-address',
    title: 'Cloud SQL instances have no public IP address',
    description: 'A private address leaves one wrong setting without effect.',
    remediation: 'Give the instance a private address, and turn the public one off.',
    severity: 'high',
    sql: gcpAnswer({
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
    description: 'Without backups nothing brings back what a wrong statement has deleted.',
    remediation: 'Turn on automated backups of the instance.',
    severity: 'high',
    category: 'Reliability',
    sql: gcpAnswer({
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
