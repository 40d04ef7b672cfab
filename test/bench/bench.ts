// `npm run bench`: the throughput of the embedded edition, compared with a calibrator in the same
// run. The calibrator flushes each body to disk (synchronous FULL); the product does not (NORMAL).
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { findBrowser, wholeBrowser } from '../install-browser.js';
import { type Embedded, freePort, openEmbedded } from '#test/support/embedded.ts';
import { idleAgents } from './agents.ts';
import { awsCallTime, awsLoopTime } from './aws.ts';
import { measureAgentTurns, turnsPerAgent } from './chats.ts';
import { consoleFigures } from './console.ts';
import { modelledCosts } from './costs.ts';
import { dashboardFigures } from './dashboards.ts';
import {
  atMostMs,
  type Figure,
  type Goal,
  judgeGoals,
  noRefusalsGoal,
  summaryOf,
} from './figure.ts';
import { findFigures } from './find.ts';
import { measureHistoryPages } from './history.ts';
import { timeImports } from './imports.ts';
import { exportFigures, ruleFigures, searchFigures } from './inventory.ts';
import { measureHostileImpact, measureLargestBotImpact } from './concurrent-impact.ts';
import { type Measured, median, sendAtFullSpeed, sendAtRate, type Shot } from './load.ts';
import { loopTimes, turns } from './loop.ts';
import { megabytesOf, peakMegabytesOf } from './memory.ts';
import { type MixedLoadResult, runMixedAtFullSpeed, runMixedAtRate } from './mixed-load.ts';
import { measureLargeResult, measureNodeOverhead, measureRunPage } from './nodes.ts';
import {
  type Listener,
  makeListener,
  measureApprovalToNode,
  measureEffectTime,
  measurePureTime,
  measureRunsPerSecond,
  measureStartToAccepted,
  shotsFor,
} from './scenarios.ts';
import { cancelFigures, scanFigures } from './scans.ts';
import { queryFigures } from './queries.ts';
import { timeConnectionTests } from './connection-tests.ts';
import { openTarget, type Target } from './target.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    // `--only scans,search`: runs only these parts.
    only: { type: 'string' },
  },
});
const scale = options.quick ? 0.2 : 1;
const times = (count: number) => Math.round(count * scale);

type Row = Omit<Figure, 'goals'> & ReturnType<typeof judgeGoals> & { load: string };
const rows: Row[] = [];
/** Each figure is printed with the machine's load: other processes may be using it. */
const addFigure = ({ goals, ...figure }: Figure) => {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const { goal, verdict } = judgeGoals(goals);
  rows.push({ ...figure, goal, verdict, load });
  const beside = figure.ratio === undefined ? '' : `, ${figure.ratio} of the calibrator`;
  const judgement = `${goal ? `goal ${goal}: ` : ''}${verdict} (load ${load})`;
  console.error(`${figure.label}: ${figure.measured}${beside}, ${judgement}`);
};

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const formatRate = (measured: Measured) =>
  `${measured.perSecond.toFixed(0)}/s, p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`;

const startCalibrator = async () => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/calibrator.ts`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { port }: { port: number } = JSON.parse(line);
    return { child, url: new URL(`http://127.0.0.1:${port}/`) };
  }
  throw new Error('The calibrator did not start.');
};

const bodiesFor = (listener: Listener, count: number, tag: string, url: URL): Shot[] =>
  shotsFor([listener], count, tag).map((shot) => ({ ...shot, url }));

/** The same bodies and connections on both servers; the statuses show rejected requests. */
const measureAcceptance = async (product: Embedded, calibratorUrl: URL) => {
  const listeners = await Promise.all(
    Array.from({ length: 8 }, (_, n) => makeListener(product, `Accept ${n}`)),
  );
  const bare = (shots: Shot[]) => shots.map((shot) => ({ ...shot, url: calibratorUrl }));
  for (const connections of [16, 64]) {
    const shots = shotsFor(listeners, times(8000), `accept-${connections}`);
    const base = await sendAtFullSpeed(bare(shots), connections);
    const ours = await sendAtFullSpeed(shots, connections);
    addFigure({
      label: `signed webhooks, ${connections} connections`,
      measured: `${formatRate(ours)} ${JSON.stringify(ours.statuses)}`,
      calibrator: `${formatRate(base)}, each flushed`,
      ratio: (ours.perSecond / base.perSecond).toFixed(2),
      goals: [
        { of: 'ratio', value: ours.perSecond / base.perSecond, atLeast: 0.35 },
        { value: ours.perSecond, unit: 'a second', atLeast: 1500 },
        atMostMs(40, ours.p99, 'p99'),
      ],
    });
  }
  const seconds = times(60);
  const fixed = await sendAtRate(shotsFor(listeners, 300 * seconds, 'fixed'), 300, seconds);
  addFigure({
    label: `300/s offered for ${seconds} s`,
    measured: `${formatRate(fixed)} ${JSON.stringify(fixed.statuses)}`,
    goals: [atMostMs(50, fixed.p99, 'p99'), noRefusalsGoal(fixed.statuses)],
  });
};

