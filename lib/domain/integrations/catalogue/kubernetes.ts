import type { IntegrationType } from '../catalogue-entry.schema.ts';

/** Reached through agents (`lib/domain/agents`). */
export const kubernetes: IntegrationType = {
  name: 'kubernetes',
  displayName: 'Kubernetes',
  category: 'Cloud',
  description: 'Read and change the resources of a cluster, through an agent in the cluster.',
  badge: { letters: 'K8', colour: '#2a5fd0' },
  form: [],
  auth: { kind: 'agent' },
  test: { kind: 'agent' },
};
