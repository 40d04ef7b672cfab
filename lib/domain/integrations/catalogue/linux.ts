import type { IntegrationType } from '../catalogue-entry.schema.ts';

/** Reached through agents (`lib/domain/agents`), which are installed after it is created. */
export const linux: IntegrationType = {
  name: 'linux',
  displayName: 'Linux hosts',
  category: 'Cloud',
  description: 'Run allowed commands, read files and restart services, through an agent.',
  badge: { letters: 'Li', colour: '#4a4a1f' },
  form: [],
  auth: { kind: 'agent' },
  test: { kind: 'agent' },
};
