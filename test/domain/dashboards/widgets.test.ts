import { agentStore } from '#lib/domain/agents/agent.store.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import {
  complianceDayStore,
  evaluationStore,
} from '#lib/domain/compliance/evaluations/evaluation.store.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import { dashboardRoutes } from '#lib/domain/dashboards/dashboard.routes.ts';
import { dashboardService } from '#lib/domain/dashboards/dashboard.service.ts';
import { widgetSources } from '#lib/domain/dashboards/sources/widget-sources.service.ts';
import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';
import { widgetTemplates } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { statisticsStore } from '#lib/domain/executions/history/statistics.store.ts';
import { inventoryDayStore } from '#lib/domain/inventory/history/inventory-day.store.ts';
import { snapshotTable } from '#lib/domain/inventory/snapshots/snapshot.table.ts';
import { integrationTable } from '#lib/domain/integrations/integration.table.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, deleteItem, putItem } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { countedDatabase } from '#test/support/counted-database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { storePendingApproval } from '../approvals/pending-approval.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { startRun } from '../executions/runs.ts';
import { openScene, type Scene } from '../scene.ts';

const world = openTestDatabase();
const day = 86_400_000;
const hour = 3600_000;

const { input } = dashboardRoutes.getWidgetData;

const ask = async (
  { dashboards, root }: Pick<Scene, 'dashboards' | 'root'>,
  templates: readonly string[],
  dateRange = 'week',
) => {
  const query = input.parse({ templates: templates.join(','), dateRange });
  return (await dashboards.getWidgetData(root, query)).items;
};

const dataOf = async (scene: Scene, template: string, dateRange?: string): Promise<WidgetData> => {
  const [answer] = await ask(scene, [template], dateRange);
  if (!answer?.data) throw new Error(answer?.error?.message);
  // Parsed as it is sent.
  return dashboardRoutes.getWidgetData.output.parse({ items: [answer] }).items[0]!.data!;
};

type Kind = Parameters<ReturnType<typeof statisticsStore>['add']>[0];

const countEndedRun = async (scene: Scene, ago: number, fields: object = {}) => {
  const { bot_id = 'bot_1', cost = 0, minutes_saved = 0, ...kind } = fields as Partial<Kind>;
  const { tenant_id, time } = scene;
  await statisticsStore(scene, tenant_id).add({
    _id: timedId('exc', time.now),
    bot_id,
    ended_at: isoTime(time.now - ago),
    cost,
    minutes_saved,
    kind: { state: 'SUCCEEDED', bot_type: 'scheduled_bot', ...kind },
  });
};

const connect = async ({ db, tenant_id }: Scene, _id: string, cspName: string) => {
  await putItem(db, integrationTable, {
    tenant_id,
    _id,
    cspName,
    alias: `The ${cspName} account`,
    integrationState: 'ACTIVE',
    values: {},
    groups: [],
    secret_names: [],
    hosts: [],
    createdAt: isoTime(0),
    updatedAt: isoTime(0),
    userId: 'root@example.com',
    revision: 1,
  });
};

const storeScan = async (
  scene: Scene,
  { _id, type, tables }: { _id: string; type: string; tables: Record<string, [number, number?]> },
) => {
  const { db, tenant_id } = scene;
  await connect(scene, _id, type);
  const contents = Object.entries(tables).map(([name, [rows, tagged]]) => [
    name,
    {
      state: 'collected',
      rows,
      chunks: 1,
      problems: [],
      scan_id: 'iex_1',
      collected_at: isoTime(0),
      ...(tagged !== undefined && { tagged }),
    },
  ]);
  const latest = {
    scan_id: 'iex_1',
    collected_at: isoTime(0),
    evaluated: 'iex_1',
    tables: Object.fromEntries(contents),
  };
  await putItem(db, snapshotTable, { tenant_id, _id, integration_type: type, latest });
};

/** The results of a day's last scan, some days ago. */
const resourcesFound = (
  { db, tenant_id, time }: Scene,
  integration_id: string,
  ago: number,
  rows: number,
) =>
  inventoryDayStore(db, tenant_id).put(
    {
      integration_id,
      integration_type: 'aws',
      created_at: isoTime(time.now - ago * day),
    } as never,
    { tables: { aws_s3_bucket: { rows } as never } },
  );

const counts = (alarm: number, ok: number) => ({ alarm, ok, error: 0, info: 0, skip: 0 });

