import { newBot } from '#lib/domain/bots/bot.schema.ts';
import type { AppRunSort } from '#lib/domain/executions/history/history.schema.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { portalService } from '#lib/domain/service-portal/portal.service.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import { monthOf } from '#lib/domain/subscriptions/plan.rules.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { subscriptionTable } from '#lib/domain/subscriptions/subscription.table.ts';
import { usageKey } from '#lib/domain/subscriptions/usage.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { addAmounts } from '#lib/kernel/database.ts';
import { limits } from '#lib/kernel/limits.ts';
import { checkWithoutOwnActions } from '#test/support/check-without-own-actions.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { person } from '#test/support/people.ts';
import { connect } from '../integrations/api-integration.ts';
import { commit, echoNodeTest, openRunner, result, startRun } from '../executions/runs.ts';
import { openSender } from '../listeners/sender.ts';
import { openScene, refusalFrom, statusOf } from '../scene.ts';

const world = openTestDatabase();

const questionDrawing =
  'start -> who:user_input -> fetch:http_request -> ask:approval -approved-> end\n' +
  'who -expired-> end\nask -rejected-> end';

const openPortal = () => {
  const scene = openScene(world);
  const deps = {
    ...scene,
    runner: openRunner(),
    check: checkWithoutOwnActions,
    testNode: echoNodeTest,
  };
  const portal = portalService(deps);
  const executions = executionService(deps);
  const ada = person(scene.tenant_id, 'ada@example.com', { userType: 'SP_USER' });

  const make = async (
    name: string,
    drawing = questionDrawing,
    {
      settings = {},
      about = {},
      ...fields
    }: { settings?: Record<string, Record<string, unknown>>; about?: object } & object = {},
  ) => {
    const graph = draw(drawing, {
      who: { inputs: [{ id: 'name', label: 'Name' }] },
      each: { items_to_iterate: "{% ['a', 'b'] %}" },
      ...settings,
    });
    const bot = await scene.bots.createBot(
      scene.root,
      newBot.parse({ name, graph, ...fields, ...about }),
    );
    return bot._id;
  };

  const offer = async (name: string, drawing?: string, fields?: object) => {
    const bot_id = await make(name, drawing, fields);
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    await scene.bots.setServicePortal(scene.root, { bot_id, service_portal_published: true });
    return bot_id;
  };

  const names = async (filter: object = {}) => {
    const { items, count } = await portal.listPortalApps(ada, { number_of_items: 10, ...filter });
    return [items.map(({ name }) => name), count];
  };
  return { ...scene, portal, executions, ada, make, offer, names };
};

