import type { BotSettings } from '#lib/domain/bots/bot.schema.ts';
import { rules } from '#lib/domain/compliance/rules.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { executionStore } from '#lib/domain/executions/execution.store.ts';
import { readPayload } from '#lib/domain/executions/runs/payload.service.ts';
import { startForFindings } from '#lib/domain/executions/runs/findings-start.service.ts';
import type { FindingFact } from '#lib/domain/inventory/scans/scan.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import { awsProduction } from '#lib/engine/collectors/sample/aws-production.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import type { Sql } from '#lib/domain/inventory/sql.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { neverReturns } from '#test/support/state-machine.ts';
import { drawBot } from '../../bots/draw-bot.ts';
import { connect } from '../../integrations/api-integration.ts';
import { openScans } from '../../inventory/scan-scene.ts';
import { refusalFrom } from '../../scene.ts';
import { openRunner } from '../runs.ts';

const world = openTestDatabase();
const versioned = 'aws-s3-versioned';
const evaluatedRules = rules.filter(({ rule_id }) =>
  [versioned, 'aws-s3-tls-only'].includes(rule_id),
);
const buckets = awsProduction.aws_s3_bucket ?? [];
const bucketsWith = (versioning_enabled: boolean): Row[] =>
  buckets.map((bucket) => ({ ...bucket, versioning_enabled }));

/** The answers of the rule about versions; its own SQL is tested with all other rules'. */
const sql: Sql = {
  using: (_key, tables, work) =>
    work(async (text) => {
      const rows: Row[] = [];
      const lines = text.includes('versioning_enabled') ? (tables.aws_s3_bucket?.() ?? []) : [];
      for await (const chunk of lines) {
        for (const line of chunk.split('\n').filter(Boolean)) {
          const { arn, versioning_enabled, said, region, account_id } = JSON.parse(line);
          const status = said ?? (versioning_enabled ? 'ok' : 'alarm');
          rows.push({ resource: arn, status, reason: 'It keeps some.', region, account_id });
        }
      }
      return { columns: [], rows, truncated: false };
    }),
};

const isFindingFact = (fact: Fact): fact is FindingFact =>
  fact.type === 'finding_opened' || fact.type === 'finding_resolved';

/** A sample account whose buckets a test changes, and bots that start on findings. */
const open = async () => {
  const scene = await openScans(world, { sql, rules: evaluatedRules, sample: 'aws-production' });
  const { db, files, clock, root, tenant_id, facts, account } = scene;
  Object.assign(account, { aws_s3_bucket: bucketsWith(true) });
  const handle = startForFindings({ db, files, clock, runner: openRunner(), evaluateKey });
  return {
    ...scene,
    handle,
    findingFacts: (): FindingFact[] => facts.filter(isFindingFact),
    /** Delivers the facts since the last delivery to their handler. */
    deliver: async () => {
      for (const fact of facts.splice(0).filter(isFindingFact)) await handle(fact);
    },
    publish: async (
      name: string,
      settings: object = {},
      botSettings: Partial<BotSettings> = {},
    ) => {
      const bot = drawBot(name, 'start -> end', {
        trigger_type: 'compliance_finding',
        ...settings,
      });
      const newBot = { ...bot, settings: { allow_overlap: false, ...botSettings } };
      const { _id: bot_id } = await scene.bots.createBot(root, newBot);
      return scene.bots.publishBot(root, { bot_id, version: 1 });
    },
    scanWith: async (rows: readonly Row[]) => {
      account.aws_s3_bucket = rows;
      scene.time.now += 3600_000;
      return scene.scan();
    },
    runs: async (): Promise<Execution[]> => {
      const store = executionStore(db, tenant_id);
      const { items } = await scene.executions.listExecutions(root, { number_of_items: 100 });
      const found = await Promise.all(items.map(({ _id }) => store.get(_id)));
      return found.filter((run) => run !== undefined);
    },
    eventOf: async (run: Execution | undefined) =>
      run && (await readPayload({ db, files }, run))?.value,
  };
};