/** Events are accepted while runs of earlier ones finish, as on a busy product. */
const measureAcceptanceDuringRuns = async (product: Embedded, calibratorUrl: URL) => {
  const addLoadFigure = (
    label: string,
    { accepted, settledPerSecond, backlog }: MixedLoadResult,
    beside: Pick<Figure, 'goals' | 'calibrator'>,
  ) =>
    addFigure({
      label: `runs finishing while events come in, ${label}`,
      measured: [
        `settled ${settledPerSecond.toFixed(0)}/s`,
        `accepted ${formatRate(accepted)} ${JSON.stringify(accepted.statuses)}`,
        `backlog ${backlog.toFixed(1)} s`,
      ].join(', '),
      ...beside,
    });
  const count = times(8000);
  const settledGoal = ({ settledPerSecond }: MixedLoadResult): Goal => ({
    of: 'settled',
    value: settledPerSecond,
    unit: 'a second',
    atLeast: 600,
  });
  const backlogGoal = (maxSeconds: number, { backlog: value }: MixedLoadResult): Goal => ({
    of: 'backlog',
    value,
    unit: 's',
    atMost: maxSeconds,
  });
  const fast = await runMixedAtFullSpeed(product, count, 16);
  addLoadFigure('16 connections', fast, {
    goals: [settledGoal(fast), atMostMs(50, fast.accepted.p99, 'p99')],
  });
  const many = await runMixedAtFullSpeed(product, count, 64);
  addLoadFigure('64 connections', many, { goals: [settledGoal(many), backlogGoal(10, many)] });
  const seconds = times(30);
  const listener = await makeListener(product, 'Beside the rate');
  const bodies = bodiesFor(listener, 300 * seconds, 'rate', calibratorUrl);
  const base = await sendAtRate(bodies, 300, seconds);
  const steady = await runMixedAtRate(product, 300, seconds);
  // On a machine whose disk takes longer, what a bare server takes that flushes each body.
  const slowest = Math.max(20, Math.ceil(base.p99));
  addLoadFigure('300/s offered', steady, {
    calibrator: `${formatRate(base)}, each flushed`,
    goals: [atMostMs(slowest, steady.accepted.p99, 'p99'), backlogGoal(1, steady)],
  });
};

const mb = (value: number) => `${value.toFixed(0)} MB`;
const memoryOf = (product: Embedded): string => mb(megabytesOf(product));
const addMemoryFigure = (product: Embedded, label: string, atMost: number) => {
  const value = megabytesOf(product);
  addFigure({ label, measured: mb(value), goals: [{ value, unit: 'MB', atMost }] });
};

/** Milliseconds of processor time that a process has used, which depend little on the load. */
const processorTimeOf = ({ pid }: ChildProcess): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
};

const processorTime = (product: Embedded): number => processorTimeOf(product.child());

const measureStarts = async (product: Embedded) => {
  const measured: number[] = [];
  for (let n = 0; n < 5; n += 1) measured.push(await measureStartToAccepted(product));
  const worst = Math.max(...measured);
  addFigure({
    label: 'start after kill -9 to first accepted webhook',
    measured: `${ms(median(measured))}, worst ${ms(worst)}`,
    goals: [atMostMs(1500, median(measured))],
  });
};

const measureSingleRuns = async (product: Embedded, target: Target) => {
  const addDuration = (label: string, value: number, maxMs: number) =>
    addFigure({ label, measured: ms(value), goals: [atMostMs(maxMs, value)] });
  addDuration('40 pure nodes, one run', await measurePureTime(product), 33);
  addDuration('40 effects, each committed', await measureEffectTime(product, target), 250);
  const overhead = await measureNodeOverhead(product, target, times(20));
  addFigure({
    label: 'overhead a node, from start to start without its peer',
    measured: `p50 ${ms(overhead.p50)}, p95 ${ms(overhead.p95)}`,
    goals: [atMostMs(5, overhead.p95, 'p95')],
  });
  addDuration('approval to the next node', await measureApprovalToNode(product, target), 1000);
};

