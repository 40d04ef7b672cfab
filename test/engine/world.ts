import { join } from 'node:path';
import type { Bot, BotSettings, Graph } from '#lib/domain/bots/bot.schema.ts';
import { botVersionStore } from '#lib/domain/bots/bot.store.ts';
import type { ChatFrame } from '#lib/domain/chat/frame.schema.ts';
import { approvalStore } from '#lib/domain/approvals/approval.store.ts';
import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import { newTokenCache } from '#lib/engine/integrations/tokens.ts';
import { newExecution } from '#lib/domain/executions/execution.rules.ts';
import type { Execution, RunOptions, Trigger } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { startRun } from '#lib/domain/executions/runs/start.service.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { laneStore } from '#lib/domain/executions/lanes/lane.store.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import type { EngineDeps, PauseDeps } from '#lib/engine/deps.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { outgoing } from '#lib/engine/outgoing/request.ts';
import { failAbandonedRun } from '#lib/engine/abandoned-run.ts';
import { pause } from '#lib/engine/pause.ts';
import { advance, type Step } from '#lib/engine/run.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Documents } from '#lib/kernel/documents.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { openFiles } from '#lib/local/files.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import type { Python } from '#lib/ports/python.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { noPython } from '#test/support/no-python.ts';
import { noModels } from '#test/support/no-models.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { noAws } from '#test/support/no-aws.ts';

export const tenant = 'org_engine';
const botDefaults = {
  category: 'Security',
  importance: 'Medium',
  status: 'enabled',
} as const;

/** Naming ids approves only that part. */
type Decision = 'approve' | 'reject' | 'ignore' | { approve: string[] };

type RecordedMessages = {
  /** `<node id or run> <status>`, and `<approval id> <status>`. */
  frames: string[];
  approvals: string[];
  /** Frames of AI agents' threads. */
  chat: ChatFrame[];
  mails: { to: string[]; subject: string; text: string }[];
  facts: string[];
};

/** The database, failing at the n-th call: before it does anything, or after it has done it. */
export const databaseFailingAt = (db: Database, at: number, when: 'before' | 'after'): Database => {
  let calls = 0;
  const send: Documents['send'] = async (call) => {
    calls += 1;
    if (calls === at && when === 'before') throw new Error('The store is down.');
    const answer = await db.documents.send(call);
    if (calls === at && when === 'after') throw new Error('The answer of the store was lost.');
    return answer;
  };
  return { ...db, documents: { send } };
};

/** Counts the database calls. */
const countingDatabase = (db: Database, count: { calls: number }): Database => {
  const send: Documents['send'] = (call) => {
    count.calls += 1;
    return db.documents.send(call);
  };
  return { ...db, documents: { send } };
};

/**
 * The engine over the real stores, with peers on this machine. Its clock stands still unless each
 * reading of it advances it by a `tick` (ms); `settings` are those of its bots.
 */