describe('a bot that findings start', () => {
  it('is started once for each rule and scan, and reads the new findings', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    const ended = await scene.scanWith(bucketsWith(false));
    await scene.deliver();
    const [run, ...otherRuns] = await scene.runs();
    expect(otherRuns).toEqual([]);
    const { integration_id } = scene;
    expect(run?.trigger).toEqual({
      type: 'finding',
      integration_id,
      scan_id: ended._id,
      rule_id: versioned,
      change: 'opened',
      title: evaluatedRules.find(({ rule_id }) => rule_id === versioned)?.title,
    });
    expect(await scene.eventOf(run)).toMatchObject({
      change: 'opened',
      rule_id: versioned,
      criticality: 'alarm',
      integration: { id: integration_id, alias: 'Sample AWS production', type: 'aws' },
      account: '111111111111',
      total: buckets.length,
      resources: buckets.map(({ arn }) => ({ resource: arn, first_seen: ended.created_at })),
    });
    await scene.scanWith(bucketsWith(false));
    expect(scene.findingFacts()).toEqual([]);
  });

  it('is not started by the first scan of an account', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scanWith(bucketsWith(false));
    expect(scene.findingFacts()).toEqual([]);
  });

  it('is not started by the first answer of a rule', async () => {
    const scene = await open();
    await scene.publish('Version them');
    scene.account.aws_s3_bucket = 'AWS does not answer.';
    scene.account.aws_vpc = [];
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    expect(scene.findingFacts()).toEqual([]);
  });

  it('is not started for opened or resolved findings of an unread table', async () => {
    const scene = await open();
    await scene.publish('Either way', { starts_for: 'both' });
    const [first = {}, ...rest] = bucketsWith(true);
    const alarm = { ...first, versioning_enabled: false };
    await scene.scanWith([alarm, ...rest]);
    scene.account.aws_s3_bucket = 'AWS does not answer.';
    scene.account.aws_vpc = [];
    scene.time.now += 3600_000;
    await scene.scan();
    scene.account.aws_s3_bucket = async function* ({ problem }) {
      problem('The region eu-west-3 did not answer.');
      yield rest;
    };
    scene.time.now += 3600_000;
    await scene.scan();
    expect(scene.findingFacts()).toEqual([]);
  });

  it('starts for the rules, severities, accounts and changes in its settings', async () => {
    const scene = await open();
    const severity = evaluatedRules.find(({ rule_id }) => rule_id === versioned)?.severity;
    await scene.publish('Other rule', { rules: ['aws-s3-tls-only'] });
    await scene.publish('Other severity', {
      severities: ['critical', 'high', 'medium', 'low'].filter((one) => one !== severity),
    });
    const { accountId: otherAccountId } = await connect(scene);
    await scene.publish('Other account', { integrations: [otherAccountId] });
    await scene.publish('Resolved', { starts_for: 'resolved' });
    const { _id: disabled } = await scene.publish('Disabled');
    await scene.bots.setBotStatus(scene.root, { bot_id: disabled, status: 'disabled' });
    await scene.publish('Meant', {
      rules: [versioned],
      severities: [severity],
      integrations: [scene.integration_id],
    });
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    await scene.deliver();
    expect((await scene.runs()).map(({ bot_name }) => bot_name)).toEqual(['Meant']);
    await scene.scanWith(bucketsWith(true));
    await scene.deliver();
    const [last, ...before] = await scene.runs();
    expect([last?.bot_name, before.length]).toEqual(['Resolved', 1]);
    expect(await scene.eventOf(last)).toMatchObject({ change: 'resolved', total: buckets.length });
  });

  it('starts for the criticality in its settings, or else for critical findings', async () => {
    const scene = await open();
    await scene.publish('Critical');
    await scene.publish('Obscure', { criticalities: ['error'], starts_for: 'both' });
    await scene.publish('Any', { criticalities: [] });
    const [first = {}, second = {}, ...rest] = bucketsWith(true);
    const started = async () => {
      await scene.deliver();
      const runs = await scene.runs();
      return runs.map(({ bot_name, trigger }) => [
        bot_name,
        trigger.type === 'finding' && `${trigger.change} ${trigger.criticality ?? 'alarm'}`,
      ]);
    };
    await scene.scan();
    await scene.scanWith([{ ...first, said: 'error' }, { ...second, said: 'info' }, ...rest]);
    const found = [
      ['Any', 'opened error'],
      ['Any', 'opened info'],
      ['Obscure', 'opened error'],
    ];
    expect((await started()).sort()).toEqual(found);
    const run = (await scene.runs()).find(({ bot_name }) => bot_name === 'Obscure');
    expect(await scene.eventOf(run)).toMatchObject({
      change: 'opened',
      criticality: 'error',
      total: 1,
      resources: [{ resource: first.arn }],
    });
    await scene.scanWith([{ ...first, said: 'alarm' }, second, ...rest]);
    expect((await started()).sort()).toEqual([
      ...found.slice(0, 2).toSpliced(0, 0, ['Any', 'opened alarm']),
      ['Critical', 'opened alarm'],
      ['Obscure', 'opened error'],
      ['Obscure', 'resolved error'],
    ]);
  });

  it('starts for a resource that is gone, as resolved', async () => {
    const scene = await open();
    await scene.publish('Resolved', { starts_for: 'resolved' });
    await scene.scanWith(bucketsWith(false));
    await scene.scanWith(bucketsWith(false).slice(1));
    await scene.deliver();
    const [run] = await scene.runs();
    expect(await scene.eventOf(run)).toMatchObject({
      total: 1,
      resources: [{ resource: buckets[0]?.arn }],
    });
  });

  it('cannot be run by hand or in the portal, but can be tried with an input', async () => {
    const scene = await open();
    const { _id: bot_id } = await scene.publish('Version them');
    const { root } = scene;
    expect(await refusalFrom(scene.executions.startExecution(root, { bot_id }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('they run when a scan finds something'),
    });
    const offer = scene.bots.setServicePortal(root, { bot_id, service_portal_published: true });
    expect(await refusalFrom(offer)).toMatchObject({
      message: 'Bots that are started by findings cannot be published to the service portal.',
    });
    await scene.scanWith(bucketsWith(false));
    const { event } = await scene.compliance.getFindingExample(root, { rules: [versioned] });
    expect(event).toMatchObject({ rule_id: versioned, total: buckets.length });
    const run = await scene.executions.startExecution(root, { bot_id, input: event });
    expect(run.trigger.type).toBe('manual');
  });

  it('can be published only with rules that exist', async () => {
    const scene = await open();
    const misspelt = { rules: [versioned, 'aws-s3-versionned'] };
    expect(await refusalFrom(scene.publish('Version them', misspelt))).toMatchObject({
      status: 400,
      message: expect.stringContaining('no compliance rule "aws-s3-versionned"'),
    });
    const { published_version } = await scene.publish('Version others', { rules: [versioned] });
    expect(published_version).toBe(1);
  });

  it('can read its findings until long after the scan, but not forever', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    await scene.deliver();
    const [run] = await scene.runs();
    for (let scanCount = 0; scanCount < 4; scanCount += 1) await scene.scanWith(bucketsWith(false));
    expect(await scene.eventOf(run)).toMatchObject({ rule_id: versioned });
    scene.time.now += 91 * 24 * 3600_000;
    await scene.scanWith(bucketsWith(false));
    expect(await scene.eventOf(run)).toBeUndefined();
  });

  it('cannot read findings of an account that was deleted', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    await scene.deliver();
    const [run] = await scene.runs();
    for (let scanCount = 0; scanCount < 3; scanCount += 1) await scene.scanWith(bucketsWith(false));
    const { integrations, root, integration_id } = scene;
    await integrations.deleteIntegration(root, { accountId: integration_id });
    expect(await scene.eventOf(run)).toBeUndefined();
  });

  it('is exported with its trigger, but without accounts of the organisation', async () => {
    const scene = await open();
    const settings = { rules: [versioned], integrations: [scene.integration_id] };
    const { _id: bot_id } = await scene.publish('Version them', settings);
    const request = { bot_id, kind: 'json', pins: 'false' } as const;
    const { text } = await scene.bots.exportBot(scene.root, request);
    expect(JSON.parse(text).graph.nodes[0].settings).toEqual({
      trigger_type: 'compliance_finding',
      rules: [versioned],
      integrations: [],
    });
  });
});

