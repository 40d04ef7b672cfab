import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const postgres: IntegrationType = {
  name: 'postgres',
  displayName: 'PostgreSQL',
  category: 'Generic',
  description: 'Read rows of a PostgreSQL database over TLS.',
  badge: { letters: 'PG', colour: '#2f5e8d' },
  form: [
    {
      name: 'host',
      label: 'Server',
      type: 'text',
      required: true,
      rule: 'host_name',
      placeholder: 'db.example.com',
    },
    { name: 'port', label: 'Port', type: 'text', required: true, rule: 'port', default: '5432' },
    { name: 'database', label: 'Database', type: 'text', required: true, placeholder: 'app' },
    {
      name: 'user',
      label: 'User name',
      type: 'text',
      required: true,
      description:
        'A user with read access only. Superusers, users who can run programs or read files of ' +
        'the server, and users who can call dblink are rejected.',
      placeholder: 'cloudwarden',
    },
    { name: 'password', label: 'Password', type: 'password', required: true },
    {
      name: 'ca_certificate',
      label: 'CA certificate',
      type: 'textarea',
      required: false,
      rule: 'certificates',
      description:
        'The CA that signed the certificate of the server, if it is not a public CA. For Amazon ' +
        'RDS, the certificate bundle of your region.',
      placeholder: '-----BEGIN CERTIFICATE-----',
    },
  ],
  auth: {
    kind: 'postgres',
    host: '{host}',
    port: '{port}',
    database: '{database}',
    user: '{user}',
    password: '{password}',
  },
  test: { kind: 'sign_in', says: '`select 1` over TLS, and a check of the rights of its user' },
};
