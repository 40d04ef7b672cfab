import type { Category, IntegrationType } from '../catalogue-entry.schema.ts';

const requestable = (
  name: string,
  displayName: string,
  category: Category,
  description: string,
  badge: IntegrationType['badge'],
): IntegrationType => ({
  name,
  displayName,
  category,
  description,
  local: true,
  badge,
  form: [],
  auth: { kind: 'none' },
  test: {
    kind: 'none',
    why: `${displayName} cannot be connected yet. Request it in the catalogue.`,
  },
});

/** Types that people ask for and that do not exist yet. */
export const requestableTypes: IntegrationType[] = [
  requestable(
    'oracle_cloud',
    'Oracle Cloud',
    'Cloud',
    'Read and change the resources of a tenancy.',
    { letters: 'OC', colour: '#a8321f' },
  ),
  requestable(
    'alibaba_cloud',
    'Alibaba Cloud',
    'Cloud',
    'Read and change the resources of an account.',
    { letters: 'AC', colour: '#a64300' },
  ),
  requestable('ibm_cloud', 'IBM Cloud', 'Cloud', 'Read and change the resources of an account.', {
    letters: 'IB',
    colour: '#0043ce',
  }),
  requestable(
    'google_workspace',
    'Google Workspace',
    'Identity',
    'Look up, suspend and sign out users, and change groups.',
    { letters: 'GW', colour: '#1a5fb4' },
  ),
  requestable(
    'palo_alto_cortex',
    'Palo Alto Cortex XDR',
    'Security',
    'Read incidents, and isolate endpoints.',
    { letters: 'PA', colour: '#a3390a' },
  ),
  requestable(
    'microsoft_sentinel',
    'Microsoft Sentinel',
    'Monitoring',
    'Read and update incidents, and run hunting queries.',
    { letters: 'MS', colour: '#005a9e' },
  ),
];
