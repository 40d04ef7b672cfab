import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const datadog: IntegrationType = {
  name: 'datadog',
  displayName: 'Datadog',
  category: 'Monitoring',
  description: 'Read monitors, metrics and signals, post events, and mute alerts.',
  badge: { letters: 'DD', colour: '#632ca6' },
  form: [
    {
      name: 'site',
      label: 'Datadog site',
      type: 'select',
      required: true,
      default: 'datadoghq.com',
      options: [
        { value: 'datadoghq.com', label: 'US1 (datadoghq.com)' },
        { value: 'us3.datadoghq.com', label: 'US3 (us3.datadoghq.com)' },
        { value: 'us5.datadoghq.com', label: 'US5 (us5.datadoghq.com)' },
        { value: 'datadoghq.eu', label: 'EU1 (datadoghq.eu)' },
        { value: 'ap1.datadoghq.com', label: 'AP1 (ap1.datadoghq.com)' },
        { value: 'ap2.datadoghq.com', label: 'AP2 (ap2.datadoghq.com)' },
        { value: 'uk1.datadoghq.com', label: 'UK1 (uk1.datadoghq.com)' },
        { value: 'ddog-gov.com', label: 'US1-FED (ddog-gov.com)' },
        { value: 'us2.ddog-gov.com', label: 'US2-FED (us2.ddog-gov.com)' },
      ],
    },
    {
      name: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      description: 'From Organization settings, API Keys. It is enough to post events and metrics.',
    },
    {
      name: 'application_key',
      label: 'Application key',
      type: 'password',
      required: false,
      description: 'Needed to read and change monitors. It has the permissions of its owner.',
    },
  ],
  auth: {
    kind: 'headers',
    headers: { 'dd-api-key': '{api_key}', 'dd-application-key': '{application_key}' },
  },
  base_url: 'https://api.{site}',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/api/v1/validate',
    expects: { at: '/valid', is: true },
  },
};
