import type { Browser, Page } from 'playwright-core';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import {
  chooseVerdict,
  collectComplaints,
  createBotAndWait,
  openBrowser,
  openWindow,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

const rule_id = 'aws-s3-bucket-blocks-public-access';
const integration_id = sampleId('aws-production');
const downloads = 'arn:aws:s3:::sample-public-downloads';

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

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
const card = () => page.getByRole('list', { name: 'Getting Started' });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

/** The card with `doneCount` steps done; opens its page if it is not shown. */
const waitForCardSteps = async (doneCount: number) => {
  if (!/#\/(\?.*)?$/.test(page.url())) await page.goto('/app#/');
  await heading(`Getting Started (${doneCount}/6)`).waitFor();
};

/** The steps in words, the open one marked: `Completed`, `To do, open`. */
const steps = () =>
  card()
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => {
        const status = item.querySelector('[aria-label]')?.ariaLabel ?? '';
        const isOpen = item.querySelector('[aria-expanded="true"]') !== null;
        return isOpen ? `${status}, open` : status;
      }),
    );

/** The buckets of the sample account that fail the rule. */
const failingBuckets = async () => {
  const query = { rule_id, criticality: 'alarm' as const, number_of_items: '100' };
  const { items } = await product.api.compliance.listRuleResources(query);
  return items.filter((one) => one.integration_id === integration_id).map(({ uid }) => uid);
};

const waitForScans = () =>
  eventually(
    () => product.api.inventory.listInventoryExecutions({ number_of_items: '20' }),
    ({ items }) => items.length > 0 && items.every(({ state }) => state !== 'IN_PROGRESS'),
    120_000,
  );

describe('the Getting Started card of a new organisation', () => {
  it('marks the steps that are already done as completed', async () => {
    await waitForCardSteps(2);
    await page.getByText('Checked steps are already done for your organisation.').waitFor();
    expect(await steps()).toEqual([
      'To do, open',
      'To do',
      'Completed',
      'To do',
      'Completed',
      'To do',
    ]);
    expect(await button('Skip').count()).toBe(0);
    expect(await button('Back').count()).toBe(0);
    await inspectPage(page, 'getting-started');
  });

  it('adds sample accounts, which completes a step and starts their scans', async () => {
    await button('Add sample accounts').click();
    await waitForCardSteps(3);
    await link('Connect a tool').waitFor();
    await page.getByText('Scans have started').waitFor();
  });

  it('leads to the communication tools, and connecting a tool completes a step', async () => {
    await link('Connect a tool').click();
    await page.waitForURL(/#\/integrations\?category=Communication$/);
    await link('Google Chat').click();
    await page.getByLabel('Alias').fill('Team space');
    await page.getByLabel('Groups').first().fill('Operations');
    await page.keyboard.press('Enter');
    const address = 'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t';
    await page.getByLabel('Webhook address').fill(address);
    await button('Connect').click();
    await heading('Team space').first().waitFor();
    await waitForCardSteps(4);
  });

  it('moves back and forth between steps, and skips a step', async () => {
    await button('Invite a user').waitFor();
    await button('Back').click();
    await link('Create bot').waitFor();
    await button('Next Step').click();
    await link('Invite user').waitFor();
    await button('Skip').click();
    await heading('Getting Started (5/6)').waitFor();
    await button('Add a dashboard').last().waitFor();
    expect((await steps())[3]).toBe('Skipped');
  });
});

describe('a finding of the sample accounts', () => {
  it('is found by the scan, and leads to a bot that fixes it', async () => {
    await waitForScans();
    expect(await failingBuckets()).toContain(downloads);
    await page.goto(`/app#/inventory/compliance?rule=${rule_id}`);
    // The page has such a button too, which belongs to no rule.
    const ofRule = '//*[text()="Remediation"]/following::button[contains(., "Create Bot")]';
    await page.locator(`xpath=${ofRule}`).first().click();
    // The library's bot, with the rule and the account filled in.
    await button('Use as new bot').click();
    await page.getByText('Not saved yet').first().waitFor();
    await button('Save').click();
    const form = page.getByRole('dialog', { name: 'Create bot' });
    await form.getByLabel('Name').fill('Keep buckets private');
    await createBotAndWait(page, () => form.getByRole('button', { name: 'Create bot' }).click());
    await button('Publish').click();
    await button('Publish version 1').click();
    await page.getByText('Published v1').first().waitFor();
  });

  it('changes nothing before the approval', async () => {
    await button('Run').click();
    const runDialog = page.getByRole('dialog', { name: 'Run bot' });
    await runDialog.getByRole('checkbox', { name: 'Dry run' }).uncheck();
    await runDialog.getByRole('button', { name: 'Run', exact: true }).click();
    await eventually(
      () => product.api.approvals.listApprovals({ status: 'pending' }),
      ({ items }) => items.length === 1,
    );
    expect(await failingBuckets()).toContain(downloads);
    await page.goto('/app#/approvals');
    await page.getByRole('link', { name: 'Take action' }).first().click();
    await chooseVerdict(page, 'Approve');
    await page.getByRole('textbox', { name: 'Message' }).fill('None is meant to be public.');
    await button('Approve').click();
    await page.getByText('You approved the request').waitFor();
  });

  it('is fixed by the run, and the next scan no longer reports it', async () => {
    await link(/^exc_/).click();
    await page.getByText('Succeeded').first().waitFor();
    // Its first nodes have succeeded before the account is scanned again.
    await eventually(
      () => product.api.executions.listExecutions({}),
      ({ items }) => items.length > 0 && items.every(({ state }) => state === 'SUCCEEDED'),
      60_000,
    );
    await page.goto('/app#/inventory/schedule');
    await button('Scan now: Sample AWS production').click();
    await page.waitForURL(/#\/inventory\/executions\/\w+$/);
    await waitForScans();
    expect(await failingBuckets()).not.toContain(downloads);
    await page.goto(`/app#/inventory/compliance?rule=${rule_id}`);
    await inspectPage(page, 'journey-fixed');
  });
});

describe('the completed Getting Started card', () => {
  it('is completed by a dashboard, and stays hidden after it is closed', async () => {
    await waitForCardSteps(5);
    await button('Configure dashboard widgets').click();
    await button('Add a dashboard').click();
    await heading('Getting Started (6/6)').waitFor();
    await page.getByText('All steps are done. Close this card to hide it.').waitFor();
    await button('Close Manage Widgets').click();
    await inspectPage(page, 'getting-started-done');
    await button('Close Getting Started').click();
    await heading(/^Getting Started/).waitFor({ state: 'hidden' });
    await page.reload();
    await heading('Dashboards').waitFor();
    await button('Add dashboard').waitFor();
    expect(await heading(/^Getting Started/).count()).toBe(0);
  });
});
