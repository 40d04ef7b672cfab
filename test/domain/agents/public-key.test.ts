import { generateKeyPairSync } from 'node:crypto';
import { isSoundKey } from '#lib/domain/agents/public-key.rules.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom } from '../scene.ts';
import { openAgents } from './agent-scene.ts';

const world = openTestDatabase();

const asKey = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');

/** A coordinate as 32 bytes, in little-endian order. */
const encodePoint = (y: bigint): string =>
  Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex');

const p = 2n ** 255n - 19n;
const sign = 2n ** 255n;
const orderEightPoint = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;

/** Every encoding of the points of order 1, 2, 4 and 8, including non-canonical ones. */
const smallOrderKeys = [0n, 1n, p - 1n, p, p + 1n, orderEightPoint, p - orderEightPoint].flatMap(
  (y) => [y, y | sign],
);

describe('the public key of an agent', () => {
  it('is valid if it comes from a generated key pair', () => {
    for (let n = 0; n < 20; n += 1) {
      const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
      expect(isSoundKey(String(x))).toBe(true);
    }
    // RFC 8032, 7.1.
    const first = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    expect(isSoundKey(asKey(first))).toBe(true);
  });

  it.each(smallOrderKeys.map(encodePoint))('is invalid as a point of small order: %s', (hex) => {
    expect(isSoundKey(asKey(hex))).toBe(false);
  });

  it.each([
    ['a coordinate beyond the prime', encodePoint(p + 3n)],
    ['a point that is not on the curve', encodePoint(2n)],
    ['too short', '00'.repeat(31)],
  ])('is invalid: %s', (_, hex) => {
    expect(isSoundKey(asKey(hex))).toBe(false);
  });

  it('has only one valid encoding', () => {
    const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const key = String(x);
    const next = last[last.indexOf(key.at(-1) ?? '') + 1];
    const twin = key.slice(0, -1) + next;
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(key, 'base64url'));
    expect(isSoundKey(twin)).toBe(false);
  });
});

describe('an agent that enrols with a weak key', () => {
  it('is refused and may enrol again with a valid key', async () => {
    const identity = asKey(encodePoint(1n));
    const scene = openAgents(world);
    const { agent_id } = await scene.enrol();
    const { api_key_id } = await scene.agents.createAgentKey(scene.root, { agent_id });
    const caller = { ...scene.root, key_id: api_key_id, entity_type: 'agent' as const };
    const facts = { version: '1.0.0', os: 'Linux', architecture: 'x64' };
    const enrol = (public_key: string) =>
      scene.agents.enrolAgent(caller, { agent_id, public_key, facts });
    const refusal = await refusalFrom(enrol(identity));
    expect(refusal?.body()).toMatchObject({ field: 'public_key' });
    const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    expect(await enrol(String(x))).toMatchObject({ agent_id });
  });
});