describe('the catalogue of widgets', () => {
  it('has a source for each widget', () => {
    expect(Object.keys(widgetSources).toSorted()).toEqual(widgetTemplates.toSorted());
  });

  it('returns no error for any widget in a new organisation', async () => {
    const scene = openScene(world);
    const templates = [...widgetTemplates];
    for (let at = 0; at < templates.length; at += 10) {
      for (const { template, error } of await ask(scene, templates.slice(at, at + 10))) {
        expect([template, error]).toEqual([template, undefined]);
      }
    }
  });
});

describe('widgets of runs', () => {
  it('count active runs, and ended runs by outcome', async () => {
    const scene = openScene(world);
    await startRun(scene, {});
    await startRun(scene, {});
    await countEndedRun(scene, 0);
    const data = await dataOf(scene, 'runs_by_outcome');
    expect('parts' in data && data.parts.map(({ name, value }) => [name, value])).toEqual([
      ['In progress', 2],
      ['Succeeded', 1],
    ]);
  });

  it('count ended runs in each interval of the period, in UTC', async () => {
    const scene = openScene(world);
    await countEndedRun(scene, 0);
    await countEndedRun(scene, 6 * day, { state: 'FAILED' });
    await countEndedRun(scene, 7 * day);
    const week = await dataOf(scene, 'run_history');
    expect(week).toMatchObject({
      kind: 'history',
      interval: 'day',
      series: [
        { name: 'Succeeded', values: [0, 0, 0, 0, 0, 0, 1], meaning: 'positive' },
        {
          name: 'Failed',
          values: [1, 0, 0, 0, 0, 0, 0],
          link: '/bots/executions?page=1&status=FAILED',
        },
      ],
    });
    const times = 'times' in week ? week.times : [];
    expect([times[0], times.at(-1)]).toEqual([
      '2026-08-26T00:00:00.000Z',
      '2026-09-01T00:00:00.000Z',
    ]);
    const hours = await dataOf(scene, 'run_history', 'day');
    expect(hours).toMatchObject({ interval: 'hour', series: [{ name: 'Succeeded' }] });
    const month = await dataOf(scene, 'run_history', 'month');
    expect('times' in month && month.times.length).toBe(30);
  });

  it('group runs by category, type, importance and outcome', async () => {
    const scene = openScene(world);
    const labels = { category: 'Security', importance: 'High' };
    await countEndedRun(scene, 0, { ...labels, outcome: 'rejected' });
    await countEndedRun(scene, 0, { ...labels, bot_type: 'event_driven_bot', state: 'FAILED' });
    const namesIn = async (template: string) => {
      const data = await dataOf(scene, template);
      if ('series' in data) return data.series.map(({ name }) => name);
      return 'parts' in data ? data.parts.map(({ name, value }) => `${name} ${value}`) : [];
    };
    expect(await namesIn('runs_by_category')).toEqual(['Security']);
    expect(await namesIn('runs_by_type')).toEqual(['Scheduled', 'Event driven']);
    expect(await namesIn('runs_by_importance')).toEqual(['High']);
    expect(await namesIn('runs_by_outcome')).toEqual(['Failed 1', 'Rejected 1']);
    expect(await namesIn('run_history')).toEqual(['Rejected', 'Failed']);
  });

  it('show the cost and the saved minutes of runs', async () => {
    const scene = openScene(world);
    await countEndedRun(scene, 0, { cost: 0.0001, minutes_saved: 15 });
    await countEndedRun(scene, 0, { cost: 0.0002, minutes_saved: 30 });
    expect(await dataOf(scene, 'run_costs')).toMatchObject({
      unit: 'dollars',
      series: [{ values: [0, 0, 0, 0, 0, 0, 0.0003] }],
    });
    expect(await dataOf(scene, 'time_saved')).toMatchObject({
      unit: 'minutes',
      series: [{ values: [0, 0, 0, 0, 0, 0, 45] }],
    });
  });

  it('name the bots with the most failed runs', async () => {
    const scene = openScene(world);
    const { _id } = await scene.bots.createBot(scene.root, drawBot('Isolate', 'start -> end'));
    const failed = { state: 'FAILED' };
    await countEndedRun(scene, 0, { ...failed, bot_id: 'bot_gone' });
    await countEndedRun(scene, 0, { ...failed, bot_id: _id });
    await countEndedRun(scene, day, { ...failed, bot_id: _id });
    expect(await botStore(scene.db, scene.tenant_id).get(_id)).toBeDefined();
    expect(await dataOf(scene, 'failing_bots')).toMatchObject({
      rows: [
        { cells: ['Isolate', 2], link: `/bots/executions?page=1&status=FAILED&bot_id=${_id}` },
        { cells: ['Deleted bot', 1] },
      ],
      notes: [],
    });
  });

  it('note that failed runs of bots are counted by the day', async () => {
    const scene = openScene(world);
    scene.time.now = Date.parse('2026-09-02T22:30:00Z');
    await countEndedRun(scene, 22 * hour, { state: 'FAILED' });
    await countEndedRun(scene, 46 * hour, { state: 'FAILED' });
    expect(await dataOf(scene, 'failing_bots', 'day')).toMatchObject({
      rows: [{ cells: ['Deleted bot', 2] }],
      notes: ['Counted by the day (UTC): all of yesterday, and today.'],
    });
    scene.time.now = Date.parse('2026-09-02T23:30:00Z');
    expect(await dataOf(scene, 'failing_bots', 'day')).toMatchObject({
      rows: [{ cells: ['Deleted bot', 1] }],
      notes: [],
    });
  });
});

