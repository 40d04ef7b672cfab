import type { Browser, Page } from 'playwright-core';
import { nodeFacts, policyKinds } from '#lib/domain/bots/node-facts.schema.ts';
import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import {
  accessibilityFaults,
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  saveScreenshot,
  setTheme,
} from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const canvas = () => page.getByRole('region', { name: /^Graph of / });
const node = (label: string | RegExp) => canvas().getByRole('group', { name: label });
/** The last one is in the list at a plus if that is open: it comes after the palette. */
const paletteEntry = (name: string) =>
  page.getByRole('option', { name: new RegExp(`^${name}`) }).last();
const settings = () => page.getByRole('complementary', { name: 'Settings' });

/** The arrows as screen readers announce them. */
const arrows = () =>
  canvas()
    .getByRole('img', { name: /^Arrow from/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.slice(11)).sort());

const rule = { value: '{% $event.at %}', type: 'date', operator: 'in_last_days', compare: '7' };
const input = { id: 'count', label: 'Count', type: 'number', required: true, options: [] };

/** A bot with a node of every kind, with lists that have something to show. */
const graphOfEveryKind = draw(
  `
  start -> risky:condition -yes-> form:user_input -> each:loop -body-> both:parallel
  both -branch-> fetch:http_request -> meet:merge -> turned:loop_end -> wait:delay -> tell:notification
  both -branch-> compute:python_code -> meet
  tell -> list:steampipe_query -> judge:ai_condition -yes-> search:ai_agent -> ask:approval -approved-> end
  note
  `,
  {
    start: { trigger_type: 'event_driven' },
    risky: { mode: 'rules', rules: [rule] },
    form: { message: 'How many?', inputs: [input] },
    each: { items_to_iterate: '{% $event.hosts %}' },
    wait: { mode: 'until', until: '{% $event.at %}' },
    fetch: { url: 'https://api.example.com', headers: [{ name: 'accept', value: 'text/plain' }] },
    judge: { question: 'Are these public on purpose?', data: '{% $nodes.list.rows %}' },
    search: {
      task: 'Find out who made them public.',
      data: '{% $nodes.list.rows %}',
      agent_toolkit: [{ action: 'aws.describe_instances' }, { action: '' }],
    },
    list: { sql: 'select arn as id from aws_s3_bucket', integration_type: 'aws' },
    ask: { message: 'May it?', approvers: ['a@example.com'] },
  },
);

/** The dark theme only has other values of the same colours. */
const themes = [
  ['light', 'all'],
  ['dark', 'colours'],
] as const;

const labelOf = ({ type, name }: { type: NodeKind; name: string }) =>
  new RegExp(`^${nodeFacts[type].label}: ${name}`);

/** Opens the settings of a node, including the part on the engine's behaviour. */
const inspect = async (one: { type: NodeKind; name: string }) => {
  // A mouse click would need the node in sight, which it is not on a narrow canvas.
  await node(labelOf(one)).dispatchEvent('click');
  await settings().getByRole('heading', { name: nodeFacts[one.type].label }).waitFor();
  if (policyKinds.has(one.type)) {
    await settings().getByRole('button', { name: 'Retries and failures' }).click();
    await settings().getByLabel('Retries', { exact: true }).waitFor();
  }
};

describe('a bot with every kind of node', () => {
  beforeAll(async () => {
    const name = 'Everything';
    const { _id } = await product.api.bots.createBot({ name, graph: graphOfEveryKind });
    await page.goto(`/app#/bots/${_id}`);
    await page.getByRole('heading', { name }).waitFor();
  });

  it.each(themes)('shows accessible settings of every node, %s', async (theme, rules) => {
    await setTheme(page, theme);
    for (const one of graphOfEveryKind.nodes) {
      await inspect(one);
      const faults = await accessibilityFaults(page, rules, 'aside[aria-label=Settings]');
      expect([one.type, faults]).toEqual([one.type, []]);
      await saveScreenshot(page, `editor-${one.type}-${theme}`);
    }
  });

  it('passes the accessibility checks as a whole', () => inspectPage(page, 'editor-everything'));
});

