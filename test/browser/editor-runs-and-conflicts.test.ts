import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  resizeAndWait,
  saveScreenshot,
  unrouteAll,
  waitForText,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;
let bot: BotView;

/** Calls an existing host, decides by the answer, and waits a moment. */
const graphFor = (url: string): BotView['graph'] => ({
  nodes: [
    { id: 'a', type: 'start', name: 'Begin', position: { x: 0, y: 0 }, settings: {} },
    {
      id: 'b',
      type: 'http_request',
      name: 'Ask',
      position: { x: 250, y: 0 },
      settings: { url: `${url}/sample/isolate` },
    },
    {
      id: 'c',
      type: 'condition',
      name: 'Is fine',
      position: { x: 500, y: 0 },
      settings: { mode: 'expression', expression: '{% $nodes.Ask.status = 200 %}' },
    },
    { id: 'd', type: 'end', name: 'Done', position: { x: 750, y: 0 }, settings: {} },
  ],
  edges: [
    { id: 'ab', source: 'a', target: 'b' },
    { id: 'bc', source: 'b', target: 'c' },
    { id: 'cd', source: 'c', sourceHandle: 'yes', target: 'd' },
    { id: 'ce', source: 'c', sourceHandle: 'no', target: 'd' },
  ],
});

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const graph = graphFor(product.url);
  bot = await product.api.bots.createBot({ name: 'Mind the host', graph });
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
  await page.goto(`/app#/bots/${bot._id}`);
  await node('HTTP request: Ask').waitFor();
});