export const engineWorld = (
  database: TestDatabase,
  allow: string[] = [],
  {
    tick = 0,
    settings,
    python = noPython,
    peers,
  }: {
    tick?: number;
    settings?: BotSettings;
    python?: Python;
    /** Replacements for stored integrations, outgoing calls, AWS and the inventory. */
    peers?: Partial<
      Pick<EngineDeps, 'integration' | 'outgoing' | 'aws' | 'queries' | 'models' | 'dial'>
    >;
  } = {},
) => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const messages: RecordedMessages = { frames: [], approvals: [], chat: [], mails: [], facts: [] };
  const resumed: string[] = [];
  const logged: string[] = [];
  const log = {
    info() {},
    warn: (message: string) => void logged.push(message),
    error: (message: string) => void logged.push(message),
  };
  let mailWorks = true;
  let realtimeWorks = true;
  let onRead = (_key: string): void => undefined;
  const count = { calls: 0 };

  const files = openFiles(join(database.folder, 'data'));
  const secrets = openSecrets({ path: join(database.folder, 'key'), create: true });

  /** Runs that other runs have started; a test drives them. */
  const startedRuns: string[] = [];
  const begin = async (name: string) => {
    if (!startedRuns.includes(name)) startedRuns.push(name);
    return 'started' as const;
  };

  const deps = (db: Database): EngineDeps & PauseDeps => ({
    db,
    files: {
      ...files,
      get: async (key) => {
        onRead(key);
        return files.get(key);
      },
    },
    realtime: {
      push: async (_tenant, channel, message) => {
        if (!realtimeWorks) throw new Error('No console can be reached.');
        if (channel === 'bot_execution_updated' && 'node_name' in message)
          messages.frames.push(`${message.node_name || 'run'} ${message.status}`);
        if (channel === 'send_message' && 'messages' in message) messages.chat.push(message);
        if ('approval_id' in message)
          messages.approvals.push(`${message.approval_id} ${message.status}`);
      },
    },
    mail: {
      send: async (message) => {
        if (!mailWorks) throw new Error('The mail server is down.');
        messages.mails.push(message);
      },
    },
    bus: { publish: async (facts) => void messages.facts.push(...facts.map(({ type }) => type)) },
    python,
    queries: noQueries,
    models: noModels,
    integration: openIntegration({ db, secrets }),
    ownAction: findOwnAction(db),
    tokens: newTokenCache(),
    aws: noAws,
    outgoing: outgoing({ allow }),
    dial: dialer({ allow }),
    ...peers,
    startRun: (bot, input) =>
      startRun({ db, clock: () => now, files, evaluateKey, runner: { start: begin } }, bot, input),
    clock: () => (now += tick),
    log,
    site: { url: 'https://cloudwarden.example' },
    resume: async (token) => void resumed.push(token),
  });

  const runs = () => executionStore(database.db, tenant);
  const approvals = () => approvalStore(database.db, tenant);
  const lanes = () => laneStore(database.db, tenant);

  const read = async (id: string): Promise<Execution> => {
    const run = await runs().get(id);
    if (!run) throw new Error(`There is no run ${id}.`);
    return run;
  };

  /** Records a bot's version and a run of it, as the services do. */
  const start = async (
    graph: Graph,
    input: unknown = {},
    trigger?: Trigger,
    options: RunOptions = {},
  ): Promise<string> => {
    const bot_id = timedId('bot', now);
    const at = isoTime(now);
    const version = { version: 1, graph, saved_by: 'a@example.com', saved_at: at };
    await botVersionStore(database.db, tenant).create(bot_id, version);
    const names = { _id: bot_id, tenant_id: tenant, name: 'Tidy up', description: '' };
    const offered = { trigger_type: 'on_demand', service_portal_published: false } as const;
    const references = {
      integration_types: [],
      integration_ids: [],
      action_ids: [],
      draft_action_ids: [],
      agent_bot_ids: [],
      draft_agent_bot_ids: [],
      draft_integration_ids: [],
    };
    const versions = { draft_version: 1, ...references, ...offered };
    const times = { created_by: 'a@example.com', created_at: at, updated_at: at };
    const bot = { ...names, ...botDefaults, ...versions, ...times, ...(settings && { settings }) };
    const _id = timedId('exc', now);
    const manual = { type: 'manual' as const, user_id: 'a@example.com' };
    const begin = { _id, trigger: trigger ?? manual, input, version: 1, options };
    await runs().create(newExecution(bot, begin, now));
    return _id;
  };

  /** Another run of the same version of the same bot. */
  const startAgain = async (
    before: Execution,
    options: RunOptions = {},
    results: Execution['results'] = {},
  ): Promise<string> => {
    const { bot_id, bot_name, version, trigger, input } = before;
    const _id = timedId('exc', now);
    const bot = { _id: bot_id, name: bot_name, ...botDefaults } as Bot;
    const newRun = newExecution(bot, { _id, trigger, input, version, options }, now);
    await runs().create({ ...newRun, results });
    return _id;
  };

  const decide = async (id: string, decision: Decision, name = 'anna@example.com') => {
    const found = decision === 'ignore' || id === '' ? undefined : await approvals().get(id);
    if (!found) return;
    const rejects = decision === 'reject';
    const approvedIds = typeof decision === 'object' ? decision.approve : undefined;
    const agreed = approvedIds ?? found.resources.map((one) => one.id);
    await approvals().decide(id, found.revision, {
      status: rejects ? 'rejected' : (approvedIds && 'resolved') || 'approved',
      approved_ids: rejects ? [] : agreed,
      resolutions: [
        {
          approver_name: name,
          user_approval_status: rejects ? 'rejected' : 'resolved',
          message: rejects ? 'Too risky.' : 'Go ahead.',
          resolved_at: isoTime(now),
        },
      ],
    });
  };

  type Plan = {
    /** By the asking node; in loops the decision may differ between iterations. */
    decisions?: Record<string, Decision | ((lane: string) => Decision)>;
    /** Which database call of the first attempt fails. */
    fails?: { at: number; when: 'before' | 'after' };
    /** Called before the time passes that it waits for. */
    onDelay?: () => Promise<void>;
    onPause?: (run: Execution, nodeId: string, lane: string) => void;
    /** Receives what the state machine of a lane, or the run's own, forks into. */
    onFork?: (lane: string, parts: string[]) => void;
    /** Receives the key of every file that is read. */
    onRead?: (key: string) => void;
  };

  /** What a lane of a run waits for now. */
  const waitingAt = async (id: string, lane: string) => {
    const one = lane === '' ? await runs().get(id) : await lanes().get(id, lane);
    return one?.waiting_for;
  };

  /** Acts as the state machine until the run has ended; delays pass at once. */
  const drive = async (id: string, plan: Plan = {}): Promise<Execution> => {
    const { decisions = {}, fails, onPause } = plan;
    onRead = plan.onRead ?? onRead;
    const db = fails
      ? databaseFailingAt(database.db, fails.at, fails.when)
      : countingDatabase(database.db, count);
    const runDeps = deps(db);
    const [advanceRun, pauseRun] = [advance(runDeps), pause(runDeps)];
    const retried = async <T>(call: () => Promise<T>): Promise<T> => call().catch(() => call());

    const answer = async (lane: string, node_id: string, seconds: number) => {
      const key = { tenant_id: tenant, bot_exc_id: id, lane };
      await retried(() => pauseRun({ ...key, node_id, token: `token ${lane} ${node_id}`.trim() }));
      onPause?.(await read(id), node_id, lane);
      const choice = decisions[node_id] ?? 'approve';
      const decision = typeof choice === 'function' ? choice(lane) : choice;
      await decide((await waitingAt(id, lane))?.approval_id ?? '', decision);
      if (decision === 'ignore') now += seconds * 1000;
    };

    /** One state machine: the run's own, or a lane's; false if it failed. */
    const machine = async (lane: string): Promise<boolean> => {
      const key = { tenant_id: tenant, bot_exc_id: id, lane };
      for (let calls = 0; calls < 12_000; calls += 1) {
        const step: Step = await retried(() => advanceRun(key));
        if (step.next === 'done' || step.next === 'failed') return step.next === 'done';
        if (step.next === 'delay') await plan.onDelay?.();
        if (step.next === 'delay') now = Math.max(now, Date.parse(step.until));
        if (step.next === 'pause') await answer(lane, step.node_id, step.timeout_seconds);
        if (step.next === 'fork') plan.onFork?.(lane, step.parts);
        if (step.next === 'fork') await map(step);
      }
      throw new Error('The run does not end.');
    };

    /** A Map of state machines with limited concurrency; a failure may skip the rest. */
    const map = async (step: Step & { next: 'fork' }): Promise<void> => {
      const { of, parts, max_concurrency, fails_all } = step;
      const remaining = [...parts];
      const worker = async () => {
        for (let part = remaining.shift(); part !== undefined; part = remaining.shift()) {
          if (!(await machine(`${of}.${part}`)) && fails_all) remaining.length = 0;
        }
      };
      await Promise.all(Array.from({ length: max_concurrency }, worker));
    };

    await machine('');
    return read(id);
  };

  return {
    start,
    startAgain,
    drive,
    read,
    decide,
    approvals,
    runs,
    lanes,
    messages,
    resumed,
    startedRuns,
    logged,
    count,
    token: (id: string, nodeId: string) =>
      pauseStore(database.db, tenant).get({ bot_exc_id: id, lane: '', node_id: nodeId }),
    breakMail: () => {
      mailWorks = false;
    },
    mendMail: () => {
      mailWorks = true;
    },
    breakRealtime: () => {
      realtimeWorks = false;
    },
    deps,
    advance: (id: string, db: Database = database.db, lane = '') =>
      advance(deps(db))({ tenant_id: tenant, bot_exc_id: id, lane }),
    pause: (id: string, node_id: string, token: string, lane = '', db: Database = database.db) =>
      pause(deps(db))({ tenant_id: tenant, bot_exc_id: id, lane, node_id, token }),
    lost: (id: string, error: string, cause: string, lane = '') =>
      failAbandonedRun(deps(database.db))({
        tenant_id: tenant,
        bot_exc_id: id,
        lane,
        error,
        cause,
      }),
    time: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
};
