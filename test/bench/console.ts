import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type ChatScene, openChatScene } from '#test/browser/support/chat-scene.ts';
import { openBrowser, openWindow, signIn } from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import type { Embedded } from '#test/support/embedded.ts';
import { openBareSite } from './bare-site.ts';
import { untilSucceeded } from './chats.ts';
import { drawing } from './drawing.ts';
import { atMostMs, type Figure } from './figure.ts';
import { median, percentile } from './load.ts';

const cardSize = { width: 220, height: 72 };
const columns = 20;

/** A chain of nodes in rows; the calibrator draws plain boxes at the same positions. */
const chainOf = (length: number): Graph => {
  const chain = Array.from({ length: length - 2 }, (_, n) => `n${n}:delay`).join(' -> ');
  const { nodes, edges } = draw(`start -> ${chain} -> end`);
  const placed = nodes.map((node, n) => ({
    ...node,
    position: { x: (n % columns) * 300, y: Math.floor(n / columns) * 120 },
  }));
  return { nodes: placed, edges };
};

/** Calls `move` on every frame for `ms`; returns the duration of each frame (ms). */
const frameTimesScript = (move: string, ms: number): string => `new Promise((resolve) => {
  const times = [];
  const move = ${move};
  let last = performance.now();
  const end = last + ${ms};
  const frame = (now) => {
    times.push(now - last);
    last = now;
    if (now > end) return resolve(times.slice(2));
    move();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

/** One step of the mouse wheel, which moves the canvas. */
const wheelScript = `() => document.querySelector('.react-flow__pane').dispatchEvent(new WheelEvent(
  'wheel', { deltaX: 6, deltaY: 2, bubbles: true, cancelable: true }))`;

const shiftScript = `(() => {
  let x = 0;
  return () => { document.getElementById('all').style.transform = 'translate(' + (x -= 3) + 'px)'; };
})()`;

const bareBoxes = ({ nodes }: Graph): string => {
  const box = ({ position: { x, y } }: Graph['nodes'][number]) =>
    `<div style="position:absolute;left:${x * 0.2}px;top:${y * 0.2}px;border:1px solid;
      width:${cardSize.width * 0.2}px;height:${cardSize.height * 0.2}px"></div>`;
  return `<div id="all">${nodes.map(box).join('')}</div>`;
};

type Frames = { p50: number; p95: number };

const measureFrames = async (page: Page, move: string): Promise<Frames> => {
  const times = await page.evaluate<number[]>(frameTimesScript(move, 3000));
  const sorted = times.sort((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
};

const formatFrames = ({ p50, p95 }: Frames): string =>
  `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;

const measurePanning = async (window: BrowserContext, bot_id: string): Promise<Figure> => {
  const page = await window.newPage();
  await page.goto(`/app#/bots/${bot_id}`);
  await page.getByRole('group', { name: 'Start: start' }).click();
  await page.keyboard.press('1');
  await page.waitForTimeout(1000);
  const ours = await measureFrames(page, wheelScript);
  await page.close();
  const bare = await window.newPage();
  await bare.setContent(bareBoxes(chainOf(200)));
  const base = await measureFrames(bare, shiftScript);
  await bare.close();
  return {
    label: 'editor, a frame while 200 nodes are panned',
    measured: formatFrames(ours),
    calibrator: formatFrames(base),
    ratio: (ours.p95 / base.p95).toFixed(2),
    goals: [atMostMs(34, ours.p95, 'p95')],
  };
};

/** Milliseconds between the appearance of the first selector and of the second. */
const timeBetweenScript = (first: string, second: string): string => `new Promise((resolve) => {
  let begun;
  const look = () => {
    if (document.querySelector(${JSON.stringify(first)})) begun ??= performance.now();
    if (document.querySelector(${JSON.stringify(second)})?.complete) {
      setTimeout(() => resolve(performance.now() - begun));
    } else requestAnimationFrame(look);
  };
  look();
})`;

/** Resolves when the selector is in the page and the page handles the next task. */
const untilShownScript = (selector: string): string => `new Promise((resolve) => {
  const look = () => document.querySelector(${JSON.stringify(selector)})
    ? setTimeout(resolve)
    : requestAnimationFrame(look);
  look();
})`;

type NetworkLine = { name: string; megabits?: number; slower?: number };
type OpenedPage = { path: string; shows: string };
type OpeningTime = { ms: number; busy: number };

/** A page with an empty cache, on a given network line. */
const pageOn = async (
  browser: Browser,
  product: Embedded,
  like: BrowserContext,
  line: NetworkLine,
) => {
  const window = await openWindow(browser, product, like);
  const page = await window.newPage();
  const session = await window.newCDPSession(page);
  if (line.megabits !== undefined) {
    const perSecond = (line.megabits * 1e6) / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: perSecond,
      uploadThroughput: perSecond,
    });
  }
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: line.slower ?? 1 });
  return { window, page, session };
};

