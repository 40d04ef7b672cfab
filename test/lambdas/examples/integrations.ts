import { newAwsSetup } from '#lib/domain/integrations/aws/setup.schema.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { canary, type Example } from '../example.ts';

const values = {
  api_url: 'https://api.example.com',
  auth_type: 'bearer',
  token: canary,
  test_path: '/me',
};
const restIntegration = { cspName: 'rest_api', alias: `${canary} API`, groups: [canary], values };

const setup = { aws_account: '111122223333', region: 'eu-west-1' };

export const example: Example = {
  inputs: {
    getIntegrationForm: { cspName: 'rest_api' },
    requestIntegration: {
      email: 'anna@example.com',
      subject: 'Please',
      description: 'We use it.',
      integration_type: 'rest_api',
    },
    createIntegration: { ...restIntegration, alias: 'New one' },
    updateIntegration: { base_revision: 1, alias: restIntegration.alias, values },
    initAwsSetup: setup,
    connectAwsOrganisation: { alias: 'New organisation', groups: [canary] },
    connectAwsSetup: { alias: 'New account', groups: [canary] },
  },
  furnish: async ({ integrations, root }) => {
    const { accountId } = await integrations.createIntegration(
      root,
      newIntegration.parse(restIntegration),
    );
    const { setup_id } = await integrations.initAwsSetup(root, newAwsSetup.parse(setup));
    return { accountId, setup_id };
  },
};