describe('an app of the service portal', () => {
  it('is listed once its bot is published to the portal', async () => {
    const { make, offer, names } = openPortal();
    await make('Draft');
    await offer('Hire somebody');
    expect(await names()).toEqual([['Hire somebody'], 1]);
  });

  it('is found by name, category and importance', async () => {
    const { offer, names } = openPortal();
    await offer('Hire somebody', questionDrawing, { category: 'Reliability', importance: 'High' });
    await offer('Open a port', questionDrawing, { category: 'Security', importance: 'Low' });
    expect(await names({ regex: 'hire' })).toEqual([['Hire somebody'], 1]);
    expect(await names({ category: 'Security' })).toEqual([['Open a port'], 1]);
    expect(await names({ importance: 'High' })).toEqual([['Hire somebody'], 1]);
    expect(await names({ status: 'disabled' })).toEqual([[], 0]);
  });

  it('is found by its name with hyphens or with spaces', async () => {
    const { offer, names } = openPortal();
    await offer('Hire-a-colleague');
    for (const regex of ['hire a col', 'hire-a', 'Colleague']) {
      expect(await names({ regex })).toEqual([['Hire-a-colleague'], 1]);
    }
    expect(await names({ regex: 'hirea' })).toEqual([[], 0]);
  });

  it('is found by its trigger and by the services that its steps call', async () => {
    const { offer, names } = openPortal();
    const drawing = 'start -> call:http_request -> end';
    const settings = { call: { url: 'https://ec2.eu-west-1.amazonaws.com/?Action=Run' } };
    await offer('Make a host', drawing, { settings });
    await offer('Tidy up', drawing, { settings: { start: { trigger_type: 'scheduled' } } });
    expect(await names({ event: 'scheduled' })).toEqual([['Tidy up'], 1]);
    expect(await names({ event: 'on_demand' })).toEqual([['Make a host'], 1]);
    expect(await names({ event: 'event_driven' })).toEqual([[], 0]);
    expect(await names({ listener_id: 'lst_1' })).toEqual([[], 0]);
    expect(await names({ integration_type: 'aws' })).toEqual([['Make a host'], 1]);
    expect(await names({ integration_type: 'aws', regex: 'tidy' })).toEqual([[], 0]);
    expect(await names({ integration_type: 'gcp' })).toEqual([[], 0]);
  });

  it('is found by the integration that its steps use', async () => {
    const scene = openPortal();
    const { offer, names } = scene;
    const { accountId: usedId } = await connect(scene, { alias: 'Tickets' });
    const { accountId: unusedId } = await connect(scene, { alias: 'Desks' });
    await offer('Hire somebody');
    const integration = { type: 'rest_api', id: usedId };
    await offer('Open a ticket', 'start -> call:http_request -> end', {
      settings: { call: { url: 'https://api.example.com/new', integration } },
    });
    expect(await names({ integration_id: usedId })).toEqual([['Open a ticket'], 1]);
    expect(await names({ integration_id: unusedId })).toEqual([[], 0]);
  });

  it('is on the first page, however many other bots there are', async () => {
    const scene = openPortal();
    await scene.offer('Hire somebody');
    const store = botStore(world.db, scene.tenant_id);
    const [app] = await store.all(() => true);
    const otherIds = Array.from({ length: limits.passedOver + 1 }, (_, at) => `bot_f${at}`);
    const make = async (_id: string) =>
      app && store.create({ ...app, _id, service_portal_published: false });
    await Promise.all(otherIds.map(make));
    expect(await scene.names()).toEqual([['Hire somebody'], 1]);
  });

  it('is listed once over all pages', async () => {
    const { portal, ada, offer } = openPortal();
    for (const name of ['One', 'Two', 'Three']) await offer(`App ${name}`);
    const first = await portal.listPortalApps(ada, { number_of_items: 2 });
    const second = await portal.listPortalApps(ada, { number_of_items: 2, next: first.next });
    const byNumber = await portal.listPortalApps(ada, { number_of_items: 2, page_number: 2 });
    const found = [...first.items, ...second.items].map(({ name }) => name);
    expect(found.sort()).toEqual(['App One', 'App Three', 'App Two']);
    expect(second).toEqual(byNumber);
    expect([second.count, second.next]).toEqual([3, undefined]);
  });

  it('is shown with its steps, but without their settings', async () => {
    const { portal, ada, offer } = openPortal();
    const app_id = await offer('Hire somebody');
    const app = await portal.getPortalApp(ada, { app_id });
    expect(app.groups.map(({ kind }) => kind)).toEqual(['Input', 'Process', 'Approve']);
    expect(JSON.stringify(app)).not.toContain('settings');
  });

  it('is removed when its bot is withdrawn or becomes event-driven', async () => {
    const { portal, ada, root, bots, offer, listeners } = openPortal();
    const app_id = await offer('Hire somebody');
    await bots.setServicePortal(root, { bot_id: app_id, service_portal_published: false });
    expect(await statusOf(portal.getPortalApp(ada, { app_id }))).toBe(404);
    expect(await statusOf(portal.startPortalApp(ada, { app_id }))).toBe(404);
    await bots.setServicePortal(root, { bot_id: app_id, service_portal_published: true });
    const listener = await listeners.createListener(root, {
      name: 'Findings',
      description: 'Findings',
      webhook_source_integration_type: 'generic',
      auth_configs: { auth_type: 'signature', headers: { additional_headers: [] } },
      payload_validation_fields: [],
      delivery_id_field: undefined,
    } as never);
    const { graph, name } = await bots.getBot(root, { bot_id: app_id });
    const driven = {
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.type === 'start'
          ? { ...node, settings: { trigger_type: 'event_driven', listener_id: listener._id } }
          : node,
      ),
    };
    const change = newBot.parse({ name, graph: driven });
    await bots.updateBot(root, { ...change, bot_id: app_id, base_version: 1 });
    const after = await bots.publishBot(root, { bot_id: app_id, version: 2 });
    expect(after.service_portal_published).toBe(false);
    const secondOffer = bots.setServicePortal(root, {
      bot_id: app_id,
      service_portal_published: true,
    });
    expect((await refusalFrom(secondOffer))?.body().error).toBe(
      'Event-driven bots cannot be published to the service portal.',
    );
  });

  it('requires a published version', async () => {
    const { root, bots, make } = openPortal();
    const bot_id = await make('Draft');
    const offered = bots.setServicePortal(root, { bot_id, service_portal_published: true });
    expect((await refusalFrom(offered))?.status).toBe(400);
  });
});