/**
 * Milliseconds from an empty cache until the selector is drawn and the page responds again, and for
 * how much of that time the main thread was busy.
 */
const measureOpening = async (
  { path, shows }: OpenedPage,
  ...pageArgs: Parameters<typeof pageOn>
): Promise<OpeningTime> => {
  const { window, page, session } = await pageOn(...pageArgs);
  const started = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(untilShownScript(shows));
  const ms = performance.now() - started;
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  await window.close();
  return { ms, busy: seconds * 1000 };
};

/**
 * The goals apply to a slow line. On an unthrottled one, the bare page gains more from a faster
 * machine than the product does (decision 026).
 */
const networkLines: NetworkLine[] = [
  { name: 'unthrottled' },
  { name: '10 Mbit, 40 ms, CPU x2', megabits: 10, slower: 2 },
];

const measureOpenings = async (
  browser: Browser,
  product: Embedded,
  like: BrowserContext,
  bots: { ordinary: string; large: string },
  rounds: number,
): Promise<Figure[]> => {
  const editor = (id: string) => ({ path: `/app#/bots/${id}`, shows: '.react-flow__node' });
  const pages: (OpenedPage & { name: string; goal?: number })[] = [
    { name: 'dashboard', path: '/app#/', shows: '.dashboard [role=application]', goal: 3 },
    { name: 'bots list', path: '/app#/bots', shows: 'tbody tr a[href*="bots/"]', goal: 2 },
    { name: 'editor, twelve nodes', ...editor(bots.ordinary), goal: 3 },
    { name: 'editor, 200 nodes', ...editor(bots.large) },
  ];
  const medianOf = async (openedPage: OpenedPage, line: NetworkLine) => {
    const times: OpeningTime[] = [];
    for (let n = 0; n < rounds; n += 1) {
      times.push(await measureOpening(openedPage, browser, product, like, line));
    }
    return { ms: median(times.map(({ ms }) => ms)), busy: median(times.map(({ busy }) => busy)) };
  };
  const figures: Figure[] = [];
  const bare = await openBareSite('bare-console.tsx');
  for (const line of networkLines) {
    const base = await medianOf({ path: bare.url, shows: 'tbody tr' }, line);
    for (const { name, goal, ...openedPage } of pages) {
      const { ms, busy } = await medianOf(openedPage, line);
      figures.push({
        label: `first interactive ${name}, ${line.name}`,
        measured: `${ms.toFixed(0)} ms, ${busy.toFixed(0)} ms of them at work`,
        calibrator: `${base.ms.toFixed(0)} ms for a bare list, ${base.busy.toFixed(0)} at work`,
        ratio: (ms / base.ms).toFixed(1),
        goals:
          line.slower && goal
            ? [{ value: ms / base.ms, unit: 'times the bare list', atMost: goal }]
            : [],
      });
    }
  }
  bare.close();
  return figures;
};

