import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { HandedJob } from '#lib/domain/agents/calls/call.schema.ts';
import { beginJob } from '#lib/domain/agents/jobs/handover.service.ts';
import { agentJobTable } from '#lib/domain/agents/jobs/job.table.ts';
import { executionTable } from '#lib/domain/executions/execution.table.ts';
import { tenantId } from '../../support/deployed-product.ts';
import { draw } from '../../support/drawing.ts';
import { facts, openCluster, sendAgentCall } from '../../support/deployed/cluster-program.ts';
import { createPublishedBot, startRunAndSettle } from '../../support/deployed/bots-and-runs.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const past = '2026-01-01T00:00:00.000Z';

/** Programs in clusters and on hosts, which call the product. */
export const scenario: Scenario = (open) => {
  describe('an agent', () => {
    it('enrols with its newest key only, and is deleted with its integration', async () => {
      const product = open();
      const { agents, integrations } = product.api;
      const { accountId } = await integrations.createIntegration({
        cspName: 'kubernetes',
        alias: 'Cluster',
        groups: ['Tests'],
      });
      const integrationRef = { integration_id: accountId, integration_type: 'kubernetes' as const };
      const { agent_id } = await agents.createAgent({ name: 'main', ...integrationRef });
      const { api_key_secret: first } = await agents.createAgentKey({ agent_id });
      const { api_key_secret } = await agents.createAgentKey({ agent_id });
      const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
      const public_key = String(publicKey.export({ format: 'jwk' }).x);
      const enrol = (secret: string) =>
        product.apiBy(secret).agents.enrolAgent({ agent_id, public_key, facts });
      const enrolled = await enrol(api_key_secret);
      expect(enrolled).toMatchObject({ agent_id, tenant_id: tenantId });
      const program = { ...enrolled, key, instance: randomBytes(16).toString('hex') };
      const claimed = await sendAgentCall(product, program, 'claims', { facts, room: true });
      expect(claimed).toMatchObject({ status: 200, body: { wait_seconds: 15 } });
      const thief = { ...program, instance: randomBytes(16).toString('hex') };
      expect(await sendAgentCall(product, thief, 'claims', { facts, room: true })).toMatchObject({
        status: 409,
      });
      await expect(enrol(first)).rejects.toThrow('Unauthorized');
      expect(await enrol(api_key_secret)).toEqual(enrolled);
      const { content } = await agents.getAgentInstall({ agent_id });
      expect(content).toContain('kind: Deployment');
      expect((await agents.listAgents({ integration_id: accountId })).items).toHaveLength(1);
      expect((await integrations.listIntegrations({ agentTag: 'main' })).items).toHaveLength(1);
      await integrations.testIntegration({ accountId });
      await product.deliver();
      const { connected_as } = await integrations.getIntegration({ accountId });
      expect(connected_as).toBe('main');
      await agents.createAgent({ name: 'second', ...integrationRef });
      await agents.deleteAgent({ agent_id });
      const { agent_id: third } = await agents.createAgent({ name: 'third', ...integrationRef });
      await agents.createAgentKey({ agent_id: third });
      await integrations.deleteIntegration({ accountId });
    });

    it('performs jobs of runs; a run fails when its agent is silent or too late', async () => {
      const product = open();
      const program = await openCluster(product, 'Working cluster');
      const { agent_id, accountId } = program;
      const integration = { type: 'kubernetes', id: accountId };
      const work = { action: 'kubernetes.list_pods', parameters: {}, integration };
      const graph = draw('start -> work:rest_api_action -> end', { work });
      const bot_id = await createPublishedBot(product, 'Listing pods', graph);
      const handed = async (): Promise<HandedJob> => {
        const { body } = await sendAgentCall(product, program, 'claims', { facts, room: true });
        return JSON.parse(body.job.text);
      };

      const finishedRun = await startRunAndSettle(product, bot_id);
      const { job_id, lease_id } = await handed();
      const leased = { job_id, lease_id };
      expect((await sendAgentCall(product, program, 'lease', leased)).body).toEqual({
        go_on: true,
      });
      const result = { ...leased, output: { items: [] } };
      expect((await sendAgentCall(product, program, 'result', result)).body).toEqual({
        taken: true,
      });
      await product.runner.idle();
      expect(await product.stateOf(finishedRun)).toBe('SUCCEEDED');

      const silentRun = await startRunAndSettle(product, bot_id);
      const job = await handed();
      const lapsed = { id: job.lease_id, agent_id, until: past };
      await product.rewrite(agentJobTable, job.job_id, 'lease', lapsed);
      await product.rewrite(agentJobTable, job.job_id, 'due_at', past);
      await product.rewrite(agentJobTable, job.job_id, 'attempts', 3);
      await product.invoke('events/sweep', {});
      await product.runner.idle();
      expect(await product.stateOf(silentRun)).toBe('FAILED');

      const lateRun = await startRunAndSettle(product, bot_id);
      const nodeRef = { bot_exc_id: lateRun, lane: '', node_id: 'work' };
      const task = { tenant_id: tenantId, ...nodeRef, until: past };
      const jobFields = { kind: 'kubernetes.list', args: {}, idempotent: true };
      const input = { integration_id: accountId, ...jobFields };
      const readInput = async () => input;
      await beginJob({ db: product.db, clock: () => Date.now(), readInput })(task);
      const waiting = { node_id: 'work', kind: 'task', until: past };
      await product.rewrite(executionTable, lateRun, 'waiting_for', waiting);
      await product.invoke('engine/advance', { tenant_id: tenantId, bot_exc_id: lateRun });
      expect(await product.stateOf(lateRun)).toBe('FAILED');
    });
  });
};
