import type { ActionTestCall } from '#lib/domain/actions/action-test.service.ts';
import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import type { NodeTestCall } from '#lib/domain/executions/runs/node-test.service.ts';
import type { Execution, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import type { Lane } from '#lib/domain/executions/lanes/lane.schema.ts';
import { type ExecutionChange, executionStore } from '#lib/domain/executions/execution.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import { botRun, openInMemory, scriptedEngine } from '#test/support/state-machine.ts';
import type { Scene } from '../scene.ts';

/** The time at which everything here begins. */
const startedAt = '2026-09-01T12:00:00.000Z';

const bot = { _id: 'bot_1', name: 'Isolate' } as Bot;
const trigger = { type: 'manual' as const, user_id: 'root@example.com' };

/** Records a run. */
export const startRun = async (scene: Scene, fields: Partial<Execution> = {}): Promise<string> => {
  const start = { _id: timedId('exc', scene.time.now), trigger, input: undefined, version: 1 };
  const run = { ...newExecution(bot, start, scene.time.now), ...fields };
  await executionStore(scene.db, scene.tenant_id).create(run);
  return run._id;
};

export const runOf = async (scene: Scene, id: string): Promise<Execution> => {
  const found = await executionStore(scene.db, scene.tenant_id).get(id);
  if (!found) throw new Error(`There is no run ${id}.`);
  return found;
};

export const commit = (scene: Scene, id: string, change: Partial<ExecutionChange>) =>
  executionStore(scene.db, scene.tenant_id).commit(id, {
    updated_at: isoTime(scene.time.now + 1),
    ...change,
  });

export const result = (status: NodeResult['status'], fields: Partial<NodeResult> = {}) => ({
  status,
  attempt: 1,
  started_at: startedAt,
  ...fields,
});

/** An iteration in progress. */
export const openLane = (lane: string, fields: Partial<Lane> = {}): Lane => ({
  lane,
  state: 'IN_PROGRESS',
  results: {},
  inline_bytes: 0,
  errors: [],
  created_at: startedAt,
  updated_at: startedAt,
  open: 'open',
  ...fields,
});

/** The commit that ends a run. */
export const finish = (scene: Scene, id: string) =>
  commit(scene, id, { state: 'SUCCEEDED', finished_at: isoTime(scene.time.now + 1) });

/**
 * The embedded runner over the product's own state machine; its engine answers `done`. It opens
 * when first used, because most tests that get one never start a run.
 */
export const openRunner = (): EmbeddedRunner => {
  let cachedRunner: EmbeddedRunner | undefined;
  const open = () => {
    const { functions } = scriptedEngine([]);
    cachedRunner ??= openInMemory({ definition: botRun(), functions });
    return cachedRunner;
  };
  return new Proxy({} as EmbeddedRunner, {
    get: (_, name) => {
      const runner = open();
      const value: unknown = Reflect.get(runner, name);
      return typeof value === 'function' ? value.bind(runner) : value;
    },
  });
};

/** Replaces the engine: returns the data that it was given. */
export const echoNodeTest = async ({ node, event, nodes, turn, dry_run }: NodeTestCall) => {
  const outputs = [...nodes].map(async ([name, output]) => [name, await output()] as const);
  const output = {
    event: await event(),
    nodes: Object.fromEntries(await Promise.all(outputs)),
    ...(turn && { turn: await turn() }),
  };
  return {
    status: 'SUCCEEDED' as const,
    input: { name: node.name, dry_run },
    output,
    duration_ms: 1,
  };
};

/** Replaces the engine: returns what it was given. */
export const echoActionTest = async ({ action, ...call }: ActionTestCall) => ({
  status: 'SUCCEEDED' as const,
  output: { action: action._id, ...call },
  duration_ms: 1,
});