afterEach(() => {
  // A stale save is rejected, which Chromium reports by itself.
  expect(complaints().filter((text) => !text.includes('status of 409'))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const node = (label: string | RegExp, on = page) =>
  on.getByRole('region', { name: /^Graph of / }).getByRole('group', { name: label });
const settings = () => page.getByRole('complementary', { name: 'Settings' });
const tab = (name: string) => settings().getByRole('tab', { name });
const press = (name: string | RegExp, on = page) =>
  on.getByRole('button', { name, exact: true }).first().click();
const waitForFirstText = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor();
const dialog = (name: string, on = page) => on.getByRole('dialog', { name });

const choose = async (field: RegExp, option: string | RegExp) => {
  await page.getByRole('button', { name: field }).click();
  await page.getByRole('option', { name: option }).first().click();
};

/** Replaces the text in the JSON editor. */
const writeJson = async (text: string) => {
  await settings().locator('.ace_content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
};

const savedNode = async (id: string) => {
  const { graph: latest } = await product.api.bots.getBot({ bot_id: bot._id });
  return latest.nodes.find((one) => one.id === id);
};

const runs = () => product.api.executions.listExecutions({ bot_id: bot._id });

/** The states of the graph's nodes on the run's page, once the run has ended. */
const labels = () =>
  node(/./).evaluateAll((nodes) => nodes.map((one) => one.getAttribute('aria-label')));

describe('testing a single node', () => {
  it('runs no other node, and uses only the chosen data', async () => {
    await node('HTTP request: Ask').click();
    await tab('Test').click();
    await settings().getByText('Dry run', { exact: true }).click();
    await press('Test this node only');
    await waitForFirstText(/with no data$/);
    await waitForText(settings(), (text) => text.includes('"status": 200'));
    expect((await runs()).items).toEqual([]);
  });

  it('pins the output of the node and shows that it is pinned', async () => {
    await press('Pin this output');
    await waitForFirstText(/^Uses pinned data: Ask\./);
    await settings().getByText('Pinned data').first().waitFor();
  });

  it('edits the pinned output as JSON and reports a syntax error', async () => {
    await writeJson('{"status": ');
    await waitForFirstText(/^This is not JSON/);
    await writeJson('{"status": 503}');
    await press('Save');
    await waitForFirstText('Saved as version 2');
    expect(await savedNode('b')).toMatchObject({ pinned: { output: { status: 503 } } });
  });
});

describe('a run that is started in the editor', () => {
  it('ends at the chosen node, and reports that a node has pinned data', async () => {
    await node('Condition: Is fine').click();
    await tab('Test').click();
    await press('Run up to here');
    const runDialog = dialog('Run bot');
    await runDialog.getByText('1 node is not run').waitFor();
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await node(/^Condition: Is fine, Succeeded/).click();
    await waitForText(settings(), (text) => text.includes('"result": false'));
    await page.getByRole('region', { name: 'Run on the canvas' }).getByText('Succeeded').waitFor();
    for (const width of [1440, 430]) {
      await resizeAndWait(page, width);
      expect(await accessibilityFaults(page)).toEqual([]);
      await saveScreenshot(page, `editor-run-shown-light-${width}`);
    }
    await resizeAndWait(page, 1440);
    const [run] = (await runs()).items;
    expect(run).toMatchObject({ state: 'SUCCEEDED', options: { until: 'c', use_pins: true } });
    expect((await labels()).at(-1)).toBe('End: Done');
  });

  it('serves as the data of expression previews, under its name', async () => {
    await press('Hide the run');
    await node('Condition: Is fine').waitFor();
    await tab('Settings').click();
    await press('Choose saved data');
    await choose(/^Take data from/, /^Dry run of .*succeeded, version 2$/);
    await tab('Settings').click();
    const preview = settings().getByRole('region', { name: 'Preview of Expression' });
    await waitForText(preview, (text) =>
      /^Result with the (dry )?run of [^\n]+:\s+false$/.test(text),
    );
    await settings()
      .getByRole('textbox', { name: 'Expression', exact: true })
      .fill('{% $nodes.Ask.status > 500 %}');
    await waitForText(preview, (text) => text.endsWith('true'));
    await press('Save');
    await waitForFirstText('Saved as version 3');
  });

  it('continues from a node of an earlier run with the current graph', async () => {
    await tab('Test').click();
    await press('Run from here');
    const runDialog = dialog('Run bot');
    await runDialog.getByText(/^Runs version 3 of Mind the host, as it is drawn here\.$/).waitFor();
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await eventually(runs, ({ items }) => items.length === 2);
    await node(/^End: Done, Succeeded/).waitFor();
    const [run, before] = (await runs()).items;
    expect(run).toMatchObject({ version: 3, options: { from: 'c', resumed_from: before?._id } });
  });

  it('shows in its dialog why it cannot start', async () => {
    await node(/^HTTP request: Ask/).click();
    await tab('Test').click();
    await press('Run from here');
    const runDialog = dialog('Run bot');
    const error = 'One run is under way. Wait until one ends, or start it by force.';
    await page.route('**/resume', (route) => route.fulfill({ status: 409, json: { error } }));
    await runDialog.getByRole('button', { name: 'Start dry run' }).click();
    await runDialog.getByText(error, { exact: true }).waitFor();
    expect(await page.getByText('Execution Error').count()).toBe(1);
    await unrouteAll(page);
    await runDialog.getByRole('button', { name: 'Cancel' }).click();
    await node(/^Condition: Is fine/).click();
  });
});

describe('the JSON of a node', () => {
  it('changes the node, and the change can be undone', async () => {
    await press('Hide the run');
    await node('End: Done').click();
    await tab('JSON').click();
    await writeJson('{"name": "All done", "settings": {}}');
    await node('End: All done').waitFor();
    await node('End: All done').click();
    await page.keyboard.press('Control+z');
    await node('End: Done').waitFor();
  });

  it('shows why it is not valid', async () => {
    await writeJson('{"name": "Ask", "settings": {}}');
    await waitForFirstText('Another node has this name. Expressions read nodes by their names.');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('{"name": "Done", "settings": {}}');
  });
});

describe('finding nodes with Ctrl+F', () => {
  it('finds the contents of nodes and selects the node of a match', async () => {
    await node('Start: Begin').click();
    await page.keyboard.press('Control+f');
    await page
      .getByRole('combobox', { name: 'Find in nodes' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('sample/iso');
    await page.getByRole('option', { name: /URL: .*\/sample\/isolate/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settings().getByRole('heading', { name: 'HTTP request' }).waitFor();
    await press('Close search');
  });
});

describe('two users who edit the same bot', () => {
  let otherPage: Page;

  beforeAll(async () => {
    otherPage = await (await openWindow(browser, product, window)).newPage();
    await otherPage.goto(`/app#/bots/${bot._id}`);
    await node('HTTP request: Ask', otherPage).waitFor();
  });

  afterAll(() => otherPage.context().close());

  it('edit at the same time, and the first user saves', async () => {
    await node('End: Done', otherPage).click();
    const name = otherPage.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Over');
    await name.press('Enter');
    await press('Save', otherPage);
    await waitForFirstText('Saved as version 4', otherPage);
  });

  it('see the differences before the second user overwrites a newer version', async () => {
    await node('Start: Begin').click();
    const name = settings().getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('First');
    await name.press('Enter');
    await press('Save');
    const saveDialog = dialog('Save on top of a newer version');
    await saveDialog.getByText('First: changed by you').waitFor();
    await saveDialog.getByText('Done: changed by them').waitFor();
    await saveDialog.getByRole('button', { name: 'Field by field' }).click();
    await saveDialog.getByRole('table', { name: 'Fields of First that differ' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await saveScreenshot(page, 'editor-stale');
    expect(await savedNode('d')).toMatchObject({ name: 'Over' });
  });

  it('lose no changes: both versions are kept', async () => {
    await press('Save mine as version 5');
    await waitForFirstText('Saved as version 5');
    const otherVersion = await product.api.bots.getBot({ bot_id: bot._id, version: 4 });
    expect(otherVersion.graph.nodes.map(({ name }) => name)).toContain('Over');
    expect(await savedNode('a')).toMatchObject({ name: 'First' });
  });
});

describe('leaving the editor', () => {
  it('asks for confirmation when Back would discard unsaved changes', async () => {
    await page.goto(`/app#/bots/${bot._id}?mode=view`);
    // Opened by a link instead of an address: only navigation within the console can be stopped.
    await page.reload();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await node('Start: First').click();
    const name = settings().getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Second');
    await name.press('Enter');
    await page.goBack();
    await dialog('Leave page').getByRole('button', { name: 'Cancel' }).click();
    expect(await name.inputValue()).toBe('Second');
  });
});

describe('the editor, light and dark, on a wide and a narrow screen', () => {
  it.each(['Settings', 'Test', 'JSON'])('passes accessibility checks in tab %s', async (side) => {
    await node('HTTP request: Ask').click();
    await tab(side).click();
    if (side !== 'Settings') await settings().locator('.ace_content').waitFor();
    await inspectPage(page, `editor-${side.toLowerCase()}`);
  });

  it('shows the cost of a run and the node search without accessibility faults', async () => {
    await node('HTTP request: Ask').click();
    await page.keyboard.press('Escape');
    await settings().getByText('Cost of a run on AWS').waitFor();
    await press('Find a node');
    await inspectPage(page, 'editor-whole');
    await press('Close search');
  });
});

describe('the dialog of a run', () => {
  beforeAll(async () => {
    await press('Save');
    await waitForFirstText('Saved as version 6');
  });

  it('passes the accessibility checks', async () => {
    await node('HTTP request: Ask').click();
    await press('Run');
    await dialog('Run bot').getByText('Up to Ask').waitFor();
    await inspectPage(page, 'editor-run');
    await dialog('Run bot').getByRole('button', { name: 'Cancel' }).click();
  });
});
