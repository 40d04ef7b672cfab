import { execFileSync } from 'node:child_process';
import type { BundleSizes, MeasuredChunk } from './support/measure.ts';

/**
 * Gzipped sizes in KiB. A budget is an alarm: where shared code needs more, raise it with a short
 * reason rather than write a thing twice (docs/decisions/021).
 */
const entryBudget = 360;
const entryStyleBudget = 80;

/** KiB that a lazy part may add to the entry; any other page has the budget of a list. */
// Two KiB of each are what all of them share of nodes: their schemas, and what their kinds use.
const pageBudget = 122;
const formBudget = 82;
/**
 * The checker, the inspector and the dialogs load on demand (docs/decisions/012). It was 164 before
 * the editor knew the events of listeners, 166 before it distinguished dry runs, showed messages
 * over the canvas and had arrows and frames in its overview, 169 before nodes had integrations and
 * actions, 173 before the canvas showed the names of actions, 174 before organisations had actions
 * of all kinds, including Python, 181 before nodes queried the inventory, 184 before reads of a
 * query's rows were checked, 186 before bots stated how much time a run saves, 187 before AI agents
 * had tools, 190 before bots and MCP servers were tools too, 194 before the page of a run asked
 * whether its reader may decide, whose description of approvals the editor loads as well, 195
 * before a stale save was also compared with the other's settings, each by its title, 198 before
 * the page of a run named whom it waits for and read large outputs in parts, and 200 before lists
 * could be exported: some of its parts share the table of lists.
 */
const editorBudget = 201;
/** Includes the editor itself: forms, tabs and dialogs on top of it (docs/decisions/018). */
const editorDialogBudget = editorBudget + 35;
const aceBudget = 190;
const budgets: Record<string, number> = {
  // A board that is moved by mouse and by keyboard, and three kinds of charts.
  'web/src/pages/dashboards/dashboards.tsx': pageBudget + 10,
  // Threads, live messages, approvals decided in place, suggested answers, and the calls of runs
  // and integrations to continue after an AI agent has ended. A menu on narrow screens.
  'web/src/pages/chat/chat.tsx': pageBudget + 8,
  'web/src/pages/service-portal/run-chat.tsx': pageBudget + 4,
  // Not a page itself, but it includes the schemas of the nodes that it draws.
  'web/src/pages/inventory/search-bot.ts': pageBudget + 2,
  // Includes its page: the calls of five areas, by which steps are refused.
  'web/src/pages/dashboards/getting-started.tsx': pageBudget + 20,
  'web/src/pages/login/login.tsx': 160,
  'web/src/pages/listeners/wizard.tsx': formBudget,
  // Received events and rejected calls: two lists, one address.
  'web/src/pages/listeners/events.tsx': pageBudget + 5,
  'web/src/pages/not-found/not-found.tsx': formBudget,
  // Its own code is 4 KiB; the rest is shared by many parts, and its page has it already.
  'web/src/components/code/code-view.tsx': 60,
  // It lays out, draws and checks a graph.
  'web/src/pages/library/template-details.tsx': editorBudget,
  'web/src/pages/executions/run.tsx': editorBudget,
  'web/src/pages/bots/bot.tsx': editorBudget,
  // Its agents, its scans, the bots that use it and its models, each with lists. It was 16 before
  // the chat's input led to another split of shared code into files.
  'web/src/pages/integrations/integration.tsx': pageBudget + 18,
  // Forms of three kinds with code editors, the test and the changes between versions, one drawer,
  // and the warning before typed text is dropped. The integration picker keeps chosen ones. It was
  // 15 before guards were made independent of each other, and 16 before lists could be exported.
  'web/src/pages/actions/panels.tsx': pageBudget + 17,
  // Its rules with the details of one, exceptions of several kinds and the bot made from it.
  'web/src/pages/inventory/compliance/compliance.tsx': pageBudget + 11,
  // Includes its page: plan information, and the QR code.
  'web/src/pages/account/two-factor-setup.tsx': pageBudget + 5,
  // Imports, copies, tests and deletes them; includes its page.
  'web/src/pages/actions/dialogs.tsx': pageBudget + 10,
  // The calendar; includes its page.
  'web/src/components/time-range-picker.tsx': pageBudget + 10,
  // Includes the canvas, with which they share most code.
  'web/src/components/run/node-result.tsx': editorBudget,
  'web/src/pages/executions/run-without-bot.tsx': editorBudget,
  'web/src/components/graph/layout.ts': editorBudget,
  'web/src/pages/bots/view/bot-viewer.tsx': editorBudget,
  'web/src/pages/bots/editor/canvas/canvas-menu.tsx': editorBudget,
  'web/src/pages/bots/editor/saving/details-modal.tsx': editorDialogBudget,
  // The bot and integration pickers became part of what it shares with the settings of bots. It
  // shows who changed what.
  'web/src/pages/bots/editor/saving/stale-modal.tsx': editorBudget + 3,
  'web/src/pages/bots/editor/saving/restore-modal.tsx': editorBudget,
  'web/src/pages/bots/editor/inspector/json-tab.tsx': editorDialogBudget,
  'web/src/pages/bots/versions/comparison.tsx': editorBudget,
  'web/src/pages/bots/versions/publish-modal.tsx': editorBudget,
  'web/src/pages/bots/editor/inspector/node-inspector.tsx': editorDialogBudget,
  'web/src/pages/bots/editor/running/run-modal.tsx': editorDialogBudget,
  'web/src/pages/bots/trial/test-tab.tsx': editorDialogBudget,
  'web/src/pages/bots/trial/shown-run.tsx': editorBudget,
  'web/src/pages/bots/schedule/trigger-schedule.tsx': editorBudget,
  // Includes the editor: a chat with its input and rich text, the differences node by node, the
  // model's tools with the schemas sent to it, and the calls of the areas that they look up.
  'web/src/pages/bots/builder/builder-parts.ts': editorDialogBudget + 75,
  // Shows rows in the table of lists, which most users who come here have already loaded. It was 30
  // before functions that several files repeated became shared code.
  'web/src/pages/bots/query/query-tools.tsx': editorDialogBudget + 32,
  'web/src/components/code/code-editor.tsx': aceBudget,
  // Draws with the operator's Highcharts; only loaded where that is configured.
  'web/src/charts/licensed-chart.tsx': 217,
  // The diagram library; its kinds load on demand. Includes the code view, which others load too.
  'web/src/components/rich-text/diagram.tsx': 170 + 55,
};