describe('widgets of people and agents', () => {
  it('show the approvals that have waited longest', async () => {
    const scene = openScene(world);
    for (let n = 0; n < 9; n += 1) {
      scene.time.now += 1;
      await storePendingApproval(scene, `May I? ${n}`);
    }
    const data = await dataOf(scene, 'waiting_for_people');
    const rows = 'rows' in data ? data.rows : [];
    expect(rows.map(({ cells }) => (Array.isArray(cells) ? cells[0] : cells))).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => `May I? ${n}`),
    );
    expect(data.notes).toEqual(['The 7 oldest of 9.']);
    expect(await dataOf(scene, 'approvals_by_status')).toMatchObject({
      parts: [{ name: 'Pending', value: 9, link: '/approvals?pageNumber=1&status=pending' }],
    });
  });

  it('hide approvals from people who may not see them', async () => {
    const scene = openScene(world);
    await storePendingApproval(scene, 'Delete the backups?', ['anna@example.com']);
    const policies = { ALLOW: { '*': { '*': true } }, DENY: {} };
    const roles = [{ _id: 'role_1', name: 'Admin', policies }] as never;
    const shownTo = (user_id: string) => {
      const root = { ...scene.root, user_id, userType: 'SUBUSER' as const, roles };
      return dataOf({ ...scene, root }, 'waiting_for_people');
    };
    expect(await shownTo('eve@example.com')).toMatchObject({ rows: [] });
    expect(await shownTo('anna@example.com')).toMatchObject({
      rows: [{ cells: expect.arrayContaining(['Delete the backups?']) }],
    });
  });

  it('list silent agents first', async () => {
    const scene = openScene(world);
    const { db, tenant_id, time } = scene;
    const agent = (name: string, ago?: number) =>
      agentStore(db, tenant_id).create({
        _id: `agt_${name}`,
        name,
        integration_id: 'int_1',
        integration_type: 'kubernetes',
        status: ago === undefined ? 'REGISTRATION_IN_PROGRESS' : 'REGISTRATION_COMPLETED',
        ...(ago !== undefined && { last_claim_at: isoTime(time.now - ago) }),
        user_id: 'root@example.com',
        created_at: isoTime(0),
        updated_at: isoTime(0),
      });
    await agent('well', 1000);
    await agent('new');
    await agent('silent', 3600_000);
    const data = await dataOf(scene, 'agents_health');
    expect(data).toMatchObject({
      rows: [
        { cells: ['silent', 'Offline', expect.anything(), null], meaning: 'critical' },
        { cells: ['new', 'Not enrolled', null, null] },
        {
          cells: ['well', 'Online', expect.anything(), null],
          link: expect.stringContaining('agt_well'),
        },
      ],
    });
  });
});

