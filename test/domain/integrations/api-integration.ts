import { integrationChange, newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import type { Scene } from '../scene.ts';

export const canary = 'canary-4d1f-9a';
export const mask = '••••••••';

/** A generic API with a bearer token: the simplest type that has a secret and hosts. */
export const apiForm = {
  cspName: 'rest_api',
  alias: 'Ticket API',
  groups: ['Production'],
  values: {
    api_url: 'https://api.example.com',
    auth_type: 'bearer',
    token: canary,
    test_path: '/me',
  },
};

export const connect = (scene: Scene, more: object = {}) =>
  scene.integrations.createIntegration(scene.root, newIntegration.parse({ ...apiForm, ...more }));

/** Changes the integration; other fields keep their current values. */
export const changeIntegration = async (scene: Scene, accountId: string, more: object = {}) => {
  const before = await scene.integrations.getIntegration(scene.root, { accountId });
  const read = { alias: apiForm.alias, base_revision: before.revision };
  const input = integrationChange.parse({ ...read, ...more });
  return scene.integrations.updateIntegration(scene.root, { accountId, ...input });
};

export const openAsTenant = (scene: Scene, id: string, tenant = scene.tenant_id) =>
  openIntegration(scene)(tenant, id);
