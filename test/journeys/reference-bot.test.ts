import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { check } from '#lib/engine/check.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { signBody } from '#test/support/findings.ts';
import {
  publishReference,
  referenceBot,
  referenceInput,
  referenceSecret,
} from '#test/support/reference-bot.ts';
import { driveToEnd, type WatchedRun } from '#test/support/reference-driver.ts';
import { attemptsOf, openReferencePeer, type ReferencePeer } from '#test/support/reference-peer.ts';

let peer: ReferencePeer;
let product: Embedded;
let watched: WatchedRun;

beforeAll(async () => {
  peer = await openReferencePeer();
  product = await openEmbedded({ OUTGOING_ALLOW: peer.pair });
  const bot_id = await publishReference(product, peer);
  const { _id } = await product.api.executions.startExecution({ bot_id, input: referenceInput });
  watched = await driveToEnd(product.api, _id);
});

afterAll(async () => {
  await product.close();
  await peer.close();
});

const bodiesOf = (path: string): string[] =>
  peer.calls.filter((call) => call.path === path).map(({ body }) => body);

describe('a bot with every kind of node that needs no integration', () => {
  it('contains every such kind of node and has no problems', () => {
    const graph = referenceBot('https://peer.example.com', `int_${'0'.repeat(32)}`);
    const kinds = new Set(graph.nodes.map(({ type }) => type));
    // These call integrations, not a test's peer: each has its own tests.
    const elsewhere = new Set(['ai_agent', 'ai_condition', 'rest_api_action', 'steampipe_query']);
    const expected = Object.keys(nodeSettings).filter((kind) => !elsewhere.has(kind));
    expect([...kinds].sort()).toEqual(expected.sort());
    expect(check(graph)).toEqual([]);
  });

  it('succeeds after people have approved and filled in the forms', () => {
    const { run, illegal } = watched;
    expect(run).toMatchObject({ state: 'SUCCEEDED', errors: [], waits: [] });
    expect(illegal).toEqual([]);
    expect(run.results.scan).toMatchObject({ status: 'FAILED', handle: 'error' });
    const otherResults = Object.entries(run.results).filter(([id]) => id !== 'scan');
    expect(otherResults.filter(([, { status }]) => status !== 'SUCCEEDED')).toEqual([]);
    expect(watched.lanes.map(({ lane, state }) => `${lane} ${state}`)).toEqual([
      ...[0, 1, 2].map((n) => `parts.00000${n} SUCCEEDED`),
      ...[0, 1, 2].map((n) => `labels.00000${n} SUCCEEDED`),
      ...[0, 1].map((n) => `reboots.00000${n} SUCCEEDED`),
      ...[0, 1, 2].map((n) => `checks.00000${n} SUCCEEDED`),
    ]);
  });

  it('calls the peer once for each effect, and again after a failure of the peer', () => {
    expect(attemptsOf(peer.calls)).toEqual({
      'isolate:parts.000000': 2,
      'tell:parts.000001': 1,
      'scan:parts.000002': 2,
      'ticket:parts.000002': 1,
      'label:labels.000000': 1,
      'label:labels.000001': 1,
      'label:labels.000002': 1,
      'reboot:reboots.000000': 1,
      'reboot:reboots.000001': 1,
      'look:checks.000000': 1,
      'look:checks.000001': 1,
      'look:checks.000002': 1,
      'report:0': 1,
    });
  });

  it('reports the results of its branches, loops, people and code', () => {
    expect(bodiesOf('/report').map((body): unknown => JSON.parse(body))).toEqual([
      {
        isolated: 'isolate {"hosts":["i-00","i-01","i-02"]}',
        told: 200,
        ticket: `ticket ${peer.pair} answered with status 503.`,
        labelled: ['label web-1', 'label web-2', 'label db-1'],
        window: 'night',
        reason: 'Suspected mining',
        rebooted: ['reboot web-1', 'reboot web-2'],
        checks: 3,
        score: 140,
      },
    ]);
  });

  it('signs its notification to the other system', () => {
    const [notice] = peer.calls.filter(({ path }) => path === '/tell');
    const body = notice?.body ?? '';
    expect(notice?.signature).toBe(signBody(referenceSecret, body));
    expect(JSON.parse(body)).toMatchObject({
      id: expect.stringContaining(watched.run._id),
      message: 'Hosts are being isolated.',
      data: ['web-1', 'web-2', 'db-1'],
    });
  });
});
