import type { IntegrationType } from '#lib/domain/bots/integration.schema.ts';

/** What people call that which bots work with. */
export const integrationNames: Record<IntegrationType, string> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'GCP',
  kubernetes: 'Kubernetes',
};