const measureConnectionTests = async (product: Embedded, target: Target) => {
  const cpuBefore = processorTime(product);
  const { all, longestAnswer, count } = await timeConnectionTests(product, target);
  const msPerTest = (processorTime(product) - cpuBefore) / count;
  addFigure({
    label: `${count} tests of connections at once, click to verdict`,
    measured: `${ms(all)}, slowest page ${ms(longestAnswer)}, ${ms(msPerTest)} of processor a test`,
    goals: [atMostMs(2000, all, 'all'), atMostMs(200, longestAnswer, 'page')],
  });
};

/** How long other calls wait beside costly requests, and how long they wait without any. */
const measureWaits = async (product: Embedded) => {
  const limits = { wait: 50, growth: 100 };
  const { alone, ...largest } = await measureLargestBotImpact(product);
  for (const [action, wait] of Object.entries(largest)) {
    addFigure({
      label: `longest wait of others while the largest bot is ${action}`,
      measured: ms(wait),
      calibrator: `${ms(alone)} while nothing comes`,
      ratio: (wait / alone).toFixed(1),
      goals: [atMostMs(limits.wait, wait)],
    });
  }
  for (const { label, wait, alone, growth, statuses } of await measureHostileImpact(product)) {
    addFigure({
      label: `longest wait of others beside ${label}, and what the server grows by`,
      measured: `${ms(wait)}, ${mb(growth)}, answered ${statuses.join(' ')}`,
      calibrator: `${ms(alone)} while nothing comes`,
      ratio: (wait / alone).toFixed(1),
      goals: [
        atMostMs(limits.wait, wait),
        { of: 'grows', value: growth, unit: 'MB', atMost: limits.growth },
      ],
    });
  }
};

const measureLargeRuns = async (product: Embedded, target: Target) => {
  for (const isRead of [false, true]) {
    const duration = await measureLargeResult(product, target, isRead);
    addFigure({
      label: `4 MB result, last byte to the next call, ${isRead ? 'which reads it' : 'kept only'}`,
      measured: ms(duration),
      goals: [atMostMs(200, duration)],
    });
  }
  const page = await measureRunPage(product, target, times(100));
  addFigure({
    label: `page of a run with 200 nodes, one request, ${Math.round(page.bytes / 1024)} KB`,
    measured: `p50 ${ms(page.p50)}, p95 ${ms(page.p95)}`,
    goals: [atMostMs(300, page.p95, 'p95')],
  });
  const { ratio, early = 0, late = 0, all = 0 } = await loopTimes(product, target, 3);
  addFigure({
    label: `turn 500 against turn 10, loop of ${turns} calls`,
    measured: `${ratio.toFixed(2)} times: ${ms(late)}, ${ms(early)}; all ${ms(all)}`,
    goals: [{ value: ratio, unit: 'times', atMost: 1.2 }],
  });
};

const measureRuns = async (product: Embedded, calibratorUrl: URL) => {
  const listener = await makeListener(product, 'Beside the runs');
  const shots = bodiesFor(listener, times(5000), 'bare', calibratorUrl);
  const base = await sendAtFullSpeed(shots, 16);
  const count = times(10_000);
  const cpuBefore = processorTime(product);
  const perSecond = await measureRunsPerSecond(product, count);
  const msPerRun = (processorTime(product) - cpuBefore) / count;
  addFigure({
    label: `three-node runs, ${count} from webhook to end`,
    measured: `${perSecond.toFixed(0)}/s, ${ms(msPerRun)} of processor a run`,
    calibrator: `${formatRate(base)}, each flushed`,
    ratio: (perSecond / base.perSecond).toFixed(2),
    goals: [{ value: perSecond, unit: 'a second', atLeast: 600 }],
  });
  addMemoryFigure(product, `memory after ${count} runs`, 350);
};

/** Agents without work, and the same requests to the calibrator. */
const measureIdleAgents = async (
  product: Embedded,
  { child, url }: Awaited<ReturnType<typeof startCalibrator>>,
  { label, everyMs = 0 }: { label: string; everyMs?: number },
) => {
  const count = times(500);
  const before = memoryOf(product);
  let cpuBefore = 0;
  const idle = await idleAgents(product, { count, seconds: 50, everyMs }, () => {
    cpuBefore = processorTime(product);
  });
  const { shots, statuses, seconds } = idle;
  const msPerClaim = (processorTime(product) - cpuBefore) / shots.length;
  const perSecond = shots.length / seconds;
  const bare = shots.map((shot) => ({ ...shot, url }));
  const bareCpuBefore = processorTimeOf(child);
  const base = await sendAtRate(bare, perSecond, shots.length / perSecond);
  const bareMsPerClaim = (processorTimeOf(child) - bareCpuBefore) / shots.length;
  const memory = `memory ${before} before, ${memoryOf(product)} with them`;
  const share = (msPerClaim * perSecond) / 10;
  addFigure({
    label: `${count} agents without work, ${label}`,
    measured: [
      `${perSecond.toFixed(0)} claims/s ${JSON.stringify(statuses)}`,
      `${ms(msPerClaim)} of processor a claim, ${share.toFixed(1)} % of one`,
      memory,
    ].join(', '),
    calibrator: `${formatRate(base)}, ${ms(bareMsPerClaim)} of processor a request`,
    ratio: `${(msPerClaim / bareMsPerClaim).toFixed(1)} times the processor`,
    goals: [{ value: share, unit: '% of a processor', atMost: 10 }, noRefusalsGoal(statuses)],
  });
};

