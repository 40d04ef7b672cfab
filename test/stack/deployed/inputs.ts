import { email, type Product } from '../../support/deployed-product.ts';
import { draw, withPolicy } from '../../support/drawing.ts';
import { eventually } from '../../support/eventually.ts';
import { sendDigest } from '../../support/deployed/digest.ts';
import {
  createPublishedBot,
  inputLoop,
  startRunAndSettle,
} from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

/** Fills in `name` for every lane that waits for it. */
const answerPendingInputs = async (product: Product): Promise<void> => {
  const { items } = await product.api['user-inputs'].listUserInputs({ status: 'PENDING' });
  for (const { _id: user_input_id } of items) {
    await product.api['user-inputs'].getUserInput({ user_input_id });
    await product.api['user-inputs'].submitUserInput({ user_input_id, values: { name: 'web-1' } });
    await product.deliver();
  }
};

/** Whom the engine asks in each lane, and how lanes join. */
export const scenario: Scenario = (open) => {
  describe('a bot that asks for user inputs in its lanes', () => {
    it('continues each lane whose user input was submitted', async () => {
      const product = open();
      const bot_id = await createPublishedBot(product, 'Naming', inputLoop);
      const bot_exc_id = await startRunAndSettle(product, bot_id);
      expect(await product.stateOf(bot_exc_id)).toBe('WAITING_FOR_INPUT');
      const { items } = await product.api['user-inputs'].listUserInputs({});
      expect(items).toHaveLength(2);
      expect(await sendDigest(product)).toBe(1);
      await product.connect('gone');
      await answerPendingInputs(product);
      expect(await product.stateOf(bot_exc_id)).toBe('SUCCEEDED');
      expect(await product.api.bots.getBotCost({ bot_id })).toEqual({ runs: 1, versions: [1] });
    });

    it('cancels its user inputs when another branch fails', async () => {
      const product = open();
      const graph = draw(
        `start -> fork:parallel -> form:user_input -> join:merge -> end
           form -expired-> join
           fork -> wait:delay -> call:http_request -> join`,
        {
          form: { inputs: [{ id: 'name', label: 'Name' }] },
          wait: { seconds: 1 },
          call: { url: 'https://10.0.0.1/' },
        },
      );
      const bot_id = await createPublishedBot(product, 'Failing', graph);
      const { _id } = await product.api.executions.startExecution({ bot_id });
      await eventually(
        () => product.stateOf(_id),
        (state) => state === 'FAILED',
      );
      const { items } = await product.api['user-inputs'].listUserInputs({ status: 'PENDING' });
      expect(items).toEqual([]);
    });
  });

  describe('a bot with an integration', () => {
    const secret = 'opensesame';
    const values = { api_url: 'https://10.0.0.1', auth_type: 'bearer', token: secret };
    const hosts = { alias: 'Hosts', groups: ['Tests'], values };

    const graphWith = (id: string) => {
      const graph = draw(
        'start -> compute:python_code -> told:notification -> call:http_request -> end',
        {
          compute: { code: 'result = 1' },
          told: { to: [email], subject: 'It runs', message: 'Look at {% $site.url %}.' },
          call: { url: '/', integration: { type: 'rest_api', id } },
        },
      );
      const cachingGraph = withPolicy(graph, 'compute', { cache_minutes: 5 });
      return withPolicy(cachingGraph, 'call', { on_error: 'continue' });
    };

    it('uses the integration in runs and in tests of a node', async () => {
      const product = open();
      const { integrations, executions } = product.api;
      await integrations.listIntegrationTypes({});
      await integrations.getIntegrationForm({ cspName: 'rest_api' });
      const { count: before } = await integrations.countIntegrations({});
      const newIntegration = await integrations.createIntegration({
        cspName: 'rest_api',
        ...hosts,
      });
      const { accountId } = newIntegration;
      const { items } = await integrations.listIntegrations({});
      expect(items.map((one) => one.accountId)).toContain(accountId);
      expect((await integrations.listIntegrationGroups({})).items).toContain('Tests');
      const { count } = await integrations.countIntegrations({});
      expect(count).toBe(before + 1);
      const integration = await integrations.getIntegration({ accountId });
      expect(JSON.stringify(integration)).not.toContain(secret);
      const test_path = '/status';
      const tested = { ...hosts, values: { ...values, test_path } };
      const base_revision = integration.revision;
      await integrations.updateIntegration({ accountId, base_revision, ...tested });
      await integrations.testIntegration({ accountId });
      await product.deliver();
      const { integrationState, state_reason } = await integrations.getIntegration({ accountId });
      expect(integrationState).toBe('ERROR');
      expect(state_reason).toContain('not public');
      const request = { email, subject: 'More', description: 'Please.' };
      await integrations.requestIntegration({ ...request, integration_type: 'rest_api' });
      const graph = graphWith(accountId);
      const bot_id = await createPublishedBot(product, 'Calling', graph);
      const mails = product.ses.sent.length;
      for (const node_id of ['told', 'call']) {
        await executions.testNode({ bot_id, node_id, graph, dry_run: false });
      }
      const { SITE_URL } = product.environment('events/socket-authorizer');
      expect(JSON.stringify(product.ses.sent.at(-1))).toContain(`Look at ${SITE_URL}.`);
      const first = await startRunAndSettle(product, bot_id);
      const second = await startRunAndSettle(product, bot_id);
      expect(product.ses.sent).toHaveLength(mails + 3);
      const { results } = await executions.getExecution({ bot_exc_id: second });
      expect(results).toMatchObject({ compute: { cached: true }, call: { status: 'FAILED' } });
      expect(await product.stateOf(first)).toBe('SUCCEEDED');
      await integrations.deleteIntegration({ accountId });
    });
  });
};