/** The chat of a run whose AI agent has sent a diagram. */
const createChatWithDiagram = async ({ product, model, run }: ChatScene): Promise<string> => {
  model.script(() => ({ say: `It is **drawn**:\n\n\`\`\`mermaid\n${drawing}\n\`\`\`` }));
  const { _id, bot_id } = await run('Draws', 'start -> find:ai_agent -> end');
  await untilSucceeded(product, [_id]);
  return `/app#/chatv2/${bot_id}/executions/${_id}`;
};

/** Time from a message to its diagram, on a page that has not drawn one before. */
const measureDiagrams = async (
  browser: Browser,
  product: Embedded,
  like: BrowserContext,
  chat: string,
  rounds: number,
): Promise<Figure[]> => {
  const medianOf = async (path: string, line: NetworkLine) => {
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const { window, page } = await pageOn(browser, product, like, line);
      await page.goto(path, { waitUntil: 'commit' });
      times.push(await page.evaluate<number>(timeBetweenScript('strong', 'img[alt=Diagram]')));
      await window.close();
    }
    return median(times);
  };
  const figures: Figure[] = [];
  const bare = await openBareSite('bare-diagram.tsx');
  for (const line of networkLines) {
    const base = await medianOf(bare.url, line);
    const ours = await medianOf(chat, line);
    figures.push({
      label: `first diagram, from its message to it, ${line.name}`,
      measured: `${ours.toFixed(0)} ms`,
      calibrator: `${base.toFixed(0)} ms for a bare page`,
      ratio: (ours / base).toFixed(1),
      goals: [atMostMs(1000, ours)],
    });
  }
  bare.close();
  return figures;
};

/** The time at which the page's message log shows a text, in milliseconds since 1970. */
const textShownAtScript = (text: string): string => `new Promise((resolve) => {
  const look = () => document.querySelector('[role=log]')?.textContent.includes(${JSON.stringify(text)})
    ? setTimeout(() => resolve(performance.timeOrigin + performance.now()))
    : requestAnimationFrame(look);
  look();
})`;

/** Time from a model's first word to its appearance on the page of a console that follows along. */
const measureFirstWords = async (
  window: BrowserContext,
  { product, model, run }: ChatScene,
  rounds: number,
): Promise<Figure> => {
  const page = await window.newPage();
  const durations: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const { promise: gate, resolve: speak } = Promise.withResolvers<void>();
    const word = `Word-${n}.`;
    model.script(() => ({ say: word, next: () => gate }));
    const { _id, bot_id } = await run(`Says a word ${n}`, 'start -> find:ai_agent -> end');
    await page.goto(`/app#/chatv2/${bot_id}/executions/${_id}`);
    await page.getByRole('log', { name: 'Messages' }).waitFor();
    await page.waitForTimeout(500);
    const shownAt = page.evaluate<number>(textShownAtScript(word));
    const sentAt = performance.timeOrigin + performance.now();
    speak();
    durations.push((await shownAt) - sentAt);
    await untilSucceeded(product, [_id]);
  }
  await page.close();
  return {
    label: 'first word of a model, from its server to the page of a console',
    measured: `${median(durations).toFixed(0)} ms`,
    goals: [atMostMs(150, median(durations))],
  };
};

/** What the console costs a browser, compared with its libraries alone in the same run. */
export const consoleFigures = async (rounds: number): Promise<Figure[]> => {
  const scene = await openChatScene();
  const { product } = scene;
  const browser = await openBrowser();
  try {
    const create = async (name: string, length: number) =>
      (await product.api.bots.createBot({ name, graph: chainOf(length) }))._id;
    const bots = { ordinary: await create('Twelve', 12), large: await create('Two hundred', 200) };
    // Before the dashboard is measured, which shows past runs.
    const chat = await createChatWithDiagram(scene);
    const window = await openWindow(browser, product);
    await signIn(await window.newPage(), product);
    return [
      await measurePanning(window, bots.large),
      ...(await measureOpenings(browser, product, window, bots, rounds)),
      ...(await measureDiagrams(browser, product, window, chat, rounds)),
      await measureFirstWords(window, scene, rounds),
    ];
  } finally {
    await browser.close();
    await scene.close();
  }
};
