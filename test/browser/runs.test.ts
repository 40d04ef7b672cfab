import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  saveScreenshot,
} from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
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

const run = async (name: string, drawing: string, settings: Parameters<typeof draw>[1]) => {
  const { bots, executions } = product.api;
  const bot = await bots.createBot({ name, graph: draw(drawing, settings) });
  const input = { hosts: ['web-1', 'web-2', 'web-3'] };
  return executions.startExecution({ bot_id: bot._id, version: 1, input });
};

/** Asks for the owner of each host, all at the same time. */
const startAsking = () =>
  run(
    'Find owners',
    `start -> each:loop -body-> ask:user_input -next-> next:loop_end -> end
     ask -expired-> next`,
    {
      each: { loop_type: 'list', items_to_iterate: '{% $event.hosts %}', max_concurrency: 3 },
      ask: {
        message: 'Who owns {% $loop.item %}?',
        inputs: [{ id: 'owner', label: 'Owner', required: true }],
      },
    },
  );

const node = (name: string) => page.getByRole('group', { name, exact: true });
/** The text in the form; the node's input contains it too, in quotes. */
const formText = (text: string | RegExp) => page.getByText(text, { exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const pathOf = ({ bot_id, _id }: { bot_id: string; _id: string }, query = '') =>
  `/app#/bots/${bot_id}/executions/${_id}${query}`;

describe('opening the page of a run', () => {
  it('centres the node that the run waits for, however far down', async () => {
    const ids = Array.from({ length: 14 }, (_, index) => `c${index}`);
    const steps = ids.map((id) => `${id}:condition -yes-> `).join('');
    const noEdges = ids.map((id) => `${id} -no-> end`);
    const waitingRun = await run(
      'Ask late',
      [`start -> ${steps} ask:approval -approved-> end`, ...noEdges].join('\n'),
      {
        ...Object.fromEntries(ids.map((id) => [id, { expression: '{% true %}' }])),
        ask: { message: 'Go on?' },
      },
    );
    const waiting = () => product.api.executions.getExecution({ bot_exc_id: waitingRun._id });
    await eventually(waiting, ({ state }) => state === 'WAITING_FOR_APPROVAL');
    await page.goto(pathOf(waitingRun));
    const canvas = page.getByRole('region', { name: 'Graph of Ask late' });
    await node('Approval: ask, Waiting for approval').waitFor();
    const middle = async () => {
      const [box, canvasBox] = await Promise.all([
        node('Approval: ask, Waiting for approval').boundingBox(),
        canvas.boundingBox(),
      ]);
      const message = await page.locator('.bot-messages').boundingBox();
      if (!box || !canvasBox || !message) return NaN;
      // Messages cover part of the canvas: the middle is that of the free part.
      const top = Math.max(canvasBox.y, message.y + message.height);
      const freeMiddle = (top + canvasBox.y + canvasBox.height) / 2;
      return Math.abs(box.y + box.height / 2 - freeMiddle);
    };
    await eventually(middle, (off) => off < 20);
    await product.api.executions.abortExecution({ bot_exc_id: waitingRun._id });
  });
});

describe('a loop on the page of a run', () => {
  it('shows a chosen iteration, takes its input there and continues without a reload', async () => {
    const waitingRun = await startAsking();
    await page.goto(pathOf(waitingRun));
    await node('User input: ask, Waiting for input').click();
    await formText('Who owns web-1?').waitFor();
    await page.getByRole('button', { name: /^Iteration of each/ }).click();
    await page.getByRole('option', { name: /^Iteration 2/ }).click();
    await formText('Who owns web-2?').waitFor();
    await node('Loop: each, In progress, iteration 2/3').waitFor();
    expect(page.url()).toMatch(/turns=each\.2/);
    await page.evaluate('window.loadedOnce = true');
    await page.getByRole('textbox', { name: 'Owner' }).fill('Ada');
    await press('Submit');
    await node('User input: ask, Succeeded').waitFor();
    await press('Next iteration of each');
    await node('User input: ask, Waiting for input').waitFor();
    await press('Previous iteration of each');
    await node('User input: ask, Succeeded').waitFor();
    expect(await page.evaluate('window.loadedOnce')).toBe(true);
  });

  it('keeps the chosen iteration in the address', async () => {
    await page.reload();
    await node('User input: ask, Succeeded').waitFor();
    await page.getByText('2 of 3').waitFor();
  });

  it('opens an iteration that still waits, when the address has mode=execute', async () => {
    const [waitingRun] = (await product.api.executions.listExecutions({})).items;
    if (!waitingRun) throw new Error('There is no run.');
    await page.goto('about:blank');
    await page.goto(pathOf(waitingRun, '?mode=execute'));
    await formText(/^Who owns web-[13]\?$/).waitFor();
  });
});

describe('the page of a run, light and dark, on a wide and a narrow screen', () => {
  it.each([
    ['the question of an iteration', '?node=ask&turns=each.3'],
    ['the loop node', '?node=each&turns=each.2'],
  ])('shows %s', async (_, query) => {
    const [waitingRun] = (await product.api.executions.listExecutions({})).items;
    if (!waitingRun) throw new Error('There is no run.');
    await page.goto('about:blank');
    await page.goto(pathOf(waitingRun, query));
    await page.getByText(/^[23] of 3$/).waitFor();
    await inspectPage(page, `run-${query.replace(/\W+/g, '-')}`);
  });
});

describe('several approvals in the list', () => {
  it('are decided at once with one message, and the result of each is shown', async () => {
    for (const id of ['fnd-1', 'fnd-2']) await sendSampleEvent(product, finding(id));
    await eventually(
      () => product.api.approvals.listApprovals({ status: 'pending' }),
      ({ items }) => items.length === 2,
    );
    await page.goto('/app#/approvals?status=pending');
    const boxes = page.getByRole('checkbox', { name: /^Select Ask before isolating/ });
    await boxes.first().check();
    await boxes.last().check();
    await press('Decide on selected');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Approve' }).check();
    await page.getByRole('textbox', { name: 'Message' }).fill('Both may go');
    await press('Approve 2 approvals');
    await page.getByText('2 requests approved').first().waitFor();
    await eventually(
      () => page.getByText('Decided', { exact: true }).count(),
      (count) => count === 2,
    );
    await page.getByText('No matches').waitFor();
    const { items } = await product.api.approvals.listApprovals({ status: 'approved' });
    expect(items.map(({ resolutions }) => resolutions[0]?.message)).toEqual([
      'Both may go',
      'Both may go',
    ]);
  });

  it('show their resources beside the list', async () => {
    await page.goto('about:blank');
    await page.goto('/app#/approvals?status=approved');
    await page
      .getByRole('button', { name: /^Show 2 resources/ })
      .first()
      .click();
    await page.getByRole('grid', { name: 'Resources' }).getByText('web-1').waitFor();
    await saveScreenshot(page, 'impacted-resources');
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
