import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { callText } from '#lib/domain/agents/calls/signature.rules.ts';
import { apiClient } from '#test/support/api-client.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { sendShot, type Shot } from './load.ts';

const facts = { version: '1.0.0', os: 'Linux', architecture: 'x64' };

type Program = { key: KeyObject; instance: string; tenant_id: string; agent_id: string };

const hex = () => randomBytes(16).toString('hex');

/** Agents of one integration that have enrolled. */
export const enrolAgents = async (product: Embedded, count: number): Promise<Program[]> => {
  const { agents, integrations } = product.api;
  const { accountId: integration_id } = await integrations.createIntegration({
    cspName: 'linux',
    alias: 'Hosts of the bench',
    groups: ['Bench'],
  });
  const programs: Program[] = [];
  for (let n = 0; n < count; n += 1) {
    const input = { name: `Host ${n}`, integration_id, integration_type: 'linux' as const };
    const { agent_id } = await agents.createAgent(input);
    const { api_key_secret } = await agents.createAgentKey({ agent_id });
    const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
    const public_key = String(publicKey.export({ format: 'jwk' }).x);
    const by = apiClient((method, path, body) =>
      product.request(method, path, body, api_key_secret),
    );
    const { tenant_id } = await by.agents.enrolAgent({ agent_id, public_key, facts });
    programs.push({ key, instance: hex(), tenant_id, agent_id });
  }
  return programs;
};

/** Signed when it is sent, because a call is valid for only two minutes. */
export const claimOf = (url: string, { key, ...identity }: Program): Shot => {
  const body = JSON.stringify({ facts, room: true });
  const stamp = { time: String(Date.now()), nonce: hex() };
  const signed = callText({ ...identity, ...stamp, call: 'claims', body });
  return {
    url: new URL(`${url}/agents/${identity.tenant_id}/${identity.agent_id}/claims`),
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-agent-time': stamp.time,
      'x-agent-nonce': stamp.nonce,
      'x-agent-instance': identity.instance,
      'x-agent-signature': sign(null, Buffer.from(signed), key).toString('base64url'),
    },
    body,
  };
};

export type IdleMeasurement = { shots: Shot[]; statuses: Record<number, number>; seconds: number };

/**
 * Agents without work, for some time: each asks for work, is held as long as the product does so,
 * and asks again `everyMs` after its last request. Part of a round passes before the measurement,
 * so that their requests overlap.
 */
export const idleAgents = async (
  product: Embedded,
  { count, seconds, everyMs = 0 }: { count: number; seconds: number; everyMs?: number },
  measure: () => void,
): Promise<IdleMeasurement> => {
  const programs = await enrolAgents(product, count);
  const agent = new Agent({ keepAlive: true });
  const shots: Shot[] = [];
  const statuses: Record<number, number> = {};
  const startedAt = performance.now();
  const spread = everyMs || 12_000;
  const endsAt = startedAt + spread + seconds * 1000;
  const one = async (program: Program, n: number) => {
    await pause((n / count) * spread);
    while (performance.now() < endsAt) {
      const shot = claimOf(product.url, program);
      const next = performance.now() + everyMs;
      const { status } = await sendShot(agent, shot);
      if (performance.now() >= startedAt + spread && performance.now() <= endsAt) {
        shots.push(shot);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      await pause(Math.max(0, next - performance.now()));
    }
  };
  const all = programs.map(one);
  await pause(spread);
  measure();
  await pause(seconds * 1000);
  agent.destroy();
  await Promise.all(all);
  return { shots, statuses, seconds };
};