/** AWS calls, and requests to the calibrator, one at a time. */
const measureAwsCalls = async (url: URL) => {
  const body = JSON.stringify({ Action: 'ListUsers', Version: '2010-05-08' });
  const headers = { 'content-type': 'application/json' };
  const shots = Array.from({ length: times(500) }, () => ({ url, headers, body }));
  const base = await sendAtFullSpeed(shots, 1);
  const msPerCall = await awsCallTime(100, Math.max(3, times(10)));
  addFigure({
    label: 'a call of AWS in a run, from start to start, its peer on this machine',
    measured: ms(msPerCall),
    calibrator: formatRate(base),
    ratio: `${(msPerCall / base.p50).toFixed(1)} times a flushed request`,
    goals: [{ value: msPerCall / base.p50, unit: 'times', atMost: 15 }],
  });
  const loop = await awsLoopTime(100, Math.max(2, times(5)));
  addFigure({
    label: 'the same in a loop over 100 resources, with a session for each',
    measured: `${ms(loop.each)}, ${loop.sessions.toFixed(0)} sessions a run`,
    calibrator: formatRate(base),
    ratio: `${(loop.each / base.p50).toFixed(1)} times a flushed request`,
    goals: [{ value: loop.each / base.p50, unit: 'times', atMost: 30 }],
  });
};

const measureHistory = async () => {
  const count = options.quick ? 5000 : 100_000;
  for (const { label, p95, calls, items } of await measureHistoryPages(count)) {
    addFigure({
      label: `page of 10 of ${count} runs by ${label}`,
      measured: `p95 ${ms(p95)}, ${calls} calls, ${items} items read`,
      goals: [atMostMs(100, p95, 'p95')],
    });
  }
};

/** Includes the expression and pattern languages, a quarter of what it loads (decision 026). */
const engine = 'engine/advance';

const measureImports = async () => {
  const { functions, bare } = await timeImports(times(5));
  const otherFunctions = functions.filter(({ name }) => name !== engine);
  const measurementOf = (one: (typeof functions)[number] | undefined) => {
    if (!one) throw new Error('No function was imported.');
    return { text: `${ms(one.ms)} (${one.name})`, value: one.ms / bare, unit: 'times' };
  };
  const middle = measurementOf(otherFunctions[Math.floor(otherFunctions.length / 2)]);
  const slowest = measurementOf(otherFunctions[0]);
  const largest = measurementOf(functions.find(({ name }) => name === engine));
  addFigure({
    label: 'import of a Lambda bundle, processor time',
    measured: `median ${middle.text}, slowest ${slowest.text}, ${largest.text}`,
    goals: [
      { of: 'median', atMost: 2.5, ...middle },
      { of: 'slowest', atMost: 3.5, ...slowest },
      { of: 'engine', atMost: 4.5, ...largest },
    ],
    calibrator: `${ms(bare)} for a bare client of DynamoDB`,
    ratio: [middle, slowest, largest].map(({ value }) => value.toFixed(1)).join(', '),
  });
};

/** All measurements that share one server, in their order. */
const measureOnSharedServer = async () => {
  const targetPort = await freePort();
  const product = await openEmbedded({ OUTGOING_ALLOW: `127.0.0.1:${targetPort}` });
  const calibrator = await startCalibrator();
  try {
    await measureStarts(product);
    addMemoryFigure(product, 'memory, idle', 150);
    const target = await openTarget(targetPort);
    await measureSingleRuns(product, target);
    await measureConnectionTests(product, target);
    await measureRuns(product, calibrator.url);
    await measureAcceptanceDuringRuns(product, calibrator.url);
    await measureLargeRuns(product, target);
    target.close();
    await measureAcceptance(product, calibrator.url);
  } finally {
    calibrator.child.kill();
    await product.close();
  }
};