describe('findings that are delivered', () => {
  it('start no run twice, however often they are delivered', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    const [fact] = scene.findingFacts();
    if (!fact) throw new Error('Nothing was told.');
    await Promise.all([scene.handle(fact), scene.handle(fact)]);
    await scene.handle(fact);
    expect(await scene.runs()).toHaveLength(1);
    scene.time.now += 600_000;
    scene.facts.splice(0);
    await scene.sweep();
    expect(scene.findingFacts()).toEqual([]);
  });

  it('are delivered by the sweep if the process died before the delivery', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    scene.facts.splice(0);
    await scene.sweep();
    expect(scene.findingFacts()).toEqual([]);
    scene.time.now += 600_000;
    await scene.sweep();
    await scene.deliver();
    expect(await scene.runs()).toHaveLength(1);
  });

  it.each(['evaluate', 'publish'])('are delivered after a kill in %s', async (at) => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    scene.account.aws_s3_bucket = bucketsWith(false);
    scene.time.now += 3600_000;
    const dies = new Promise<void>((resolve) => {
      scene.before.step = (name) => {
        if (name !== at) return undefined;
        resolve();
        return neverReturns();
      };
    });
    await scene.inventory.startInventoryExecution(scene.root, {
      integration_id: scene.integration_id,
    });
    await dies;
    await scene.restart();
    await scene.deliver();
    expect(await scene.runs()).toHaveLength(1);
  });

  it('start no runs for an account that was deleted', async () => {
    const scene = await open();
    await scene.publish('Version them');
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    await scene.inventory.removeSampleEstate(scene.root, {});
    await scene.deliver();
    expect(await scene.runs()).toEqual([]);
  });

  it('appear in the log of the scan if a bot could not start another run', async () => {
    const scene = await open();
    await scene.publish(
      'One at a time',
      { starts_for: 'both' },
      {
        concurrency: { limit: 1, when_full: 'drop' },
      },
    );
    await scene.scan();
    await scene.scanWith(bucketsWith(false));
    await scene.deliver();
    const { _id: execution_id } = await scene.scanWith(bucketsWith(true));
    await scene.deliver();
    expect(await scene.runs()).toHaveLength(1);
    const { events } = await scene.inventory.getInventoryExecution(scene.root, { execution_id });
    expect(events.at(-1)).toMatchObject({
      event_type: 'NOT_STARTED',
      event_name: 'One at a time',
      event_details: expect.stringContaining('One run is under way'),
    });
  });
});
