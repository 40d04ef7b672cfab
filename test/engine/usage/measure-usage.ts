import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Graph, newBot } from '#lib/domain/bots/bot.schema.ts';
import { runRecordStore } from '#lib/domain/costs/run-record.store.ts';
import { historyStore } from '#lib/domain/executions/history/history.store.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { failAbandonedRun } from '#lib/engine/abandoned-run.ts';
import { pause } from '#lib/engine/pause.ts';
import { advance } from '#lib/engine/run.ts';
import { factHandler } from '#lib/facts.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Documents } from '#lib/kernel/documents.ts';
import { type EmbeddedRunner, openRunner } from '#lib/local/runner/runner.ts';
import { substitute } from '#lib/local/runner/substitute.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openScene, type Scene } from '#test/domain/scene.ts';
import { billedDatabase } from '#test/support/billed-database.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { noPython } from '#test/support/no-python.ts';
import { noModels } from '#test/support/no-models.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { noAws } from '#test/support/no-aws.ts';
import { openSender } from '#test/domain/listeners/sender.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const site = { url: 'https://cloudwarden.example' };

const definition = () =>
  substitute(JSON.parse(readFileSync('statemachines/bot-run.asl.json', 'utf8')), {
    EngineAdvance: 'advance',
    EnginePause: 'pause',
    EngineFail: 'fail',
  });

/** The database, with its calls recorded by name and table. */
const recordingDatabase = (inner: Database) => {
  const calls: string[] = [];
  const send: Documents['send'] = (call) => {
    const tables = 'TableName' in call.input ? [call.input.TableName] : ['several'];
    calls.push(`${call.action} ${tables.join()}`);
    return inner.documents.send(call);
  };
  /** Leaves out the test's own calls, made while nothing else is running. */
  const aside = async <T>(work: () => Promise<T>): Promise<T> => {
    const { length } = calls;
    const answer = await work();
    calls.splice(length);
    return answer;
  };
  return { db: { ...inner, documents: { send } } satisfies Database, calls, aside };
};

/** The engine in the real state machine, which counts the states entered. */
const openEngine = (scene: Scene, ledger: DatabaseSync, allow: string[]) => {
  const counts = { transitions: 0, calls: 0, facts: 0, requests: 0 };
  const clock = () => (scene.time.now += 1);
  const { db, files, realtime, bus, secrets } = scene;
  const deps = {
    db,
    files,
    realtime,
    bus,
    clock,
    log: quiet,
    site,
    mail: { send: async () => undefined },
    integration: openIntegration({ db, secrets }),
    ownAction: async () => undefined,
    tokens: newTokenCache(),
    aws: noAws,
    outgoing: outgoing({ allow }),
    dial: dialer({ allow }),
    python: noPython,
    queries: noQueries,
    models: noModels,
    startRun: () => Promise.reject(new Error('No agent runs a bot here.')),
  };
  const called = (work: (payload: unknown) => Promise<unknown>) => (payload: unknown) => {
    counts.calls += 1;
    return work(payload);
  };
  const runner: EmbeddedRunner = openRunner({
    database: ledger,
    definition: definition(),
    functions: {
      advance: called(advance(deps)),
      pause: called(pause({ ...deps, resume: (token) => runner.resume(token) })),
      fail: called(failAbandonedRun(deps)),
    },
    clock: scene.clock,
    trace: ({ type }) => {
      if (type.endsWith('StateEntered')) counts.transitions += 1;
    },
  });
  const testConnection = () => Promise.reject(new Error('Nothing is tested here.'));
  const integrations = { openIntegration: deps.integration, testConnection };
  const handle = factHandler({ ...scene, ...integrations, runner, log: quiet, site });
  const handled = async (facts: readonly Fact[]) => {
    counts.calls += facts.length;
    counts.facts += facts.length;
    for (const fact of facts) await handle(fact);
  };
  return { runner, handled, counts };
};

