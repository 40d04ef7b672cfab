import { testOf } from '#lib/domain/integrations/call.rules.ts';
import { catalogue } from '#lib/domain/integrations/catalogue.ts';
import type { IntegrationType } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { activeFields } from '#lib/domain/integrations/form.rules.ts';
import type { FieldDefinition } from '#lib/domain/integrations/form.schema.ts';
import { problemsWithValues } from '#lib/domain/integrations/value.rules.ts';
import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { caseCount as tries } from '#test/support/thorough.ts';
import { specialIpv4, specialIpv6, spellings } from '../outgoing/addresses.ts';
import { closePeers, openHttpPeer, openRawPeer, type Peer, type Reply } from '../outgoing/peer.ts';
import { openedOfType, sampleValues, testConnection, variantsOf } from './samples.ts';

const clock = () => Date.UTC(2026, 10, 23);
afterEach(closePeers);

type Case = { name: string; type: IntegrationType; values: Record<string, string> };

const cases: Case[] = catalogue
  .filter(({ local }) => !local)
  .flatMap((type) =>
    variantsOf(type).map(([name, choices]) => ({
      name,
      type,
      values: sampleValues(type, choices),
    })),
  );
const kindOf = ({ type, values }: Case) => testOf(type, values).kind;
const calledCases = cases.filter((one) => ['call', 'token', 'message'].includes(kindOf(one)));
const byName = (list: Case[]): [string, Case][] => list.map((one) => [one.name, one]);

type Send = ReturnType<typeof outgoing>;

const reasonOf = async ({ type, values }: Case, send: Send): Promise<string> => {
  const deps = { outgoing: send, clock };
  const outcome = await testConnection(openedOfType(type, values), deps, { sendMessage: true });
  expect(JSON.stringify(outcome)).not.toContain('canary');
  return outcome.ok ? `works: ${JSON.stringify(outcome)}` : outcome.reason;
};

/** Fields with one of these rules, with the type and option that has them. */
const fieldsOf = (...rules: FieldDefinition['rule'][]) =>
  cases.flatMap((one) =>
    activeFields(one.type.form, one.values)
      .filter(({ rule }) => rule !== undefined && rules.includes(rule))
      .map((field): [string, Case, FieldDefinition] => [`${one.name} ${field.name}`, one, field]),
  );

const metadata = '169.254.169.254';
/** One address of a range; all of them in thorough runs. */
const sampleRange = (range: readonly string[]) =>
  range.slice(0, tries({ usual: 1, thorough: range.length }));

/** Addresses of each range that is not public, in every spelling, and cloud metadata addresses. */
const internalHosts = [
  ...Object.values(specialIpv4).flatMap((range) => sampleRange(range).flatMap(spellings)),
  ...spellings(metadata),
  ...Object.values(specialIpv6).flatMap((range) => sampleRange(range).map((one) => `[${one}]`)),
  'localhost',
  'LOCALHOST.',
];

describe('an address field of an integration form', () => {
  it('exists in more than twelve types', () => {
    expect(fieldsOf('base_url', 'https_url').length).toBeGreaterThan(12);
  });

  it.each(fieldsOf('base_url', 'https_url'))(
    'never leads to this machine or its network: %s',
    async (_, one, field) => {
      const peer = await openHttpPeer(() => ({ status: 200, body: '{}' }));
      // Hosts that are treated as names resolve to this machine.
      const guarded = outgoing({ allow: [], lookup: async () => ['127.0.0.1'] });
      const urls = internalHosts.map((host) => `https://${host}:${peer.port}/`);
      const reasons = await Promise.all(
        urls.map(async (url) => {
          const values = { ...one.values, [field.name]: url };
          const problems = problemsWithValues(one.type, values);
          return problems.some((found) => found.field === field.name)
            ? 'refused by the form'
            : reasonOf({ ...one, values }, guarded);
        }),
      );
      const refusalPattern =
        /refused by the form|not public|no address that|may be sent|no test is possible/;
      expect(reasons.filter((reason) => !refusalPattern.test(reason))).toEqual([]);
      expect(peer.connections).toBe(0);
    },
  );

  it.each(fieldsOf('host_label', 'host_name'))(
    'accepts only names, no numbers, ports, paths or users: %s',
    (_, one, field) => {
      const tricks = [
        'evil.example/x',
        'evil.example#',
        'a@evil.example',
        'a:80',
        'a\\b',
        'a?b',
        '',
      ];
      const badValues = [
        ...internalHosts.filter((host) => host !== 'localhost'),
        ...tricks,
        '1.2.3.4',
        'a.b?c',
      ];
      const accepted = badValues.filter((value) => {
        const problems = problemsWithValues(one.type, { ...one.values, [field.name]: value });
        return !problems.some((found) => found.field === field.name);
      });
      // What remains is only digits, and part of a longer name.
      const isLabel = field.rule === 'host_label';
      expect(accepted.filter((value) => !(isLabel && /^\w+$/.test(value)))).toEqual([]);
    },
  );
});

describe('the test call of an integration', () => {
  it.each(byName(calledCases))('is not made for %s at a private address', async (_, one) => {
    const privateAddresses = [
      '127.0.0.1',
      metadata,
      '10.0.0.1',
      '::ffff:127.0.0.1',
      'fd00:ec2::254',
    ];
    for (const address of privateAddresses) {
      const guarded = outgoing({ allow: [], lookup: async () => [address] });
      expect(await reasonOf(one, guarded)).toMatch(/not public/);
    }
  });

  /** All calls end at one peer, whatever their host. */
  const sendToPeer = (peer: Peer, total: number): Send => {
    const real = outgoing({ allow: [peer.pair] }, { total, connect: total });
    return (request: OutgoingRequest) => {
      const { pathname, search } = new URL(request.url);
      return real({ ...request, url: peer.url + pathname + search });
    };
  };

  it.each(byName(calledCases))('fails for %s when the peer never answers', async (_, one) => {
    const peer = await openRawPeer(() => {});
    const timeoutPattern = /^[^{}]*did not answer completely within .*\.$/;
    expect(await reasonOf(one, sendToPeer(peer, 60))).toMatch(timeoutPattern);
  });

  it.each(byName(calledCases))('fails for %s when the peer answers too slowly', async (_, one) => {
    const peer = await openRawPeer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await reasonOf(one, sendToPeer(peer, 80))).toMatch(/did not answer completely within/);
  });

  const page: Reply = { status: 200, body: '<!doctype html><title>Sign in</title>' };
  const large: Reply = { status: 200, body: Buffer.alloc(10_000_000, 32) };
  const readCases = calledCases.filter((one) => kindOf(one) !== 'message');

  it.each(byName(readCases))('fails for %s when the peer returns a page', async (_, one) => {
    const test = testOf(one.type, one.values);
    if (test.kind === 'call' && test.answers === 'any') return;
    const peer = await openHttpPeer(() => page);
    expect(await reasonOf(one, sendToPeer(peer, 5000))).toMatch(/^[^{}<>]+\.$/);
  });

  it.each(byName(readCases))('fails for %s when the peer returns 10 MB', async (_, one) => {
    const peer = await openHttpPeer(() => large);
    expect(await reasonOf(one, sendToPeer(peer, 10_000))).toMatch(/too large/);
  });
});
