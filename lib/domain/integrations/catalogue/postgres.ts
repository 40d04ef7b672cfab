import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const postgres: IntegrationType = {
  name: 'postgres',
  displayName: 'PostgreSQL',
  category: 'Generic',
  description: 'Read rows of a PostgreSQL database that speaks TLS.',
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
        'One that may only read. Superusers, users who may run programs or read files of the ' +
        'server, and users who may call dblink are refused.',
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
        'What signs the certificate of the server, where that is no public authority. For Amazon ' +
        'RDS, the bundle of your region.',
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
  test: { kind: 'sign_in', says: '`select 1` over TLS, and what its user may do' },
};