describe('widgets of the inventory and of compliance', () => {
  it('show the largest resource types, with and without a tag', async () => {
    const scene = openScene(world);
    await storeScan(scene, {
      _id: 'int_a',
      type: 'aws',
      tables: { aws_s3_bucket: [5, 2], aws_ec2_instance: [9, 9], aws_iam_user: [0, 0] },
    });
    await storeScan(scene, { _id: 'int_k', type: 'kubernetes', tables: { kubernetes_pod: [3] } });
    expect(await dataOf(scene, 'inventory_totals')).toMatchObject({
      totals: [
        { name: 'AWS', value: 14, link: '/inventory?integrationType=aws' },
        { name: 'Kubernetes', value: 3 },
      ],
    });
    const partsOf = async (template: string) => {
      const data = await dataOf(scene, template);
      return 'parts' in data ? data.parts.map(({ name, value }) => `${name} ${value}`) : [];
    };
    expect(await partsOf('top_resources')).toEqual(['EC2 Instance 9', 'S3 Bucket 5', 'Pod 3']);
    expect(await partsOf('top_resources_with_tag')).toEqual(['EC2 Instance 9', 'S3 Bucket 2']);
    expect(await partsOf('top_resources_without_tag')).toEqual(['S3 Bucket 3']);
    expect((await dataOf(scene, 'top_resources_with_tag')).notes).toHaveLength(1);
    expect((await dataOf(scene, 'top_resources')).notes).toBeUndefined();
  });

  it('show for each day the results of the last scan until then', async () => {
    const scene = openScene(world);
    await storeScan(scene, { _id: 'int_a', type: 'aws', tables: {} });
    await resourcesFound(scene, 'int_a', 4, 7);
    await resourcesFound(scene, 'int_a', 1, 2);
    await resourcesFound(scene, 'int_a', 1, 3);
    expect(await dataOf(scene, 'inventory_history')).toMatchObject({
      series: [{ name: 'AWS', values: [null, null, 7, 7, 7, 3, 3] }],
    });
  });

  it('begin with the results of the last scan before the period', async () => {
    const scene = openScene(world);
    for (const _id of ['int_a', 'int_b', 'int_c']) {
      await storeScan(scene, { _id, type: 'aws', tables: {} });
    }
    // One is scanned weekly, one daily, and one was scanned long ago.
    await resourcesFound(scene, 'int_a', 16, 1);
    await resourcesFound(scene, 'int_a', 9, 10);
    await resourcesFound(scene, 'int_a', 2, 20);
    for (const ago of [8, 7, 6, 5, 4, 3, 2, 1, 0]) await resourcesFound(scene, 'int_b', ago, 100);
    await resourcesFound(scene, 'int_c', 60, 1000);
    const valuesIn = async (range: string) => {
      const data = await dataOf(scene, 'inventory_history', range);
      return 'series' in data ? data.series.flatMap(({ values }) => values) : [];
    };
    expect(await valuesIn('week')).toEqual([1110, 1110, 1110, 1110, 1120, 1120, 1120]);
    expect(new Set(await valuesIn('day'))).toEqual(new Set([1120]));
  });

  it('are updated after a scan, a new account and a deleted account', async () => {
    const scene = openScene(world);
    const { db, tenant_id } = scene;
    const readTotals = async () => {
      const [totals, history] = await Promise.all([
        dataOf(scene, 'inventory_totals'),
        dataOf(scene, 'inventory_history'),
      ]);
      const total = 'totals' in totals ? totals.totals.map(({ value }) => value) : [];
      const last = 'series' in history ? history.series.map(({ values }) => values.at(-1)) : [];
      return [total, last];
    };
    expect(await readTotals()).toEqual([[], []]);
    await storeScan(scene, { _id: 'int_a', type: 'aws', tables: { aws_s3_bucket: [3] } });
    await resourcesFound(scene, 'int_a', 0, 3);
    expect(await readTotals()).toEqual([[3], [3]]);
    await storeScan(scene, { _id: 'int_a', type: 'aws', tables: { aws_s3_bucket: [4] } });
    await resourcesFound(scene, 'int_a', 0, 4);
    await storeScan(scene, { _id: 'int_b', type: 'aws', tables: { aws_s3_bucket: [10] } });
    await resourcesFound(scene, 'int_b', 0, 10);
    expect(await readTotals()).toEqual([[14], [14]]);
    await deleteItem(db, integrationTable, { tenant_id, _id: 'int_a' });
    expect(await readTotals()).toEqual([[10], [10]]);
  });

  it('leave out deleted accounts, whose daily results remain', async () => {
    const scene = openScene(world);
    const { db, tenant_id } = scene;
    for (const _id of ['int_a', 'int_b']) await storeScan(scene, { _id, type: 'aws', tables: {} });
    for (const ago of [9, 3]) {
      await resourcesFound(scene, 'int_a', ago, 5);
      await resourcesFound(scene, 'int_b', ago, 50);
    }
    await deleteItem(db, integrationTable, { tenant_id, _id: 'int_b' });
    expect(await dataOf(scene, 'inventory_history')).toMatchObject({
      series: [{ name: 'AWS', values: [5, 5, 5, 5, 5, 5, 5] }],
    });
  });

  it('show the findings of rules by criticality, benchmark and day', async () => {
    const scene = openScene(world);
    const { db, tenant_id, time } = scene;
    await storeScan(scene, { _id: 'int_a', type: 'aws', tables: {} });
    const [rule, otherRule] = rules.filter(
      ({ integration_type, frameworks }) =>
        integration_type === 'aws' && frameworks.some(({ benchmark }) => benchmark === 'CIS'),
    );
    const result = { counts: counts(1, 3), answered: true };
    const unanswered = { counts: counts(0, 0), run_error: 'No such table.', answered: false };
    const at = { integration_id: 'int_a', integration_type: 'aws', scan_id: 'iex_1' } as const;
    await evaluationStore(db, tenant_id).put({
      ...at,
      evaluated_at: isoTime(time.now),
      rules: {
        [rule?.rule_id ?? '']: result,
        [otherRule?.rule_id ?? '']: unanswered,
        // A rule that the organisation has deleted since.
        'own-gone': { ...result, counts: counts(5, 5) },
      },
      totals: counts(6, 8),
    });
    await complianceDayStore(db, tenant_id).put({
      ...at,
      day: isoTime(time.now - 2 * day).slice(0, 10),
      totals: result.counts,
      benchmarks: {},
      gone_at: 9e9,
    });
    expect(await dataOf(scene, 'compliance_criticality_aws')).toMatchObject({
      parts: [
        {
          name: 'Failed (Critical)',
          value: 1,
          link: '/inventory/compliance?integrationType=aws&criticality=alarm',
        },
        { name: 'Passed (Moderate)', value: 3, meaning: 'positive' },
      ],
    });
    const benchmarks = await dataOf(scene, 'compliance_benchmarks_aws');
    expect('rows' in benchmarks && benchmarks.rows).toContainEqual({
      cells: ['CIS', 3, 1, 1, 75],
      meaning: 'medium',
      link: '/inventory/compliance?integrationType=aws&criticality=alarm&benchmarkType=CIS',
    });
    const heatmap = await dataOf(scene, 'compliance_heatmap');
    expect(heatmap).toMatchObject({ columns: ['AWS'] });
    expect(await dataOf(scene, 'compliance_criticality_gcp')).toMatchObject({ parts: [] });
    expect(await dataOf(scene, 'compliance_history_aws')).toMatchObject({
      series: [
        { name: 'Failed (Critical)', values: [null, null, null, null, 1, 1, 1] },
        { name: 'Passed (Moderate)', values: [null, null, null, null, 3, 3, 3] },
      ],
    });
    await complianceDayStore(db, tenant_id).put({
      ...at,
      day: isoTime(time.now - 9 * day).slice(0, 10),
      totals: counts(2, 0),
      benchmarks: {},
      gone_at: 9e9,
    });
    expect(await dataOf(scene, 'compliance_history_aws')).toMatchObject({
      series: [
        { name: 'Failed (Critical)', values: [2, 2, 2, 2, 1, 1, 1] },
        { name: 'Passed (Moderate)', values: [0, 0, 0, 0, 3, 3, 3] },
      ],
    });
  });
});

