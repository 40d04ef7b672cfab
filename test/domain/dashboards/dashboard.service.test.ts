import {
  dashboardChange,
  type DashboardView,
  maxWidgets,
  newDashboard,
} from '#lib/domain/dashboards/dashboard.schema.ts';
import { firstDashboardId } from '#lib/domain/dashboards/dashboard.rules.ts';
import { dashboardTable } from '#lib/domain/dashboards/dashboard.table.ts';
import { widgetTemplates } from '#lib/domain/dashboards/widgets/catalogue.schema.ts';
import { updateItem } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { openScene, refusalFrom, type Scene, statusOf } from '../scene.ts';

const world = openTestDatabase();

const create = ({ dashboards, root }: Scene, input: object = {}) =>
  dashboards.createDashboard(root, newDashboard.parse(input));

const update = (
  { dashboards, root }: Scene,
  { _id: dashboard_id, revision }: Pick<DashboardView, '_id' | 'revision'>,
  input: object,
) => {
  const change = dashboardChange.parse({ revision, ...input });
  return dashboards.updateDashboard(root, { dashboard_id, ...change });
};

const listDashboards = async ({ dashboards, root }: Scene) =>
  (await dashboards.listDashboards(root, {})).items;

const titles = async (scene: Scene) => (await listDashboards(scene)).map(({ title }) => title);

const widgets = (...templates: string[]) => templates.map((template) => ({ template }));

