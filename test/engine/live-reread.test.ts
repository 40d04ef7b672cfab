import { awsRights } from '#lib/engine/aws-rights.ts';
import type { InventoryOutcome } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import type { Queries } from '#lib/ports/queries.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { integrationId } from './nodes/node-world.ts';
import { engineWorld } from './world.ts';

const database = openTestDatabase();

const sql = 'select arn as id, name from aws_s3_bucket';
const scannedAt = '2026-03-01T07:00:00.000Z';
const readAt = '2026-03-01T10:00:00.000Z';
const logs = { id: 'arn:logs', name: 'logs' };
const site = { id: 'arn:site', name: 'site' };

const answerOf = (rows: Record<string, unknown>[], collected_at: string): InventoryOutcome => ({
  columns: ['id', 'name'],
  rows,
  count: rows.length,
  truncated: false,
  partial: false,
  problems: [],
  sources: [{ integration_id: integrationId, alias: 'Production', collected_at }],
});

const awsIntegration = { type: 'aws', id: integrationId };
const graphOf = (list: object) =>
  draw('start -> list:steampipe_query -> ask:approval -approved-> end', {
    list: { sql, ...list },
    ask: { message: 'These?', resources: '{% $nodes.list.rows %}', reread: 'list' },
  });

/** A run with a decided approval; the last scan has both buckets, live answers are given. */
const decideAndRun = async (
  list: object,
  live: InventoryOutcome = answerOf([logs], readAt),
  policy?: object,
) => {
  const asked: Parameters<Queries['ask']>[0][] = [];
  const queries: Queries = {
    ask: async (query) => {
      asked.push(query);
      return query.mode === 'live' ? live : answerOf([logs, site], scannedAt);
    },
  };
  const world = engineWorld(database, [], { peers: { queries } });
  const graph = graphOf(list);
  for (const node of graph.nodes) {
    if (policy && node.type === 'steampipe_query') Object.assign(node, { policy });
  }
  const id = await world.start(graph);
  let approvalId = '';
  const ended = await world.drive(id, {
    onPause: ({ waiting_for }) => {
      approvalId = waiting_for?.approval_id ?? '';
    },
  });
  const { read_again, drifted } = (await world.approvals().get(approvalId)) ?? {};
  return { ended, asked, modes: asked.map(({ mode }) => mode), read_again, drifted };
};

describe('an inventory query that runs again after an approval of its rows', () => {
  it('reads the account live and leaves out rows that are gone', async () => {
    const { ended, modes, read_again, drifted } = await decideAndRun({
      integrations: [awsIntegration],
    });
    expect(modes).toEqual(['last_scan', 'live']);
    expect(ended.results.ask?.output).toMatchObject({ resources: [logs] });
    expect(drifted).toEqual([{ id: site.id, name: 'site', why: 'gone' }]);
    expect(read_again).toEqual({ as_of: readAt, is_live: true });
  });

  it('uses the last scan, with its date, when the account cannot be read', async () => {
    const reason = 'The live query could not read its data. Nobody reads it.';
    const { ended, modes, ...approval } = await decideAndRun(
      { integrations: [awsIntegration] },
      { error: reason },
    );
    expect(modes).toEqual(['last_scan', 'live', 'last_scan']);
    expect(ended.results.ask?.output).toMatchObject({ resources: [logs, site], drifted: [] });
    expect(approval.read_again).toEqual({ as_of: scannedAt, is_live: false, why: reason });
    expect(approval.drifted).toBeUndefined();
  });

  it.each([
    ['names no integrations', {}],
    [
      'names more than ten integrations',
      { integrations: Array.from({ length: 11 }, () => awsIntegration) },
    ],
  ])('uses the last scan when it %s', async (_, list) => {
    const { modes, read_again } = await decideAndRun(list);
    expect(modes).toEqual(['last_scan', 'last_scan']);
    expect(read_again).toEqual({ as_of: scannedAt, is_live: false });
  });

  it('stays live in live mode and passes the timeout of its node', async () => {
    const live = { integrations: [awsIntegration], mode: 'live' };
    const { asked, read_again } = await decideAndRun(live, undefined, { timeout_seconds: 30 });
    expect(asked.map(({ mode, within_ms }) => [mode, within_ms])).toEqual([
      ['live', 30_000],
      ['live', 30_000],
    ]);
    expect(read_again).toEqual({ as_of: readAt, is_live: true });
  });

  it('adds the AWS calls of the live reading to the rights of the bot', async () => {
    const permissions = async (list: object) =>
      (await awsRights(graphOf(list))).map(({ permission }) => permission);
    expect(await permissions({ integrations: [awsIntegration] })).toContain('s3:ListAllMyBuckets');
    expect(await permissions({})).toEqual([]);
  });
});
