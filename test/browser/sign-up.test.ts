import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { fromEml } from '#lib/local/eml.ts';
import { appCode } from '#test/support/authenticator-app.ts';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  saveScreenshot,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';

const password = 'Right-horse1';

let product: Embedded;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded({ EDITION: 'saas' }), openBrowser()]);
});

beforeEach(async () => {
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
});

afterEach(async () => {
  expect(complaints()).toEqual([]);
  await window.close();
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

/** The newest mail to an address, which lies in the data folder. */
const waitForMailTo = (address: string) =>
  eventually(
    async () => {
      const box = join(product.folder, 'data', 'mail');
      const mails = readdirSync(box)
        .sort()
        .map((file) => readFileSync(join(box, file), 'utf8'));
      return mails.map(fromEml).findLast(({ to }) => to.includes(address))?.text ?? '';
    },
    (text) => text !== '',
  );

const codeFor = async (address: string): Promise<string> =>
  /\b\d{8}\b/.exec(await waitForMailTo(address))?.[0] ?? '';

const button = (name: string) => page.getByRole('button', { name, exact: true });

const signUp = async (address: string, organisation: string): Promise<void> => {
  await page.goto('/app');
  await page.getByRole('tab', { name: 'Create Account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Organisation').fill(organisation);
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
};

const enterCode = async (address: string): Promise<void> => {
  await page.getByLabel('Confirmation Code').fill(await codeFor(address));
  await button('Confirm').click();
};

const waitForConsole = () => page.getByRole('navigation').first().waitFor();

const enterPassword = async (address: string): Promise<void> => {
  await page.goto('/app');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Sign in').click();
};

/** The browser itself reports rejected calls. */
const expectRejectedCalls = (): void => {
  const messages = complaints();
  expect(messages.filter((text) => !/status of 400 .+\/identity\)$/.test(text))).toEqual([]);
  expect(messages).not.toEqual([]);
};

/** Calls the API with the token that Amplify keeps in this window. */
const callApi = async (path: string): Promise<Record<string, unknown>> => {
  const token = await page.evaluate<string>(
    "Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1] ?? ''",
  );
  const headers = { authorization: token };
  const answer = await fetch(`${product.url}/api/${path}`, { headers });
  return JSON.parse(await answer.text());
};

/** Calls the identity endpoint as the signed-in user. */
const callIdentity = async (operation: string, body: object): Promise<Record<string, unknown>> => {
  const AccessToken = await page.evaluate<string>(
    "Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1] ?? ''",
  );
  const answer = await fetch(`${product.url}/identity`, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify({ AccessToken, ...body }),
  });
  return JSON.parse(await answer.text());
};

describe('signing up', () => {
  it('shows errors at the fields of its form, and passes the accessibility checks', async () => {
    await signUp('ada@acme.example', 'Acme');
    await page.getByLabel('Password', { exact: true }).fill('weak');
    await page.getByText('Use at least 8 characters').waitFor();
    await saveScreenshot(page, 'sign-up');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('creates an empty organisation with a ROOT user after the mailed code', async () => {
    // As people type it; the account's address is in lower case.
    await signUp('Ada@Acme.example', 'Acme');
    await button('Create Account').click();
    await page.getByText('a***@a***').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await enterCode('ada@acme.example');
    await waitForConsole();
    expect(await callApi('users/me')).toMatchObject({
      _id: 'ada@acme.example',
      name: 'Ada Lovelace',
      userType: 'ROOT',
      organisation: 'Acme',
    });
    expect(await callApi('bots')).toMatchObject({ items: [] });
    expect(await callApi('subscriptions')).toMatchObject({
      items: [{ subscription_type: 'trial' }],
    });
  });

  it('shows the typed email address, and leads back to correct the address', async () => {
    await signUp('adda@acme.example', 'Typo');
    await button('Create Account').click();
    await page.getByText('The address is adda@acme.example.').waitFor();
    await page.getByText('Enter the code that was mailed to').waitFor();
    await saveScreenshot(page, 'sign-up-confirm');
    await button('Back to sign in').click();
    await button('Sign in').waitFor();
    await page.getByRole('tab', { name: 'Create Account' }).waitFor();
  });

  it('creates an organisation that sees no data of another organisation', async () => {
    await signUp('bob@globex.example', 'Globex');
    await button('Create Account').click();
    await enterCode('bob@globex.example');
    await waitForConsole();
    const visibleData = JSON.stringify([
      await callApi('users'),
      await callApi('users/me'),
      await callApi('bots'),
      await callApi('listeners'),
    ]);
    expect(visibleData).toContain('bob@globex.example');
    expect(visibleData).not.toContain('acme');
    expect(visibleData).not.toContain('Sample findings');
    expect(await callApi('users/ada@acme.example')).not.toHaveProperty('_id');
  });

  it('can be completed later, at the next sign-in', async () => {
    await signUp('cleo@initech.example', 'Initech');
    await button('Create Account').click();
    const first = await codeFor('cleo@initech.example');
    await page.reload();
    await enterPassword('cleo@initech.example');
    await page.getByLabel('Confirmation Code').waitFor();
    // The code stays valid, and is mailed again.
    expect(await codeFor('cleo@initech.example')).toBe(first);
    await enterCode('cleo@initech.example');
    await button('Sign in').waitFor();
    await enterPassword('cleo@initech.example');
    await waitForConsole();
    expect(await callApi('users/me')).toMatchObject({ organisation: 'Initech' });
    expectRejectedCalls();
  });

  it('refuses an email address that is already in use', async () => {
    await signUp('ada@acme.example', 'Other');
    await button('Create Account').click();
    await page.getByText('User already exists').waitFor();
    expectRejectedCalls();
  });
});

describe('an authenticator app', () => {
  it('is required after the password, and refuses a wrong code', async () => {
    await enterPassword('ada@acme.example');
    await waitForConsole();
    const { SecretCode } = await callIdentity('AssociateSoftwareToken', {});
    const secret = String(SecretCode);
    await callIdentity('VerifySoftwareToken', { UserCode: appCode(secret, Date.now()) });
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await callIdentity('SetUserMFAPreference', { SoftwareTokenMfaSettings });
    await page.evaluate('localStorage.clear()');
    await enterPassword('ada@acme.example');
    await page.getByRole('heading', { name: 'authenticator app' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Code').fill('000000');
    await button('Confirm').click();
    await page.getByText('This code is not right. Enter the one the app shows now.').waitFor();
    await saveScreenshot(page, 'app-code');
    // The code used for the set-up is spent, so this enters the next one.
    await page.getByLabel('Code').fill(appCode(secret, Date.now(), 1));
    await button('Confirm').click();
    await waitForConsole();
    expect(await callApi('users/me')).toMatchObject({ organisation: 'Acme' });
    expectRejectedCalls();
  });
});
