import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import {
  chooseVerdict,
  collectComplaints,
  collectFrames,
  expectEventually,
  openBrowser,
  openWindow,
  signIn,
  waitForText,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';

const sampleBot = 'Isolate hosts of severe findings';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
const complaints: (() => string[])[] = [];
/** Where the user works, and a second window that only watches the first run. */
let page: Page;
let watcherPage: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  window = await openWindow(browser, product);
  complaints.push(collectComplaints(window));
  page = await window.newPage();
});

afterEach(() => expect(complaints.flatMap((ask) => ask())).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

/** A step of the run on its graph: "HTTP request: Isolate the hosts, Succeeded". */
const nodeOf = (tab: Page, label: string) => tab.getByRole('group', { name: label, exact: true });

const nodesOf = (tab: Page) =>
  tab
    .getByRole('region', { name: `Graph of ${sampleBot}` })
    // Messages over the canvas are groups without a name.
    .locator('[role="group"][aria-label]')
    .evaluateAll((nodes) => nodes.map((node) => node.ariaLabel));

const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

/** The calls that the fake host manager received. */
const readTargetCalls = async () => {
  const answer = await fetch(`${product.url}/sample/isolate`);
  const { calls }: { calls: object[] } = JSON.parse(await answer.text());
  return calls;
};

const decide = async (decision: 'Approve' | 'Reject', message: string) => {
  await chooseVerdict(page, decision);
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.getByRole('button', { name: decision, exact: true }).click();
};

describe('a new user', () => {
  it('signs in with the announced password, which is never sent to the server', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await signIn(page, product);
    await page.getByRole('link', { name: 'Bots', exact: true }).click();
    await page.getByRole('link', { name: sampleBot }).waitFor();
    expect(sent.join()).toContain('USER_SRP_AUTH');
    expect(sent.join()).not.toContain(product.sign_in.password);
  });

  it('sees a signed finding start a run that waits for approval, without a reload', async () => {
    await page.getByRole('link', { name: 'Bot runs' }).click();
    await page.getByText('No runs').waitFor();
    expect(await sendSampleEvent(product, finding('fnd-first'))).toMatchObject({ status: 202 });
    await rowOf(sampleBot).getByText('Waiting for approval').waitFor();
  });

  it('opens the run, sees the waiting node and opens the approval', async () => {
    await rowOf(sampleBot).getByRole('link', { name: sampleBot }).click();
    await page.getByRole('heading', { name: `Run of ${sampleBot}` }).waitFor();
    await nodeOf(page, 'Approval: Ask before isolating, Waiting for approval').waitFor();
    expect(await nodesOf(page)).toEqual([
      'Start: Finding arrives, Succeeded',
      'Condition: Is it severe, Succeeded',
      'Approval: Ask before isolating, Waiting for approval',
      'HTTP request: Isolate the hosts',
      'End: Hosts isolated',
      'End: Nothing to do',
      'End: Hosts left alone',
    ]);
    await page.getByRole('link', { name: 'Open approval' }).click();
    await page.getByRole('heading', { name: 'Ask before isolating', level: 1 }).waitFor();
  });

  it('sees the resources that the approval would change', async () => {
    await page.getByText('CryptoCurrency:EC2/BitcoinTool.B!DNS (finding fnd-first)').waitFor();
    const resources = page.getByRole('grid', { name: 'Resources' });
    await resources.getByText('web-1').waitFor();
    const rows = await resources.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.trim().split(/\s+/))).toEqual([
      ['web-1', 'i-0a1', 'eu-west-1'],
      ['web-2', 'i-0b2', 'eu-west-1'],
    ]);
  });
});

describe('the decision on an approval', () => {
  let frames: string[];
  let run: ExecutionSummary | undefined;

  beforeAll(async () => {
    [run] = (await product.api.executions.listExecutions({})).items;
    const second = await openWindow(browser, product, window);
    complaints.push(collectComplaints(second));
    watcherPage = await second.newPage();
    frames = collectFrames(watcherPage, 'bot_execution_updated');
    await watcherPage.goto(`/app#/bots/${run?.bot_id}/executions/${run?._id}`);
    await nodeOf(watcherPage, 'HTTP request: Isolate the hosts').waitFor();
    await watcherPage.evaluate('window.loadedOnce = true');
  });

  it('requires a message', async () => {
    await decide('Approve', 'x');
    await page.getByText('Message Required').waitFor();
    const { items } = await product.api.approvals.listApprovals({});
    expect(items).toMatchObject([{ status: 'pending' }]);
    expect(await readTargetCalls()).toEqual([]);
  });

  it('updates the nodes of the run live, over the WebSocket', async () => {
    await decide('Approve', 'Mining confirmed');
    await page.getByText('You approved the request').waitFor();
    await nodeOf(watcherPage, 'End: Hosts isolated, Succeeded').waitFor();
    await nodeOf(watcherPage, 'HTTP request: Isolate the hosts, Succeeded').waitFor();
    await nodeOf(watcherPage, 'Approval: Ask before isolating, Approved').waitFor();
    expect(await watcherPage.evaluate('window.loadedOnce')).toBe(true);
    expect(frames.join()).toContain(run?._id);
  });

  it('leads back to the run, which shows the results of its nodes', async () => {
    await page.getByRole('link', { name: /^exc_/ }).click();
    await nodeOf(page, 'HTTP request: Isolate the hosts, Succeeded').click();
    const pane = page.getByRole('complementary', { name: 'Result' });
    await waitForText(
      pane,
      (text) => text.includes('fnd-first') && text.includes('"isolated": true'),
    );
  });

  it('calls the target exactly once, with an Idempotency-Key', async () => {
    expect(await readTargetCalls()).toEqual([
      expect.objectContaining({
        idempotency_key: expect.stringContaining(run?._id ?? 'no run'),
        body: { finding: 'fnd-first', hosts: ['i-0a1', 'i-0b2'] },
      }),
    ]);
  });
});

describe('a second finding of the same bot', () => {
  it('is rejected from the list of approvals', async () => {
    await sendSampleEvent(product, finding('fnd-second'));
    await page.getByRole('button', { name: 'Open side navigation' }).click();
    await page.getByRole('link', { name: 'Approvals' }).click();
    const row = rowOf('fnd-second');
    await row.getByRole('link', { name: 'Take action' }).click();
    await page.getByRole('heading', { name: 'Take action: Ask before isolating' }).waitFor();
    await decide('Reject', 'A known load test');
    await page.getByText('You rejected the request').waitFor();
    await page.getByRole('grid', { name: 'Decisions' }).getByText('A known load test').waitFor();
  });

  it('ends its run by the rejected exit and calls no target', async () => {
    await page.getByRole('link', { name: /^exc_/ }).click();
    await nodeOf(page, 'End: Hosts left alone, Succeeded').waitFor();
    expect(await nodesOf(page)).toContain('HTTP request: Isolate the hosts');
    const states = async () =>
      (await product.api.executions.listExecutions({})).items.map(({ state }) => state);
    await expectEventually(states, ['SUCCEEDED', 'SUCCEEDED']);
    expect(await readTargetCalls()).toHaveLength(1);
  });
});