describe('a run of an app', () => {
  const follow = async (caller: Caller, { portal }: ReturnType<typeof openPortal>, id: string) => {
    const { state, statuses } = await portal.getPortalRun(caller, { bot_exc_id: id });
    return { state, statuses };
  };

  it('is visible only to the person who started it, and to ROOT users', async () => {
    const scene = openPortal();
    const { portal, ada, root, tenant_id, offer } = scene;
    const { _id } = await portal.startPortalApp(ada, { app_id: await offer('Hire somebody') });
    const bob = person(tenant_id, 'bob@example.com', { userType: 'SP_USER' });
    const calls = ['getPortalRun', 'abortPortalRun', 'restartPortalRun'] as const;
    for (const call of calls) {
      expect(await statusOf(portal[call](bob, { bot_exc_id: _id }))).toBe(404);
    }
    expect((await portal.listPortalRuns(bob, { number_of_items: 10 })).items).toEqual([]);
    const { items } = await portal.listPortalRuns(ada, { number_of_items: 10 });
    expect(items.map((run) => run._id)).toEqual([_id]);
    expect((await portal.getPortalRun(root, { bot_exc_id: _id })).bot_name).toBe('Hire somebody');
  });

  it('shows why it ended, without the details of AWS', async () => {
    const scene = openPortal();
    const { portal, ada, db, tenant_id, offer } = scene;
    const { _id: bot_exc_id } = await portal.startPortalApp(ada, { app_id: await offer('Hire') });
    const errors = ['The engine could not continue.', 'Lambda.Unknown: arn:aws:lambda:x'];
    const now = isoTime(scene.clock());
    const ended = { state: 'FAILED', finished_at: now, updated_at: now, errors } as const;
    await executionStore(db, tenant_id).commit(bot_exc_id, ended);
    expect((await portal.getPortalRun(ada, { bot_exc_id })).errors).toEqual([errors[0]]);
    const { items } = await portal.listPortalRuns(ada, { number_of_items: 10 });
    expect(items).toMatchObject([{ _id: bot_exc_id, errors: [errors[0]] }]);
    expect(JSON.stringify(items)).not.toContain('arn:aws');
  });

  it('can be filtered by app and starter, for ROOT users also by other starters', async () => {
    const { portal, ada, root, offer } = openPortal();
    const [hireApp, portApp] = [await offer('Hire somebody'), await offer('Open a port')];
    const { _id } = await portal.startPortalApp(ada, { app_id: hireApp });
    await portal.startPortalApp(ada, { app_id: portApp });
    const { _id: roots } = await portal.startPortalApp(root, { app_id: hireApp });
    const list = async (caller: Caller, filter: object) => {
      const page = await portal.listPortalRuns(caller, { number_of_items: 10, ...filter });
      return page.items.map((run) => run._id);
    };
    expect(await list(ada, { app_id: hireApp })).toEqual([_id]);
    expect(await list(ada, { bot_caller: ada.user_id, app_id: hireApp })).toEqual([_id]);
    expect(await list(ada, { bot_caller: root.user_id })).toEqual([]);
    expect(await list(root, { app_id: hireApp })).toEqual([roots]);
    expect(await list(root, { bot_caller: ada.user_id, app_id: hireApp })).toEqual([_id]);
  });

  it('is found by the name of its bot at the start, not by a later name', async () => {
    const scene = openPortal();
    const { portal, ada, root, bots, offer } = scene;
    const app_id = await offer('Hire-somebody');
    const { _id } = await portal.startPortalApp(ada, { app_id });
    const { graph } = await bots.getBot(root, { bot_id: app_id });
    const renamed = newBot.parse({ name: 'Welcome', graph });
    await bots.updateBot(root, { ...renamed, bot_id: app_id, base_version: 1 });
    const found = async (bot_name: string) => {
      const page = await portal.listPortalRuns(ada, { number_of_items: 10, bot_name });
      return page.items.map((run) => run._id);
    };
    expect(await found('hire some')).toEqual([_id]);
    expect(await found('hire-some')).toEqual([_id]);
    expect(await found('welcome')).toEqual([]);
  });

  it('can be sorted by its last update or its creation', async () => {
    const scene = openPortal();
    const { portal, ada, offer } = scene;
    const app_id = await offer('Hire somebody');
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      ids.push((await portal.startPortalApp(ada, { app_id }))._id);
      scene.time.now += 1000;
    }
    const [first = '', second, third] = ids;
    await commit(scene, first, { state: 'IN_PROGRESS' });
    const list = async (sort?: AppRunSort) => {
      const firstPage = await portal.listPortalRuns(ada, {
        number_of_items: 2,
        ...(sort && { sort }),
      });
      const nextRequest = { number_of_items: 2, next: firstPage.next, ...(sort && { sort }) };
      const secondPage = await portal.listPortalRuns(ada, nextRequest);
      return [...firstPage.items, ...secondPage.items].map((run) => run._id);
    };
    expect(await list()).toEqual([first, third, second]);
    expect(await list('updated_at')).toEqual([second, third, first]);
    expect(await list('created_at')).toEqual([first, second, third]);
    expect(await list('-created_at')).toEqual([third, second, first]);
  });

  it('shows the state of each step, but no outputs', async () => {
    const scene = openPortal();
    const { ada, offer } = scene;
    const bot_id = await offer('Hire somebody');
    const trigger = { type: 'manual' as const, user_id: ada.user_id };
    const id = await startRun(scene, { bot_id, trigger });
    await commit(scene, id, {
      state: 'WAITING_FOR_APPROVAL',
      results: {
        who: result('SUCCEEDED', { output: 'a secret' }),
        fetch: result('SUCCEEDED'),
        ask: result('IN_PROGRESS'),
      },
      waiting_for: {
        node_id: 'ask',
        kind: 'approval',
        until: '2026-09-02T12:00:00.000Z',
        approval_id: 'apr_1',
      },
    });
    expect(await follow(ada, scene, id)).toEqual({
      state: 'WAITING_FOR_APPROVAL',
      statuses: { who: 'SUCCEEDED', fetch: 'SUCCEEDED', ask: 'WAITING_FOR_APPROVAL' },
    });
    const runText = JSON.stringify(await scene.portal.getPortalRun(ada, { bot_exc_id: id }));
    expect(runText).toContain('apr_1');
    expect(runText).not.toContain('a secret');
  });

  it('shows people only the values that they entered themselves', async () => {
    const scene = openPortal();
    const { ada, root, offer } = scene;
    const settings = {
      inputs: [
        { id: 'name', label: 'Full name' },
        { id: 'port', label: "{% 'Port' %}" },
      ],
    };
    const drawing = 'start -> who:user_input -next-> end\nwho -expired-> end';
    const bot_id = await offer('Hire somebody', drawing, { settings: { who: settings } });
    const trigger = { type: 'manual' as const, user_id: ada.user_id };
    const id = await startRun(scene, { bot_id, trigger });
    const output = {
      values: { name: 'Bob', port: 22 },
      resolver: { id: ada.user_id, name: 'Ada' },
      message: 'Who?',
    };
    await commit(scene, id, { results: { who: result('SUCCEEDED', { output }) } });
    const enteredFor = async (caller: Caller) =>
      (await scene.portal.getPortalRun(caller, { bot_exc_id: id })).entered;
    const values = [
      { label: 'Full name', value: 'Bob' },
      { label: 'port', value: 22 },
    ];
    expect(await enteredFor(ada)).toEqual([{ node_id: 'who', name: 'who', values }]);
    expect(await enteredFor(root)).toEqual([]);
    const output_ref = `${scene.tenant_id}/${id}/who.json`;
    await scene.files.put(output_ref, JSON.stringify(output));
    await commit(scene, id, { results: { who: result('SUCCEEDED', { output_ref }) } });
    expect(await enteredFor(ada)).toEqual([{ node_id: 'who', name: 'who', values }]);
    expect(await enteredFor(root)).toEqual([]);
  });

  it('shows a step in a loop with the state of the loop, unless it asks people', async () => {
    const scene = openPortal();
    const { ada, offer } = scene;
    const bot_id = await offer(
      'Tidy up',
      'start -> each:loop -body-> fix:http_request -> ask:approval\n' +
        'ask -approved-> over:loop_end -> end\nask -rejected-> over',
      {},
    );
    const trigger = { type: 'manual' as const, user_id: ada.user_id };
    const id = await startRun(scene, { bot_id, trigger });
    await commit(scene, id, { results: { each: result('IN_PROGRESS') } });
    expect((await follow(ada, scene, id)).statuses).toMatchObject({
      each: 'IN_PROGRESS',
      fix: 'IN_PROGRESS',
      ask: 'IN_PROGRESS',
    });
    const wait = { node_id: 'ask', kind: 'approval' as const, until: '2026-09-02T12:00:00.000Z' };
    await commit(scene, id, { waiting_for: wait });
    expect((await follow(ada, scene, id)).statuses).toMatchObject({
      fix: 'IN_PROGRESS',
      ask: 'WAITING_FOR_APPROVAL',
    });
  });

  it('shows whether its app can be started again', async () => {
    const { portal, ada, root, bots, offer } = openPortal();
    const app_id = await offer('Hire somebody');
    const { _id: bot_exc_id, offered } = await portal.startPortalApp(ada, { app_id });
    expect(offered).toBe(true);
    await bots.setServicePortal(root, { bot_id: app_id, service_portal_published: false });
    const afterWithdrawal = await portal.getPortalRun(ada, { bot_exc_id });
    expect([afterWithdrawal.offered, afterWithdrawal.groups.length]).toEqual([false, 3]);
    expect(await statusOf(portal.restartPortalRun(ada, { bot_exc_id }))).toBe(404);
    expect((await portal.getPortalRun(ada, { bot_exc_id })).state).not.toBe('CANCELLED');
    await bots.deleteBot(root, { bot_id: app_id });
    const afterDeletion = await portal.getPortalRun(ada, { bot_exc_id });
    expect([afterDeletion.offered, afterDeletion.groups.length]).toEqual([false, 3]);
    expect((await portal.abortPortalRun(ada, { bot_exc_id })).state).toBe('CANCELLED');
  });

  it('shows why it failed, without technical details', async () => {
    const scene = openPortal();
    const { portal, ada, offer } = scene;
    const trigger = { type: 'manual' as const, user_id: ada.user_id };
    const id = await startRun(scene, { bot_id: await offer('Hire somebody'), trigger });
    const errors = ['The engine could not continue this run (TypeError).', 'At task.js:12.'];
    await commit(scene, id, { state: 'FAILED', errors });
    const run = await portal.getPortalRun(ada, { bot_exc_id: id });
    expect(run.errors).toEqual(errors.slice(0, 1));
  });

  it('is not aborted by a restart that the plan refuses', async () => {
    const scene = openPortal();
    const { portal, ada, offer, db, tenant_id } = scene;
    const starter = { subscription_type: 'aws_marketplace_subscription', plan: 'starter' } as const;
    const start_date = isoTime(scene.clock());
    await subscriptionStore(db, tenant_id).create({ _id: 'sub_1', ...starter, start_date });
    const { _id } = await portal.startPortalApp(ada, { app_id: await offer('Hire somebody') });
    const monthKey = usageKey(tenant_id, monthOf(scene.clock()));
    await addAmounts(db, subscriptionTable, monthKey, { executions: 100_000 });
    const refusal = await refusalFrom(portal.restartPortalRun(ada, { bot_exc_id: _id }));
    expect([refusal?.status, refusal?.message]).toEqual([
      409,
      expect.stringMatching(/^The Starter plan includes/),
    ]);
    expect((await follow(ada, scene, _id)).state).not.toBe('CANCELLED');
  });

  it('reports that it was aborted where the restart then fails', async () => {
    const scene = openPortal();
    const { ada, offer, root, bots } = scene;
    const app_id = await offer('Hire somebody');
    const { _id } = await scene.portal.startPortalApp(ada, { app_id });
    const runner = {
      ...openRunner(),
      stop: async () => {
        await bots.deleteBot(root, { bot_id: app_id });
      },
    };
    const deps = { ...scene, runner, check: checkWithoutOwnActions, testNode: echoNodeTest };
    const refusal = await refusalFrom(
      portalService(deps).restartPortalRun(ada, { bot_exc_id: _id }),
    );
    expect(refusal?.message).toMatch(/^The run was aborted\. This bot does not exist/);
    expect((await follow(ada, scene, _id)).state).toBe('CANCELLED');
  });

  it('keeps its dry-run options when it is restarted', async () => {
    const scene = openPortal();
    const { portal, ada, offer, db, tenant_id } = scene;
    const bot_id = await offer('Hire somebody');
    const trigger = { type: 'manual' as const, user_id: ada.user_id };
    const options = { dry_run: true, use_pins: true };
    const first = await startRun(scene, { bot_id, trigger, options });
    const { _id, dry_run } = await portal.restartPortalRun(ada, { bot_exc_id: first });
    expect(dry_run).toBe(true);
    const startedRun = await executionStore(db, tenant_id).get(_id);
    expect(startedRun?.options).toEqual({ ...options, caching_settings: false });
    const secondRestart = await portal.restartPortalRun(ada, { bot_exc_id: first });
    expect(secondRestart.dry_run).toBe(true);
  });

  it('uses its input again when it is restarted', async () => {
    const scene = openPortal();
    const { portal, root, offer, executions, db, tenant_id } = scene;
    const bot_id = await offer('Hire somebody');
    const input = { host: 'db' };
    const first = await executions.startExecution(root, { bot_id, input, until: 'fetch' });
    const view = await portal.getPortalRun(root, { bot_exc_id: first._id });
    expect(view.given).toBe(true);
    expect(JSON.stringify(view)).not.toContain('"db"');
    const newRun = await portal.restartPortalRun(root, { bot_exc_id: first._id });
    const startedRun = await executionStore(db, tenant_id).get(newRun._id);
    expect([startedRun?.input, startedRun?.options.until]).toEqual([input, 'fetch']);
    const plainRun = await portal.startPortalApp(root, { app_id: bot_id });
    expect(plainRun.given).toBeUndefined();
  });

  it('uses its event again at a restart, which requires the right to read it', async () => {
    const scene = openPortal();
    const { portal, root, ada, offer, db, tenant_id } = scene;
    const sender = await openSender(scene);
    const { listener_id } = sender;
    const { event_id } = (await sender.send(sender.signed('{"host":"sent"}'))).body;
    const event = { listener_id, event_id };
    const bot_id = await offer('Hire somebody');
    const trigger = { type: 'manual' as const, user_id: ada.user_id, event };
    const first = await startRun(scene, { bot_id, trigger });
    expect(await statusOf(portal.restartPortalRun(ada, { bot_exc_id: first }))).toBe(403);
    expect((await portal.getPortalRun(ada, { bot_exc_id: first })).state).not.toBe('CANCELLED');
    const newRun = await portal.restartPortalRun(root, { bot_exc_id: first });
    const startedRun = await executionStore(db, tenant_id).get(newRun._id);
    expect(startedRun?.trigger).toMatchObject({ type: 'manual', event });
  });

  it('can be restarted only within the concurrency limit of its bot', async () => {
    const { portal, ada, offer } = openPortal();
    const concurrency = { limit: 1, when_full: 'drop' } as const;
    const app_id = await offer('Hire somebody', questionDrawing, {
      about: { settings: { concurrency } },
    });
    const { _id: first } = await portal.startPortalApp(ada, { app_id });
    const { _id: second } = await portal.restartPortalRun(ada, { bot_exc_id: first });
    const refusal = await refusalFrom(portal.restartPortalRun(ada, { bot_exc_id: first }));
    expect(refusal?.message).toMatch(/^One run is under way/);
    expect((await portal.getPortalRun(ada, { bot_exc_id: second })).state).not.toBe('CANCELLED');
  });

  it('is aborted and replaced by a new run when it is restarted', async () => {
    const scene = openPortal();
    const { portal, ada, offer } = scene;
    const { _id } = await portal.startPortalApp(ada, { app_id: await offer('Hire somebody') });
    const newRun = await portal.restartPortalRun(ada, { bot_exc_id: _id });
    expect((await follow(ada, scene, _id)).state).toBe('CANCELLED');
    expect(newRun._id).not.toBe(_id);
    const aborted = await portal.abortPortalRun(ada, { bot_exc_id: newRun._id });
    expect([aborted.state, aborted.errors]).toEqual(['CANCELLED', ['Aborted by ada@example.com.']]);
    expect(await statusOf(portal.abortPortalRun(ada, { bot_exc_id: newRun._id }))).toBe(409);
  });
});
