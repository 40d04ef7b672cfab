import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { callText } from '#lib/domain/agents/calls/signature.rules.ts';
import { type Product, tenantId } from '../../support/deployed-product.ts';

const facts = { version: '1.0.0', os: 'Linux', architecture: 'arm64' };

type Program = { key: KeyObject; instance: string } & {
  agent_id: string;
  tenant_id: string;
  calls_url: string;
};

/** A call as the program signs and sends it. */
const callOf = async (
  { webhook }: Product,
  { key, calls_url, ...who }: Program,
  call: string,
  body: object,
) => {
  const text = JSON.stringify(body);
  const about = { time: String(Date.now()), nonce: randomBytes(16).toString('hex') };
  const { agent_id, tenant_id, instance } = who;
  const signed = callText({ agent_id, tenant_id, instance, ...about, call, body: text });
  return webhook(`${calls_url}/agents/${tenant_id}/${agent_id}/${call}`, text, {
    'X-Agent-Time': about.time,
    'X-Agent-Nonce': about.nonce,
    'X-Agent-Instance': instance,
    'X-Agent-Signature': sign(null, Buffer.from(signed), key).toString('base64url'),
  });
};

/** Programs in clusters and on hosts, which call the product. */
export const agentsAtWork = (open: () => Product): void => {
  describe('an agent', () => {
    it('is added, enrols with its key once, and goes with its integration', async () => {
      const product = open();
      const { agents, integrations } = product.api;
      const { accountId } = await integrations.createIntegration({
        cspName: 'kubernetes',
        alias: 'Cluster',
        groups: ['Tests'],
      });
      const made = { integration_id: accountId, integration_type: 'kubernetes' as const };
      const { agent_id } = await agents.createAgent({ name: 'main', ...made });
      const { api_key_secret: first } = await agents.createAgentKey({ agent_id });
      const { api_key_secret } = await agents.createAgentKey({ agent_id });
      const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
      const public_key = String(publicKey.export({ format: 'jwk' }).x);
      const enrol = (secret: string) =>
        product.apiBy(secret).agents.enrolAgent({ agent_id, public_key, facts });
      const enrolled = await enrol(api_key_secret);
      expect(enrolled).toMatchObject({ agent_id, tenant_id: tenantId });
      const program = { ...enrolled, key, instance: randomBytes(16).toString('hex') };
      const claimed = await callOf(product, program, 'claims', { facts, room: true });
      expect(claimed).toMatchObject({ status: 200, body: { wait_seconds: 15 } });
      const thief = { ...program, instance: randomBytes(16).toString('hex') };
      expect(await callOf(product, thief, 'claims', { facts, room: true })).toMatchObject({
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
      await agents.createAgent({ name: 'second', ...made });
      await agents.deleteAgent({ agent_id });
      const { agent_id: third } = await agents.createAgent({ name: 'third', ...made });
      await agents.createAgentKey({ agent_id: third });
      await integrations.deleteIntegration({ accountId });
    });
  });
};