describe('widgets of AWS', () => {
  it('add up accounts, and name accounts that fail with the reason', async () => {
    const scene = openScene(world);
    for (const id of ['int_a', 'int_b']) await connect(scene, id, 'aws');
    const zero = { CRITICAL: 0, HIGH: 2, MEDIUM: 0, LOW: 1, INFO: 0 };
    const dashboards = dashboardService({
      ...scene,
      log: scene.userDeps.log,
      awsFindings: async ({ _id }) =>
        _id === 'int_a' ? { counts: zero } : { problem: 'The role lacks a permission.' },
    });
    const [answer] = await ask({ ...scene, dashboards }, ['guardduty_severities']);
    expect(answer?.data).toMatchObject({
      parts: [
        { name: 'High', value: 2 },
        { name: 'Low', value: 1 },
      ],
      notes: ['The aws account: The role lacks a permission.'],
    });
  });
});

describe('one call for several widgets', () => {
  it('returns an error for a single widget without affecting the others', async () => {
    const scene = openScene(world);
    await connect(scene, 'int_a', 'aws');
    const dashboards = dashboardService({
      ...scene,
      log: scene.userDeps.log,
      awsFindings: () => Promise.reject(new Error('the secret text of a defect')),
    });
    const templates = ['run_history', 'guardduty_severities', 'weather', 'inventory_totals'];
    const answers = await ask({ ...scene, dashboards }, templates);
    expect(answers.map(({ template, error }) => [template, error])).toEqual([
      ['run_history', undefined],
      ['guardduty_severities', { status: 500, message: 'Sorry, Something Went Wrong.' }],
      ['weather', { status: 404, message: '404 Widget not found' }],
      ['inventory_totals', undefined],
    ]);
    expect(scene.logged.join()).toContain('guardduty_severities');
    expect(scene.logged.join()).not.toContain('secret text');
  });

  /** Widgets without the process's cache, as on AWS, and the reads that they needed. */
  const askForgetful = async (scene: Scene, templates: readonly string[]) => {
    const { writesOf: _, ...forgetful } = scene.db;
    const counter = countedDatabase(forgetful);
    const readTables: string[] = [];
    const db: Database = {
      ...counter.db,
      documents: {
        send: (call) => {
          if ('TableName' in call.input) readTables.push(call.input.TableName);
          return counter.db.documents.send(call);
        },
      },
    };
    const dashboards = dashboardService({
      ...scene,
      db,
      log: scene.userDeps.log,
      awsFindings: () => Promise.reject(new Error('No widget here asks AWS.')),
    });
    await ask({ ...scene, dashboards }, templates);
    return { readTables, items: counter.taken().items };
  };

  it('reads integrations and snapshots once for all widgets', async () => {
    const scene = openScene(world);
    await storeScan(scene, { _id: 'int_a', type: 'aws', tables: { aws_s3_bucket: [3] } });
    const templates = ['inventory_totals', 'inventory_history', 'compliance_heatmap'];
    const { readTables } = await askForgetful(scene, templates);
    const timesOf = ({ name }: { name: string }) => readTables.filter((one) => one === name).length;
    expect([timesOf(integrationTable), timesOf(snapshotTable)]).toEqual([1, 1]);
  });

  it('reads few results from before its period if accounts were scanned within', async () => {
    const scene = openScene(world);
    const ids = Array.from({ length: 12 }, (_, at) => `int_${at}`);
    for (const _id of ids) await storeScan(scene, { _id, type: 'aws', tables: {} });
    const ago = Array.from({ length: 90 }, (_, at) => at);
    for (const of of ago) {
      await Promise.all(ids.map((_id) => resourcesFound(scene, _id, of, 1)));
    }
    const { items } = await askForgetful(scene, ['inventory_history']);
    const [accounts, week] = [12 + 12, 7 * 12];
    expect(items).toBeLessThanOrEqual(accounts + week + 500);
  });

  it('returns no data that the caller may not read elsewhere', async () => {
    const scene = openScene(world);
    const all = { '*': true };
    const policies = { ALLOW: { dashboard: all, bot_execution: all }, DENY: {} };
    const roles = [{ _id: 'role_1', name: 'Watcher', policies }] as never;
    const root = { ...scene.root, userType: 'SUBUSER' as const, roles };
    const answers = await ask({ ...scene, root }, ['run_history', 'inventory_totals']);
    expect(answers.map(({ error }) => error?.status)).toEqual([undefined, 403]);
    expect(answers[1]?.error?.message).toContain('read_inventory');
  });

  it('returns waiting forms without approvals to people who may read only forms', async () => {
    const scene = openScene(world);
    await storePendingApproval(scene, 'May I?');
    const all = { '*': true };
    const policies = { ALLOW: { dashboard: all, user_input: all }, DENY: {} };
    const roles = [{ _id: 'role_1', name: 'Forms', policies }] as never;
    const root = { ...scene.root, userType: 'SUBUSER' as const, roles };
    const templates = ['waiting_for_people', 'approvals_by_status'];
    const [waiting, byStatus] = await ask({ ...scene, root }, templates);
    expect(waiting).toMatchObject({ data: { kind: 'table', rows: [] } });
    expect(byStatus?.error?.status).toBe(403);
  });

  it.each<[string, object, string]>([
    ['for 11 widgets', { templates: widgetTemplates.slice(0, 11).join(',') }, 'templates'],
    ['for no widgets', { templates: '' }, 'templates.0'],
    ['for an unknown period', { templates: 'run_history', dateRange: 'year' }, 'dateRange'],
  ])('is refused %s', (_, query, field) => {
    const { error } = input.safeParse(query);
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});
