import type { Browser, BrowserContext, Page } from 'playwright-core';
import { appCode } from '#test/support/authenticator-app.ts';
import { collectComplaints, openBrowser, openWindow } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;
/** The secret stored in the app. */
let secret: string;

beforeAll(async () => {
  const demanding = openEmbedded({ SECOND_FACTOR: 'required' });
  [product, browser] = await Promise.all([demanding, openBrowser()]);
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await page.goto('/app#/login');
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

const enterPassword = async () => {
  await page.getByLabel('Email').fill(product.sign_in.email);
  await page.getByLabel('Password', { exact: true }).fill(product.sign_in.password);
  await button('Sign in').click();
};

const enterCode = async (code: string) => {
  await page.getByLabel('Code').fill(code);
  await button('Confirm').click();
};

const waitForConsole = () => page.getByRole('navigation').first().waitFor();

describe('two-factor sign-in that is required for all users', () => {
  it('requires the setup of an authenticator app at the first sign-in', async () => {
    await enterPassword();
    await heading('Set up two-factor sign-in').waitFor();
    await page.getByAltText('qr code').waitFor();
    await inspectPage(page, 'second-factor-set-up');
    secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    const validCode = appCode(secret, Date.now());
    await enterCode(validCode === '000000' ? '000001' : '000000');
    await page.getByText('This code is not right. Enter the one the app shows now.').waitFor();
    await enterCode(appCode(secret, Date.now()));
    await waitForConsole();
    // The wrong code was rejected with 400, which the browser reports.
    expect(complaints().filter((text) => !text.includes('400'))).toEqual([]);
  });

  it('cannot be switched off, but another app can be set up', async () => {
    await page.goto('/app#/account');
    await page.getByText('Required for everybody').waitFor();
    expect(await button('Switch off').count()).toBe(0);
    await inspectPage(page, 'second-factor-required');
    await button('Set up an app').click();
    await button('Go on').click();
    const dialog = page.getByRole('dialog');
    const key = dialog.getByText(/^[A-Z2-7]{32}$/);
    await key.waitFor();
    secret = (await key.textContent()) ?? '';
    await dialog.getByLabel('Code').fill(appCode(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('Two-factor sign-in switched on').waitFor();
  });

  it('requires a code of the new app at the next sign-in', async () => {
    await button('Root user').click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await enterPassword();
    await heading('Enter the code of your authenticator app').waitFor();
    // A code counts only once, so this uses the next half-minute's, which is valid as well.
    await enterCode(appCode(secret, Date.now(), 1));
    await waitForConsole();
  });
});
