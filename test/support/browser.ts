import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import axe from 'axe-core';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { findBrowser, testBrowsers } from '../install-browser.js';
import type { Embedded } from './embedded.ts';
import { eventually } from './eventually.ts';

/** Chromium, which calls nobody but the tests' servers. */
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

/** Repeats reports of the content security policy on the console, where they are noticed. */
const repeatReports = `addEventListener('securitypolicyviolation', (report) =>
  console.error('CSP refused', report.violatedDirective, report.blockedURI, report.sourceFile));`;

/**
 * A window without moving pictures; signed in like another one where that is given. Each window has
 * one tab: Chromium hardly draws the tabs behind.
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

/** What a window's pages complained of since it was asked last: console errors, CSP, exceptions. */
export const complaintsOf = (window: BrowserContext): (() => string[]) => {
  let complaints: string[] = [];
  window.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error') complaints.push(`${message.text()} (${url})`);
  });
  window.on('weberror', (error) => complaints.push(String(error.error().stack)));
  return () => {
    const taken = complaints;
    complaints = [];
    return taken;
  };
};

/** Signs in through the form, as a person does. */
export const signIn = async (page: Page, { sign_in }: Pick<Embedded, 'sign_in'>): Promise<void> => {
  await page.goto('/app');
  await page.getByLabel('Email').fill(sign_in.email);
  await page.getByLabel('Password', { exact: true }).fill(sign_in.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
};

/** The channel's frames to this page as text, in order, from the call on. */
export const framesTo = (page: Page, channel: string): string[] => {
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

/** No style sheets and films are fetched, and no selectors sought: nothing below reads them. */
const nothingMore = { resultTypes: ['violations'], preload: false, selectors: false };

/** A dialog covers the page behind it, which is inspected where no dialog is open. */
const shown = `[...document.querySelectorAll('[aria-modal=true]')]
  .find((dialog) => dialog.checkVisibility()) ?? document`;

const runAxe = (asked: object, part = shown) => `axe
  .run(${part}, ${JSON.stringify({ ...asked, ...nothingMore })})
  .then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) =>
      id + ': ' + help + ' ' + html.slice(0, 300) + ' ' + (any[0]?.message ?? ''))))`;

const colours = ['color-contrast', 'link-in-text-block'];

/** What another layout of the same elements can change: what is in sight, where, and how large. */
const layout = [
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

/** Every rule, those about colours, or those about layout. */
const asks = { all: rules, colours, layout };

/**
 * What axe finds wrong with the page as it is now, one line an element: in its open dialog, or in
 * the part with this selector.
 */
export const accessibilityFaults = async (
  page: Page,
  which: keyof typeof asks = 'all',
  part?: string,
): Promise<string[]> => {
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(axe.source);
  return page.evaluate<string[]>(runAxe({ runOnly: asks[which] }, part && JSON.stringify(part)));
};

/**
 * Takes back what answers calls in the server's place. An answer that is still being made, for a
 * page that was left, is nobody's fault.
 */
export const unrouteAll = (page: Page): Promise<void> =>
  page.unrouteAll({ behavior: 'ignoreErrors' });

/**
 * Gives the page a width, and waits until everything on it fits in, so that nobody scrolls
 * sideways.
 */
export const fitInto = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  const beyond = 'document.documentElement.scrollWidth - innerWidth';
  await eventually(
    () => page.evaluate<number>(beyond),
    (pixels) => pixels <= 0,
  );
};

export type Theme = 'light' | 'dark';

/** The theme that the console shows now. */
export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate<Theme>('document.documentElement.style.colorScheme');

/** Lets the person's system turn light or dark, which the console follows. */
export const turn = async (page: Page, theme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme: theme });
  await eventually(
    () => themeOf(page),
    (scheme) => scheme === theme,
  );
};

/** Keeps a picture where SCREENSHOTS names a folder, for people to look at. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  // A file's name ends at 255 bytes. What tells pictures of a page apart stands last.
  await page.screenshot({ path: join(folder, `${name.slice(-200)}.png`) });
};

/** Creates the bot that is drawn by this act, and waits until it is drawn under its own address. */
export const createDrawn = async (page: Page, act: () => Promise<void>): Promise<void> => {
  const canvas = await page.getByRole('region', { name: /^Graph of / }).elementHandle();
  await act();
  await page.waitForURL(/#\/bots\/bot_\w+$/);
  await canvas?.waitForElementState('hidden');
};

/** Presses what copies, and answers what it copied. */
export const copiedBy = async (page: Page, press: () => Promise<void>): Promise<string> => {
  await page.evaluate("navigator.clipboard.writeText('')");
  await press();
  return eventually(
    () => page.evaluate<string>('navigator.clipboard.readText()'),
    (text) => text !== '',
  );
};

/** Waits until it answers with this, and fails with what it answers else. */
export const soon = async <T>(ask: () => Promise<T>, wanted: T): Promise<void> => {
  const isWanted = (value: T) => isDeepStrictEqual(value, wanted);
  expect(await eventually(ask, isWanted).catch(ask)).toEqual(wanted);
};

/** Waits until the element's text is accepted; answers it. */
export const textOf = (element: Locator, accept: (text: string) => boolean): Promise<string> =>
  eventually(async () => (await element.innerText()).trim(), accept);

/** Gives a verdict in the form of an approval, on all resources where it asks about several. */
export const chooseVerdict = async (page: Page, verdict: 'Approve' | 'Reject'): Promise<void> => {
  await page.getByRole('radio', { name: verdict, exact: true }).check();
  const all = page.getByRole('radio', { name: /^All resources/ });
  if ((await all.count()) > 0) await all.check();
};