const problemsOf = (schema: typeof newDashboard, input: object) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the dashboards of an organisation', () => {
  it('begin with one dashboard that has widgets on the first day', async () => {
    const scene = openScene(world);
    const [first, ...others] = await listDashboards(scene);
    expect([first?.title, first?.revision, others]).toEqual(['Overview', 0, []]);
    expect(first?.widgets.length).toBeGreaterThan(3);
    expect(first?.widgets[0]).toEqual({
      _id: 'run_history',
      template: 'run_history',
      title: 'Bot runs',
      tags: ['Bots'],
      col_span: 24,
      timeSensitive: true,
      dateRange: 'week',
      interval: 'day',
    });
  });

  it('are titled with the last order plus one', async () => {
    const scene = openScene(world);
    await create(scene);
    const third = await create(scene, { title: '  Costs  ', widgets: widgets('run_costs') });
    expect([third.order, third.title]).toEqual([3, 'Costs']);
    await create(scene);
    expect(await titles(scene)).toEqual(['Overview', 'Dashboard 2', 'Costs', 'Dashboard 4']);
    await scene.dashboards.deleteDashboard(scene.root, { dashboard_id: third._id });
    expect((await create(scene)).title).toBe('Dashboard 5');
  });

  it('keep the saved order, width and titles of their widgets', async () => {
    const scene = openScene(world);
    const dashboard = await create(scene);
    const saved = await update(scene, dashboard, {
      widgets: [
        { template: 'top_resources', title: 'What there is', col_span: 24 },
        { _id: 'w1', template: 'run_history' },
      ],
    });
    const savedWidgets = saved.widgets.map(({ _id, title, col_span }) => [_id, title, col_span]);
    expect(savedWidgets).toEqual([
      ['top_resources', 'What there is', 24],
      ['w1', 'Bot runs', 12],
    ]);
    expect([saved.title, saved.revision]).toEqual(['Dashboard 2', 2]);
    expect(await listDashboards(scene)).toContainEqual(saved);
  });

  it('include the first dashboard, which can be changed and deleted', async () => {
    const scene = openScene(world);
    const [first] = await listDashboards(scene);
    const changed = await update(scene, first!, { title: 'Ours' });
    expect([changed.revision, changed.widgets]).toEqual([1, first?.widgets]);
    await scene.dashboards.deleteDashboard(scene.root, { dashboard_id: firstDashboardId });
    expect(await titles(scene)).toEqual([]);
    const one = { dashboard_id: firstDashboardId };
    expect(await statusOf(scene.dashboards.getDashboard(scene.root, one))).toBe(404);
    expect(await statusOf(scene.dashboards.deleteDashboard(scene.root, one))).toBe(404);
    expect((await create(scene)).title).toBe('Dashboard 1');
  });

  it('accept one of two simultaneous changes and refuse the other', async () => {
    const scene = openScene(world);
    for (const dashboard of [(await listDashboards(scene))[0]!, await create(scene)]) {
      const firstUpdate = update(scene, dashboard, { widgets: widgets('run_history') });
      const secondUpdate = update(scene, dashboard, { widgets: widgets('run_costs') });
      const outcomes = await Promise.all([refusalFrom(firstUpdate), refusalFrom(secondUpdate)]);
      const refusals = outcomes.filter((one) => one !== undefined);
      expect(refusals.map(({ status, extra }) => [status, extra.field])).toEqual([
        [409, 'revision'],
      ]);
      const current = (await listDashboards(scene)).find(({ _id }) => _id === dashboard._id);
      expect(current?.widgets.map(({ template }) => template)).toEqual([
        outcomes[0] ? 'run_costs' : 'run_history',
      ]);
      expect(await statusOf(update(scene, dashboard, { title: 'Late' }))).toBe(409);
    }
  });

  it('are changed completely or not at all, wherever the process dies', async () => {
    const scene = openScene(world);
    const [first] = await listDashboards(scene);
    for (let at = 1; at < 5; at += 1) {
      const { db } = failingDatabase(world.db, at);
      const dying = openScene({ ...world, db: db as never }, scene.tenant_id);
      await update(dying, first!, { title: 'Ours', widgets: [] }).catch(() => undefined);
      const [now] = await listDashboards(scene);
      expect([now?.title, now?.widgets.length === 0]).toEqual(
        now?.revision === 0 ? ['Overview', false] : ['Ours', true],
      );
    }
  });

  it('are not accessible to another organisation', async () => {
    const [scene, otherScene] = [openScene(world), openScene(world)];
    const dashboard = await create(scene);
    const one = { dashboard_id: dashboard._id };
    expect(await statusOf(otherScene.dashboards.getDashboard(otherScene.root, one))).toBe(404);
    expect(await statusOf(update(otherScene, dashboard, { title: 'Mine' }))).toBe(404);
    expect(await statusOf(otherScene.dashboards.deleteDashboard(otherScene.root, one))).toBe(404);
    expect(await listDashboards(scene)).toContainEqual(dashboard);
  });

  it('are limited to 50', async () => {
    const scene = openScene(world);
    for (let n = 1; n < 50; n += 1) await create(scene);
    expect((await refusalFrom(create(scene)))?.status).toBe(409);
  });

  it('are limited to 50 with different orders, even if created at the same moment', async () => {
    const scene = openScene(world);
    for (let n = 1; n < 45; n += 1) await create(scene);
    const outcomes = await Promise.all([...Array(12).keys()].map(() => refusalFrom(create(scene))));
    const items = await listDashboards(scene);
    expect(items.length).toBeLessThanOrEqual(50);
    expect(outcomes.filter((one) => one === undefined).length).toBe(items.length - 45);
    expect(new Set(items.map(({ order }) => order)).size).toBe(items.length);
    expect(outcomes.every((one) => one === undefined || one.status === 409)).toBe(true);
  });

  it('have the requested order, and can be saved as they were read', async () => {
    const scene = openScene(world);
    const dashboard = await create(scene, { title: 'Before all', order: 1 });
    expect(await titles(scene)).toEqual(['Before all', 'Overview']);
    const [, first] = await listDashboards(scene);
    await update(scene, first!, { order: 7, widgets: first?.widgets });
    const [, moved] = await listDashboards(scene);
    expect(moved).toMatchObject({ order: 7, widgets: first?.widgets });
    expect((await create(scene)).order).toBe(8);
    expect(dashboard.order).toBe(1);
  });

  it('are not deleted with an outdated revision', async () => {
    const scene = openScene(world);
    const dashboard = await create(scene);
    const remove = (revision: number) =>
      scene.dashboards.deleteDashboard(scene.root, { dashboard_id: dashboard._id, revision });
    await update(scene, dashboard, { title: 'Theirs' });
    expect(await refusalFrom(remove(1))).toMatchObject({
      status: 409,
      extra: { field: 'revision' },
    });
    await remove(2);
    expect(await titles(scene)).toEqual(['Overview']);
  });

  it('keep a widget whose template was removed, and refuse unknown templates', async () => {
    const scene = openScene(world);
    const dashboard = await create(scene, { widgets: widgets('run_history') });
    const removedWidget = { _id: 'weather', template: 'weather', title: 'Weather', col_span: 12 };
    const key = { tenant_id: scene.tenant_id, _id: dashboard._id };
    const storedWidgets = [...dashboard.widgets, removedWidget];
    await updateItem(scene.db, dashboardTable, key, [[['widgets'], storedWidgets]], {
      text: 'attribute_exists(#id)',
      names: { '#id': '_id' },
    });
    const saved = await update(scene, dashboard, {
      widgets: [removedWidget, { template: 'run_costs' }],
    });
    expect(saved.widgets.map(({ template }) => template)).toEqual(['weather', 'run_costs']);
    for (const template of ['rain', 'constructor']) {
      const refusal = await refusalFrom(update(scene, saved, { widgets: widgets(template) }));
      expect(refusal).toMatchObject({ status: 400, extra: { field: 'widgets.0.template' } });
    }
    const createRefusal = await refusalFrom(
      create(scene, { widgets: widgets('run_costs', 'rain') }),
    );
    expect(createRefusal).toMatchObject({ status: 400, extra: { field: 'widgets.1.template' } });
  });

  it.each<[string, object, [string, string]]>([
    [
      'an 11th widget',
      { widgets: widgets(...widgetTemplates.slice(0, maxWidgets + 1)) },
      ['widgets', 'A dashboard has at most 10 widgets.'],
    ],
    [
      'an id of another widget',
      { widgets: [{ template: 'run_costs', _id: 'run_history' }, { template: 'run_history' }] },
      ['widgets.1._id', 'Another widget has this id. Omit the id, or use another one.'],
    ],
    ['an order below 1', { order: 0 }, ['order', 'The lowest position is 1.']],
    [
      'a duplicate widget',
      { widgets: widgets('run_history', 'run_costs', 'run_history') },
      ['widgets.2.template', 'This widget is on the dashboard already.'],
    ],
    [
      'another width',
      { widgets: [{ template: 'run_history', col_span: 18 }] },
      ['widgets.0.col_span', 'Choose 12 or 24 columns.'],
    ],
    ['an empty title', { title: ' ' }, ['title', 'Enter a title.']],
    ['a long title', { title: 'x'.repeat(81) }, ['title', 'A title has at most 80 characters.']],
  ])('refuse %s', (_, input, problem) => {
    expect(problemsOf(newDashboard, input)).toEqual([problem]);
  });
});
