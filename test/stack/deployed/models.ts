import type { Product } from '../../support/deployed-product.ts';
import { aQuestion, draw } from '../../support/drawing.ts';
import { connectedAccount } from './aws.ts';
import { connected } from './connected.ts';
import { begun, published } from './published.ts';

/** Models, which a function of their own asks for runs and for tests of nodes. */
export const models = (open: () => Product): void => {
  describe('a bot whose model decides', () => {
    const asking = (integration: { type: string; id: string }) =>
      draw('start -> judge:ai_condition -yes-> end', { judge: { ...aQuestion, data: 'A port scan.', integration } });

    it('is told why a model cannot be reached, by a key that only its function opens', async () => {
      const product = open();
      const { accountId: id } = await product.api.integrations.createIntegration({
        cspName: 'openai',
        alias: 'Models',
        groups: ['Tests'],
        values: { api_key: 'sk-canary-0123456789', models: 'small' },
      });
      const bot_id = await published(product, 'Asking a model', asking({ type: 'openai', id }));
      const bot_exc_id = await begun(product, bot_id);
      const { results } = await product.api.executions.getExecution({ bot_exc_id });
      const error = expect.stringContaining('api.openai.com');
      expect(results).toMatchObject({ judge: { status: 'FAILED', error } });
      expect(JSON.stringify(results)).not.toContain('canary');
    });

    it('asks those of an AWS account by its role, in runs and in tests', async () => {
      const product = open();
      const account = await connectedAccount(product, 'acme-integration-models');
      const values = { aws_account: account, region: 'eu-west-1', models: 'amazon.nova-lite-v1:0' };
      const id = await connected(product, 'bedrock', values);
      const graph = asking({ type: 'bedrock', id });
      const bot_id = await published(product, 'Asking Bedrock', graph);
      const { executions } = product.api;
      const error = expect.stringContaining('does not let us assume');
      const test = { bot_id, node_id: 'judge', graph, dry_run: false };
      expect(JSON.stringify(await executions.testNode(test))).toEqual(error);
      const { results } = await executions.getExecution({
        bot_exc_id: await begun(product, bot_id),
      });
      expect(results).toMatchObject({ judge: { status: 'FAILED', error } });
    });
  });
};