/** Code that is too large, or not needed, for everybody's first page. */
const excludedModules = [
  /node_modules\/(aws-amplify|@aws-amplify)\//,
  /node_modules\/elkjs/,
  /node_modules\/highcharts/,
  /node_modules\/mermaid/,
  /node_modules\/ace-/,
  /node_modules\/@xyflow/,
  /node_modules\/jsonata/,
  /^lib\/routes\.ts$/,
];

const measured: BundleSizes = JSON.parse(
  execFileSync(process.execPath, ['test/browser/support/measure.ts'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // Jest's own `test` would build for development.
    env: { ...process.env, NODE_ENV: 'production' },
  }),
);

const byFile = new Map(measured.chunks.map((chunk) => [chunk.file, chunk]));

/** A chunk with everything that it imports statically. */
const staticImportsOf = (chunk: MeasuredChunk, found = new Set<MeasuredChunk>()) => {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const file of chunk.imports) {
    const imported = byFile.get(file);
    if (imported) staticImportsOf(imported, found);
  }
  return found;
};

/** The script that starts the console, and the console itself. */
const entry = new Set(
  measured.chunks
    .filter(({ isEntry, modules }) => isEntry || modules.includes('web/src/main.tsx'))
    .flatMap((chunk) => [...staticImportsOf(chunk)]),
);
const lazyParts = measured.chunks.filter(
  (chunk) => chunk.of?.startsWith('web/') && !entry.has(chunk),
);

const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
const sizeOf = (chunks: MeasuredChunk[]): number => sum(chunks.map(({ size }) => size));

const addedSizeOf = (chunk: MeasuredChunk): number =>
  sizeOf([...staticImportsOf(chunk)].filter((one) => !entry.has(one)));

describe('the code that the console loads first', () => {
  it('stays within its budget of scripts', () => {
    expect(sizeOf([...entry])).toBeLessThan(entryBudget);
  });

  it('stays within its budget of styles', () => {
    const files = new Set([...entry].flatMap(({ styles }) => styles));
    const sizes = [...files].map((file) => measured.styles[file] ?? 0);
    expect(sum(sizes)).toBeGreaterThan(10);
    expect(sum(sizes)).toBeLessThan(entryStyleBudget);
  });

  it.each(excludedModules)('contains no code of %s', (pattern) => {
    const modules = [...entry].flatMap((chunk) => chunk.modules);
    expect(modules).toContain('web/src/main.tsx');
    expect(modules.filter((module) => pattern.test(module))).toEqual([]);
  });

  it('configures zod to work without eval before any schema is created', () => {
    const home = [...entry].filter(({ modules }) => modules.includes('web/src/jitless.ts'));
    const schemas = measured.chunks.filter(({ modules }) =>
      modules.some((module) => module.startsWith('node_modules/zod/')),
    );
    expect(schemas).toEqual(home);
  });
});

describe('the code that a lazy part adds', () => {
  it.each(lazyParts.map((chunk): [string, MeasuredChunk] => [chunk.of ?? '', chunk]))(
    'stays within its budget: %s',
    (name, chunk) => {
      expect(addedSizeOf(chunk)).toBeLessThan(budgets[name] ?? pageBudget);
    },
  );
});
