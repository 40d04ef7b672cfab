import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { HandedJob } from '#lib/domain/agents/calls/call.schema.ts';
import { callText } from '#lib/domain/agents/calls/signature.rules.ts';
import type { Product } from '../deployed-product.ts';
import { eventually } from '../eventually.ts';

export const facts = { version: '1.0.0', os: 'Linux', architecture: 'arm64' };

export type Program = { key: KeyObject; instance: string } & {
  agent_id: string;
  tenant_id: string;
  calls_url: string;
};

/** Signs and sends a call as the agent's program does. */
export const sendAgentCall = async (
  { webhook }: Product,
  { key, calls_url, ...identity }: Program,
  call: string,
  body: object,
) => {
  const text = JSON.stringify(body);
  const headerFields = { time: String(Date.now()), nonce: randomBytes(16).toString('hex') };
  const { agent_id, tenant_id, instance } = identity;
  const signed = callText({ agent_id, tenant_id, instance, ...headerFields, call, body: text });
  return webhook(`${calls_url}/agents/${tenant_id}/${agent_id}/${call}`, text, {
    'X-Agent-Time': headerFields.time,
    'X-Agent-Nonce': headerFields.nonce,
    'X-Agent-Instance': instance,
    'X-Agent-Signature': sign(null, Buffer.from(signed), key).toString('base64url'),
  });
};

/** The job, if any, that the program is given at this moment. */
export const claimJob = async (
  product: Product,
  program: Program,
): Promise<HandedJob | undefined> => {
  const { body } = await sendAgentCall(product, program, 'claims', { facts, room: true });
  return body.job && JSON.parse(body.job.text);
};

/** The next job that the program is given. */
export const waitForJob = async (product: Product, program: Program): Promise<HandedJob> => {
  const job = await eventually(
    () => claimJob(product, program),
    (one) => one !== undefined,
  );
  if (!job) throw new Error('There is no job.');
  return job;
};

/** Reports the program's result for a job that reads pods: there is one pod. */
export const reportOnePod = async (product: Product, program: Program): Promise<void> => {
  const { job_id, lease_id } = await waitForJob(product, program);
  const page = { api: 'v1', resource: 'pods', items: [{ metadata: { name: 'a' } }] };
  const output = { pages: [{ ...page, begins: true, ends: true }] };
  await sendAgentCall(product, program, 'result', { job_id, lease_id, output });
};

/** A cluster whose agent has enrolled. */
export const openCluster = async (product: Product, alias: string) => {
  const { agents, integrations } = product.api;
  const cluster = { cspName: 'kubernetes' as const, alias, groups: ['Tests'] };
  const { accountId } = await integrations.createIntegration(cluster);
  const integrationRef = { integration_id: accountId, integration_type: 'kubernetes' as const };
  const { agent_id } = await agents.createAgent({
    name: alias.replaceAll(' ', '-'),
    ...integrationRef,
  });
  const { api_key_secret } = await agents.createAgentKey({ agent_id });
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const public_key = String(publicKey.export({ format: 'jwk' }).x);
  const by = product.apiBy(api_key_secret);
  const enrolled = await by.agents.enrolAgent({ agent_id, public_key, facts });
  return { ...enrolled, accountId, key, instance: randomBytes(16).toString('hex') };
};