describe('the model of a node', () => {
  it('is chosen from the models of its integration, and its cost is shown', async () => {
    const models = 'gpt-5 1.25 10\ngpt-5-mini 0.25 2';
    const values = { api_key: 'sk-canary-0123456789', models };
    const integration = { cspName: 'openai', alias: 'Our models', groups: ['Tests'], values };
    const { accountId: id } = await product.api.integrations.createIntegration(integration);
    const judge = { integration: { type: 'openai', id }, question: 'Is it?', data: '{% $event %}' };
    const graph = draw('start -> judge:ai_condition -yes-> end', { judge });
    const { _id: bot_id } = await product.api.bots.createBot({ name: 'Judges', graph });
    await page.goto(`/app#/bots/${bot_id}`);
    await page.getByRole('heading', { name: 'Judges' }).waitFor();
    await settings()
      .getByText(/^judge: at most \$0\.064 a question to gpt-5 of/)
      .waitFor();
    await inspect({ type: 'ai_condition', name: 'judge' });
    await settings()
      .getByRole('button', { name: /Default model \(gpt-5\)/ })
      .click();
    await page.getByRole('option', { name: /^gpt-5-mini/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const stored = async () => {
      const { nodes } = (await product.api.bots.getBot({ bot_id })).graph;
      return nodes.find(({ type }) => type === 'ai_condition')?.settings['model'];
    };
    await eventually(stored, (model) => model === 'gpt-5-mini');
    await inspectPage(page, 'editor-model');
  });
});

describe('parallels and loops', () => {
  it('are added with their merge as one act, which can be undone and redone', async () => {
    await page.goto('/app#/bots/new');
    await node('Start: Start').click();
    await paletteEntry('Parallel').click();
    await node('Merge: Merge').waitFor();
    await expectEventually(arrows, ['Parallel by branch to Merge', 'Start to Parallel']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await node('Merge: Merge').waitFor({ state: 'detached' });
    await expectEventually(arrows, []);
    await page.getByRole('button', { name: 'Redo' }).click();
    await node('Merge: Merge').waitFor();
  });

  it('receive nodes of their own, and each further node adds a branch', async () => {
    await node(/^Parallel/).click();
    await paletteEntry('Delay').click();
    await page.getByRole('button', { name: 'Add a node after Parallel by branch' }).click();
    await paletteEntry('Loop Repeats').click();
    await expectEventually(arrows, [
      'Delay to Merge',
      'Loop by body to Loop end',
      'Loop end to Merge',
      'Parallel by branch to Delay',
      'Parallel by branch to Loop',
      'Start to Parallel',
    ]);
  });

  it('list, remove and add their branches by keyboard', async () => {
    await node(/^Parallel/).click();
    await settings().getByRole('button', { name: 'Remove the branch to Loop' }).focus();
    await page.keyboard.press('Enter');
    await eventually(arrows, (all) => !all.includes('Parallel by branch to Loop'));
    await settings().getByLabel('Branches').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Loop');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await eventually(arrows, (all) => all.includes('Parallel by branch to Loop'));
  });
});

describe('a node with an error policy', () => {
  it('adds an error exit by its policy, and removes the exit with its arrow', async () => {
    await node(/^Merge/).click();
    await paletteEntry('HTTP request').click();
    await settings().getByRole('button', { name: 'Retries and failures' }).click();
    await settings().getByLabel('When it fails').click();
    await page.getByRole('option', { name: 'Branch', exact: true }).click();
    await page.getByRole('button', { name: 'Add a node after HTTP request by error' }).click();
    await paletteEntry('End').click();
    await eventually(arrows, (all) => all.includes('HTTP request by error to End'));
    await node(/^HTTP request/).click();
    await settings().getByLabel('When it fails').click();
    await page.getByRole('option', { name: 'Stop', exact: true }).click();
    await eventually(arrows, (all) => !all.includes('HTTP request by error to End'));
  });
});
