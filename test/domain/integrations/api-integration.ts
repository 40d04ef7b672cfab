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

export const connect = (scene: Scene, fields: object = {}) =>
  scene.integrations.createIntegration(scene.root, newIntegration.parse({ ...apiForm, ...fields }));

/** Changes the integration; other fields keep their current values. */
export const changeIntegration = async (scene: Scene, accountId: string, fields: object = {}) => {
  const previous = await scene.integrations.getIntegration(scene.root, { accountId });
  const currentFields = { alias: apiForm.alias, base_revision: previous.revision };
  const input = integrationChange.parse({ ...currentFields, ...fields });
  return scene.integrations.updateIntegration(scene.root, { accountId, ...input });
};

export const openAsTenant = (scene: Scene, id: string, tenant = scene.tenant_id) =>
  openIntegration(scene)(tenant, id);
