import { launchTemplate } from '#lib/domain/integrations/aws/role-template.rules.ts';
import { roleTemplateFile } from '#lib/kernel/published-files.ts';
import type { Product } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { storeIntegration } from '../../support/deployed/integration.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** An account whose role no longer exists. */
export const connectAccount = (product: Product, role_name: string): Promise<string> => {
  const role_arn = `arn:aws:iam::444455556666:role/${role_name}`;
  const values = { account_id: '444455556666', region: 'eu-west-1', role_arn, external_id: 'x1' };
  return storeIntegration(product, 'aws', values);
};

/** Fetches the S3 address in a link to CloudFormation, as CloudFormation does. */
const fetchTemplate = async (product: Product, launch_url = ''): Promise<Response> => {
  const templateUrl = new URLSearchParams(launch_url.split('quickcreate?')[1]).get('templateURL');
  const { hostname, pathname, search } = new URL(templateUrl ?? '');
  const { endpoint } = product.clientFor('api/integrations');
  // The fake bucket has no host of its own.
  return fetch(`${endpoint}/${hostname.split('.')[0]}${pathname}${search}`);
};

/** Roles of customers, which are assumed to set up, test or use integrations. */
export const scenario: Scenario = (open) => {
  describe('an integration with an AWS account', () => {
    it('assumes its role in its setup, tests, runs and scans', async () => {
      const product = open();
      const { integrations } = product.api;
      const account = { aws_account: '444455556666', region: 'eu-west-1' };
      const { setup_id, ...setup } = await integrations.initAwsSetup(account);
      expect(setup).toMatchObject({
        role_name: expect.stringMatching(/^acme-integration-[0-9a-f]{24}$/),
        targetPrincipal: 'arn:aws:iam::111122223333:role/acme/integrations/*',
      });
      expect(await integrations.checkAwsSetup({ setup_id })).toMatchObject({ state: 'WAITING' });
      const accountId = await connectAccount(product, setup.role_name);
      await integrations.testIntegration({ accountId });
      await product.deliver();
      const { state_reason } = await integrations.getIntegration({ accountId });
      expect(state_reason).toContain('does not let Cloudwarden assume');
      const graph = draw('start -> list:rest_api_action -> end', {
        list: { action: 'aws.list_users', integration: { type: 'aws', id: accountId } },
      });
      const bot_id = await createPublishedBot(product, 'Listing users', graph);
      await product.api.executions.testNode({ bot_id, node_id: 'list', graph, dry_run: false });
      await product.api.bots.setServicePortal({ bot_id, service_portal_published: true });
      const filter = { integration_id: accountId };
      const listed = await product.api.bots.listBots(filter);
      expect(listed.items).toMatchObject([{ _id: bot_id }]);
      expect(await product.api.bots.countBots(filter)).toEqual({ count: 1 });
      const apps = await product.api['service-portal'].listPortalApps(filter);
      expect(apps.items).toMatchObject([{ _id: bot_id }]);
      const templates = await product.api.library.listLibraryBots(filter);
      const types = templates.items.flatMap(({ integration_types }) => integration_types);
      expect(types).toContain('aws');
      await product.api.bots.setServicePortal({ bot_id, service_portal_published: false });
      const testInput = { action_id: 'aws.list_users', integration_id: accountId, dry_run: false };
      await product.api.actions.testAction(testInput);
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      const { results } = await product.api.executions.getExecution({ bot_exc_id });
      expect(results).toMatchObject({
        list: { status: 'FAILED', error: expect.stringContaining('does not let Cloudwarden') },
      });
      const { inventory } = product.api;
      const { _id } = await inventory.startInventoryExecution({ integration_id: accountId });
      await product.scanner.idle();
      const scan = await inventory.getInventoryExecution({ execution_id: _id });
      expect(JSON.stringify(scan)).toContain('does not let Cloudwarden assume');
      await integrations.deleteIntegration({ accountId });
    });

    it('is set up by a link whose template CloudFormation may read in the bucket', async () => {
      const product = open();
      const { Bucket } = product.cloudFormation.eventFor(
        'Custom::PublishedSite',
        'Create',
      ).ResourceProperties;
      const published = JSON.stringify(launchTemplate());
      product.s3.objects.set(`/${Bucket}/${roleTemplateFile}`, Buffer.from(published));
      const { integrations } = product.api;
      const account = { aws_account: '444455556666', region: 'eu-west-1' };
      const { setup_id, launch_url } = await integrations.initAwsSetup(account);
      expect(launch_url).toContain('https://eu-west-1.console.aws.amazon.com/cloudformation/home');
      expect(await (await fetchTemplate(product, launch_url)).text()).toBe(published);
      // Reading it again signs it again: an address is valid for some hours, a setup for a day.
      const setup = await integrations.getAwsSetup({ setup_id });
      expect((await fetchTemplate(product, setup.launch_url)).status).toBe(200);
    });
  });
};
