import type { Browser, BrowserContext, Page } from 'playwright-core';
import { askForInput } from '#test/support/ask-for-input.ts';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { openSignedIn } from '#test/support/signed-in.ts';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
const complaints: (() => string[])[] = [];
let page: Page;
let formId: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  window = await openWindow(browser, product);
  complaints.push(collectComplaints(window));
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints.flatMap((ask) => ask())).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const form = {
  internal_name: 'New account',
  message: 'Who will own it?',
  inputs: [
    { id: 'owner', label: 'Owner', required: true },
    { id: 'zones', label: 'Zones', type: 'multiselect', options: ['eu', 'us'], required: true },
    { id: 'from', label: 'From', type: 'date' },
  ],
};

const submit = () => page.getByRole('button', { name: 'Submit' });

describe('a user who has to fill in a form', () => {
  it('sees the form appear in the inbox without a reload, and opens the form', async () => {
    await page.getByRole('link', { name: 'User Input' }).click();
    await page.getByText('No user inputs').waitFor();
    formId = await askForInput(product, form, 'Onboard accounts');
    await page.getByRole('link', { name: 'New account' }).click();
    await page.getByText('Who will own it?').waitFor();
  });

  it('sees which required fields are missing', async () => {
    await submit().hover();
    const reason = page.getByText('Fill in "Owner", "Zones".').filter({ visible: true });
    await reason.waitFor();
    // The reason's tooltip floats above the page: axe inspects it once that is gone.
    await page.mouse.move(1, 1);
    await reason.waitFor({ state: 'hidden' });
    await page.getByLabel('Owner').focus();
    await page.getByLabel('From - optional').focus();
    await page.getByText('Fill this in.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Owner').fill('Ada');
    await page.getByRole('button', { name: 'Zones' }).click();
    await page.getByRole('option', { name: 'us' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('From - optional').fill('2026-12-24');
    await eventually(
      () => submit().getAttribute('aria-disabled'),
      (disabled) => disabled !== 'true',
    );
  });

  it('is asked for confirmation before leaving an unfinished form', async () => {
    await page.getByRole('link', { name: 'Open Execution' }).click();
    const question = page.getByRole('dialog', { name: 'Leave page' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Owner').inputValue()).toBe('Ada');
  });

  it('submits the form, which other users see at once, and the run continues', async () => {
    const second = await openWindow(browser, product, window);
    complaints.push(collectComplaints(second));
    const watching = await second.newPage();
    await watching.goto(`/app#/user-input/${formId}`);
    await watching.getByRole('button', { name: 'Submit' }).waitFor();
    await watching.evaluate('window.loadedOnce = true');
    await submit().click();
    await page.getByText('User input submitted').waitFor();
    await watching.getByText('Root user (root@cloudwarden.local)').waitFor();
    expect(await watching.getByLabel('Zones').inputValue()).toBe('us');
    expect(await watching.evaluate('window.loadedOnce')).toBe(true);
    await page.getByRole('link', { name: 'Open Execution' }).click();
    await page.getByRole('group', { name: 'End: done, Succeeded', exact: true }).waitFor();
  });
});
