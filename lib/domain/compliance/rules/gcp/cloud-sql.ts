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
  value: 'on' | 'off';
  /** How the versions of the engine begin. */
  engine: 'MYSQL' | 'SQLSERVER' | 'POSTGRES';
};

/** A flag of the database; one that is not set has another value than the rule asks for. */
const flagRule = ({ flag, value, engine, ...words }: Flag): WrittenRule => ({
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
      @.name == "${flag}" && @.value == "${value}")')`,
        `has the flag "${flag}" set to ${value}`,
      ],
    ],
    otherwise: ['alarm', `does not have the flag "${flag}" set to ${value}`],
  }),
});

export const cloudSqlRules: readonly WrittenRule[] = [
  {
    ...sql,
    rule_id: 'gcp-sql-not-open',
    title: 'Databases of Cloud SQL are not open to every address',
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
    title: 'Databases of Cloud SQL take connections by TLS only',
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
    title: 'Databases of Cloud SQL have no public address',
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
  flagRule({
    rule_id: 'gcp-sql-mysql-hides-databases',
    title: 'Databases of MySQL do not show names of others',
    description: 'Names of databases tell an intruder where to look next.',
    engine: 'MYSQL',
    flag: 'skip_show_database',
    value: 'on',
  }),
  flagRule({
    rule_id: 'gcp-sql-no-contained-logins',
    title: 'Databases of SQL Server have no logins of their own',
    description: 'A login inside of a database escapes the rules of the server for passwords.',
    engine: 'SQLSERVER',
    flag: 'contained database authentication',
    value: 'off',
  }),
  flagRule({
    rule_id: 'gcp-sql-no-ownership-chaining',
    title: 'Databases of SQL Server do not chain ownership',
    description: 'By chained ownership rights in one database reach into another.',
    engine: 'SQLSERVER',
    flag: 'cross db ownership chaining',
    value: 'off',
  }),
];