/** On a separate server, with a model whose answers the console shows. */
const measureInBrowser = async () => {
  if (findBrowser(wholeBrowser)) (await consoleFigures(Math.max(2, times(5)))).forEach(addFigure);
  else console.error('The figures of the console are left out: they need Chromium.');
};

/** On a server of its own, whose memory nothing else has used. */
const measureWaitsOnOwnServer = async () => {
  const product = await openEmbedded();
  try {
    await measureWaits(product);
  } finally {
    await product.close();
  }
};

/** Two servers: one that holds agents' requests, and one that answers at once. */
const measureAgents = async () => {
  const calibrator = await startCalibrator();
  const variants: { env: Record<string, string>; label: string; everyMs?: number }[] = [
    { env: {}, label: 'kept waiting' },
    { env: { AGENT_HOLD: '0' }, label: 'asking each 15 s', everyMs: 15_000 },
  ];
  try {
    for (const { env, ...idleOptions } of variants) {
      const product = await openEmbedded(env);
      await measureIdleAgents(product, calibrator, idleOptions);
      await product.close();
    }
  } finally {
    calibrator.child.kill();
  }
};

const measureAws = async () => {
  const calibrator = await startCalibrator();
  await measureAwsCalls(calibrator.url).finally(() => calibrator.child.kill());
};

/** AI agents whose model and tool answer at once, so that only the product's own time counts. */
const measureChats = async () => {
  const count = times(50);
  const calibrator = await startCalibrator();
  const headers = { 'content-type': 'application/json' };
  const shots = Array.from({ length: times(500) }, () => ({
    url: calibrator.url,
    headers,
    body: '{}',
  }));
  const base = await sendAtFullSpeed(shots, 1).finally(() => calibrator.child.kill());
  let msPerTurn = 0;
  let peak = 0;
  const turns = count * turnsPerAgent;
  const { alone, together, resumed } = await measureAgentTurns(count, async (product, work) => {
    const cpuBefore = processorTime(product);
    await work();
    msPerTurn = (processorTime(product) - cpuBefore) / turns;
    peak = peakMegabytesOf(product);
  });
  const perSecond = (turns * 1000) / together;
  addFigure({
    label: 'turn of an agent: a model call, a tool call, each kept',
    measured: ms(alone),
    calibrator: formatRate(base),
    ratio: `${(alone / base.p50).toFixed(1)} times a flushed request`,
    goals: [atMostMs(30, alone)],
  });
  addFigure({
    label: `${count} agents at once, ${turnsPerAgent} turns each`,
    // A failed agent would have thrown before this.
    measured: `${perSecond.toFixed(0)} turns/s, ${ms(msPerTurn)} of processor a turn, ${mb(peak)} at most`,
    calibrator: formatRate(base),
    ratio: `${((msPerTurn * base.perSecond) / 1000).toFixed(1)} flushed requests a turn`,
    goals: [
      { value: perSecond, unit: 'turns/s', atLeast: 100 },
      { of: 'memory', value: peak, unit: 'MB', atMost: 400 },
    ],
  });
  for (const { agent, ms: duration } of resumed) {
    addFigure({
      label: `agent that ${agent}, from the start after kill -9 to the end of its run`,
      measured: ms(duration),
      goals: [atMostMs(2000, duration)],
    });
  }
};

const measurementsByName: Record<string, () => Promise<unknown>> = {
  server: measureOnSharedServer,
  waits: measureWaitsOnOwnServer,
  console: measureInBrowser,
  agents: measureAgents,
  aws: measureAws,
  history: measureHistory,
  imports: measureImports,
  scans: async () => (await scanFigures(times(100))).forEach(addFigure),
  cancel: async () => (await cancelFigures()).forEach(addFigure),
  rules: async () => (await ruleFigures()).forEach(addFigure),
  search: async () => (await searchFigures()).forEach(addFigure),
  sql: async () => (await queryFigures()).forEach(addFigure),
  find: async () => (await findFigures()).forEach(addFigure),
  export: async () => (await exportFigures()).forEach(addFigure),
  dashboards: async () => (await dashboardFigures()).forEach(addFigure),
  chats: measureChats,
  costs: async () => modelledCosts().forEach(addFigure),
};

const chosenMeasurements = options.only?.split(',') ?? Object.keys(measurementsByName);
for (const name of chosenMeasurements) {
  const piece = Object.hasOwn(measurementsByName, name) ? measurementsByName[name] : undefined;
  if (!piece)
    throw new Error(
      `There is no piece "${name}" of: ${Object.keys(measurementsByName).join(', ')}.`,
    );
  await piece();
}
console.table(rows);
console.log(`Goals: ${summaryOf(rows)}`);
