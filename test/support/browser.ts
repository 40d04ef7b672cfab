import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { findBrowser, testBrowsers } from '../install-browser.js';
import type { Embedded } from './embedded.ts';
import { eventually } from './eventually.ts';

/** Chromium, which can connect only to the tests' servers. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser(testBrowsers),
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** Logs violations of the content security policy to the console, where tests check for them. */
const repeatReports = `addEventListener('securitypolicyviolation', (report) =>
  console.error('CSP refused', report.violatedDirective, report.blockedURI, report.sourceFile));`;

/**
 * A browser context with animations off, signed in like another one if that is given. Each context
 * has one tab, because Chromium hardly renders background tabs.
 */
export const openWindow = async (
  browser: Browser,
  { url }: Pick<Embedded, 'url'>,
  like?: BrowserContext,
) => {
  const window = await browser.newContext({
    ...(like && { storageState: await like.storageState() }),
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  window.setDefaultTimeout(30_000);
  await window.addInitScript(repeatReports);
  return window;
};

/** A window's complaints since the last call: console errors, CSP violations, exceptions. */
export const collectComplaints = (window: BrowserContext): (() => string[]) => {
  let complaints: string[] = [];
  window.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error') complaints.push(`${message.text()} (${url})`);
  });
  window.on('weberror', (error) => complaints.push(String(error.error().stack)));
  return () => {
    const previous = complaints;
    complaints = [];
    return previous;
  };
};

/** Signs in through the form, as a user does. */
export const signIn = async (page: Page, { sign_in }: Pick<Embedded, 'sign_in'>): Promise<void> => {
  await page.goto('/app');
  await page.getByLabel('Email').fill(sign_in.email);
  await page.getByLabel('Password', { exact: true }).fill(sign_in.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
};

/** Collects the channel's frames to this page as text, in order, from this call on. */
export const collectFrames = (page: Page, channel: string): string[] => {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload);
      if (text.includes(`"channel":"${channel}"`)) frames.push(text);
    }),
  );
  return frames;
};

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Style sheets and media are not fetched and selectors not computed: nothing here needs them. */
const minimalAxeOptions = { resultTypes: ['violations'], preload: false, selectors: false };

/** A dialog covers the page behind it; the page itself is inspected when no dialog is open. */
const inspectedRootScript = `[...document.querySelectorAll('[aria-modal=true]')]
  .find((dialog) => dialog.checkVisibility()) ?? document`;

const axeScript = (options: object, rootScript = inspectedRootScript) => `axe
  .run(${rootScript}, ${JSON.stringify({ ...options, ...minimalAxeOptions })})
  .then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) =>
      id + ': ' + help + ' ' + html.slice(0, 300) + ' ' + (any[0]?.message ?? ''))))`;

const colourRules = ['color-contrast', 'link-in-text-block'];

/** Rules whose result depends on layout: which elements are visible, where, and how large. */
const layoutRules = [
  'aria-hidden-focus',
  'button-name',
  'empty-heading',
  'heading-order',
  'label',
  'landmark-one-main',
  'landmark-unique',
  'link-name',
  'nested-interactive',
  'region',
  'scrollable-region-focusable',
  'target-size',
];

/** Sets of axe rules: all, those about colours, or those about layout. */
const ruleSets = { all: rules, colours: colourRules, layout: layoutRules };

/**
 * The faults that axe finds in the page as it is now, one line per element: in the open dialog, or
 * in the part with this selector.
 */
export const accessibilityFaults = async (
  page: Page,
  which: keyof typeof ruleSets = 'all',
  selector?: string,
): Promise<string[]> => {
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    axeScript({ runOnly: ruleSets[which] }, selector && JSON.stringify(selector)),
  );
};

/**
 * Removes all handlers that answer calls in place of the server. Handlers still running for a page
 * that was left are ignored.
 */
export const unrouteAll = (page: Page): Promise<void> =>
  page.unrouteAll({ behavior: 'ignoreErrors' });

/**
 * Sets the page's width, and waits until everything fits, so that there is no horizontal scrolling.
 */
export const resizeAndWait = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  const beyond = 'document.documentElement.scrollWidth - innerWidth';
  await eventually(
    () => page.evaluate<number>(beyond),
    (pixels) => pixels <= 0,
  );
};

export type Theme = 'light' | 'dark';

/** The theme that the console currently shows. */
export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate<Theme>('document.documentElement.style.colorScheme');

/** Sets the system's colour scheme to light or dark; the console follows it. */
export const setTheme = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  await eventually(
    () => themeOf(page),
    (scheme) => scheme === theme,
  );
};

/** Saves a screenshot if SCREENSHOTS names a folder, for people to look at. */
export const saveScreenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // A file name has at most 255 bytes. The part that distinguishes pictures of a page is the last.
  await page.screenshot({ path: join(folder, `${name.slice(-200)}.png`) });
};

/** Performs an act that creates a bot, and waits until the bot is drawn at its own address. */
export const createBotAndWait = async (page: Page, action: () => Promise<void>): Promise<void> => {
  const canvas = await page.getByRole('region', { name: /^Graph of / }).elementHandle();
  await action();
  await page.waitForURL(/#\/bots\/bot_\w+$/);
  await canvas?.waitForElementState('hidden');
};

/** Presses a copy button, and returns the text that it copied. */
export const readCopiedText = async (page: Page, press: () => Promise<void>): Promise<string> => {
  await page.evaluate("navigator.clipboard.writeText('')");
  await press();
  return eventually(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => text !== '',
  );
};

/** Waits until a call returns the wanted value; fails with the last value otherwise. */
export const expectEventually = async <T>(ask: () => Promise<T>, expected: T): Promise<void> => {
  const isExpected = (value: T) => isDeepStrictEqual(value, expected);
  expect(await eventually(ask, isExpected).catch(ask)).toEqual(expected);
};

/** Waits until the element's text is accepted; returns the text. */
export const waitForText = (element: Locator, accept: (text: string) => boolean): Promise<string> =>
  eventually(async () => (await element.innerText()).trim(), accept);

/** Chooses a verdict in the form of an approval, for all resources if it has several. */
export const chooseVerdict = async (page: Page, verdict: 'Approve' | 'Reject'): Promise<void> => {
  await page.getByRole('radio', { name: verdict, exact: true }).check();
  const all = page.getByRole('radio', { name: /^All resources/ });
  if ((await all.count()) > 0) await all.check();
};