/** A listener with a bot that its events start. */
const publishWithListener = async (scene: Scene, graph: Graph) => {
  const { signed, send, listener_id } = await openSender(scene);
  const nodes = graph.nodes.map((node) =>
    node.type === 'start'
      ? { ...node, settings: { trigger_type: 'event_driven', listener_id } }
      : node,
  );
  const call = (id: string) =>
    send(signed(JSON.stringify({ id, text: 'x'.repeat(700) }), { 'idempotency-key': id }));
  // The listener records calls once a minute.
  await call('first');
  scene.facts.splice(0);
  const bot = newBot.parse({ name: 'Reference', graph: { ...graph, nodes } });
  const { _id: bot_id } = await scene.bots.createBot(scene.root, bot);
  await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
  return { call, bot_id };
};

/** Approves and submits everything that is asked; returns how much that was. */
const answerAll = async ({ approvals, userInputs, root }: Scene): Promise<number> => {
  const page = await approvals.listApprovals(root, { number_of_items: 100, status: 'pending' });
  for (const { _id: approval_id } of page.items) {
    const action = { status: 'resolved' as const, all: true as const, message: 'Go on.' };
    await approvals.resolveApproval(root, { approval_id, ...action });
  }
  const forms = await userInputs.listUserInputs(root, { number_of_items: 100, status: 'PENDING' });
  for (const { _id: user_input_id } of forms.items) {
    await userInputs.submitUserInput(root, { user_input_id, values: {} });
  }
  return page.items.length + forms.items.length;
};

/** Does what is due until all follow-up work of the run's end is done. */
const finish = async (
  scene: Scene,
  { runner, handled, counts }: ReturnType<typeof openEngine>,
  aside: ReturnType<typeof recordingDatabase>['aside'],
): Promise<void> => {
  for (let rounds = 0; rounds < 1000; rounds += 1) {
    await runner.idle();
    const facts = scene.facts.splice(0);
    await handled(facts);
    const answers = await aside(() => answerAll(scene));
    counts.requests += answers;
    counts.calls += answers;
    if (facts.length + answers > 0) continue;
    if (runner.countOpen() === 0) return;
    scene.time.now += 30_000;
    runner.wake();
  }
  throw new Error('The run does not end.');
};

/**
 * Runs a bot once, from the webhook to all follow-up work of its end. Returns what it used (states
 * entered by its state machines, engine calls, and the billed units of its writes) and what its
 * record says afterwards. A bot that ran before is already read and prepared. Of several events
 * that arrive at once, everything is counted.
 */
export const measureUsage = async (
  world: TestDatabase,
  graph: Graph,
  allow: string[],
  { isFirst = true, events = 1 } = {},
) => {
  const { db: billedDb, billed } = billedDatabase(world.db);
  const { db, calls, aside } = recordingDatabase(billedDb);
  const scene = openScene({ ...world, folder: world.folder, db: { ...world.db, ...db } });
  const ledger = new DatabaseSync(join(world.folder, `${scene.tenant_id}.db`));
  const engine = openEngine(scene, ledger, allow);
  const { call, bot_id } = await publishWithListener(scene, graph);
  if (!isFirst) {
    await call('second');
    await finish(scene, engine, aside);
  }
  Object.assign(billed, { writes: 0, writeUnits: 0, indexUnits: 0 });
  calls.splice(0);
  await Promise.all(Array.from({ length: events }, (_, n) => call(`counted-${n}`)));
  Object.assign(engine.counts, { calls: events, requests: events });
  await finish(scene, engine, aside);
  await engine.runner.drain(1000);
  ledger.close();
  const databaseCalls = [...calls];
  const runs = await historyStore(scene.db, scene.tenant_id).page(
    {},
    { number_of_items: events + 1 },
    [],
  );
  const states = runs.items.map(({ state }) => state);
  const [record] = await runRecordStore(scene.db, scene.tenant_id).newestEnded(bot_id, 2);
  if (!record) throw new Error('The run left no record.');
  return { used: { ...billed, ...engine.counts }, databaseCalls, states, record };
};
