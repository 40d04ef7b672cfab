import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type PageKey, pages } from '#lib/pages.ts';
import {
  collectComplaints,
  openBrowser,
  openWindow,
  resizeAndWait,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { everyIn } from '#test/support/every-in.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { sampleCases } from '#test/support/thorough.ts';
import { inspectPage, narrow, wide } from './support/inspect-page.ts';
import type { ShownPages } from './support/shown-pages.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** Ids of the things shown, by the variable in the routes' paths. */
let ids: Record<string, string>;

const areas = everyIn<{ shown: ShownPages }>('test/browser/shown').map(([, { shown }]) => shown);

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  ids = {};
  for (const { make } of areas) Object.assign(ids, await make?.(product));
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

/** Opened on a narrow screen, which becomes wide, then narrow again. */
const inspectAtAllWidths = async (name: string) => {
  await resizeAndWait(page, narrow);
  // The widths in between have the layout of the wide one, with less room.
  await inspectPage(page, name, { between: [768, 1080] });
};

const routes = [
  ...areas.flatMap((area) => area.routes),
  ['nowhere', 'Page not found', 'Sorry, the page you visited does not exist.'] as const,
];

const pathOf = (route: string) => route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

describe('the side navigation', () => {
  it('opens again when a narrow window becomes wide', async () => {
    await page.goto('/app#/bots');
    const entry = page.getByRole('link', { name: 'Listeners' });
    await entry.waitFor();
    await resizeAndWait(page, narrow);
    await entry.waitFor({ state: 'hidden' });
    await resizeAndWait(page, wide);
    await entry.waitFor();
  });
});

/** Pages that other tests inspect. */
const inspectedElsewhere = new Map(areas.flatMap((area) => Object.entries(area.elsewhere ?? {})));

describe('every page, light and dark, on wide and narrow screens', () => {
  const waitForPage = async (title: string, text: string) => {
    await eventually(
      () => page.title(),
      (pageTitle) => pageTitle === `${title} | Cloudwarden`,
    );
    await page.getByText(text).filter({ visible: true }).first().waitFor();
  };

  beforeAll(() => resizeAndWait(page, narrow));

  it('is listed in this test or in another test', () => {
    const segments = (path: string) => path.replace(/\?.*/, '').split('/');
    const shows = (pattern: string) => (path: string) => {
      const patternParts = segments(pattern);
      const pathParts = segments(path);
      const fits = (part: string, at: number) => part === pathParts[at] || part.startsWith(':');
      return patternParts.length === pathParts.length && patternParts.every(fits);
    };
    const paths = routes.map(([path]) => path);
    const all = Object.entries(pages).map(([key, { path }]) => [key, path.slice(1)] as const);
    const missing = all.filter(([, pattern]) => !paths.some(shows(pattern))).map(([key]) => key);
    expect(missing.toSorted()).toEqual([...inspectedElsewhere.keys()].toSorted());
  });

  it.each([...inspectedElsewhere] as [PageKey, string][])(
    'is covered elsewhere: %s in %s',
    (key, file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const pathSegments = pages[key].path
        .split('/')
        .filter((part) => part && !part.startsWith(':'));
      expect(pathSegments.filter((segment) => !text.includes(segment))).toEqual([]);
    },
  );

  it.each(sampleCases(routes, 25))(
    'passes accessibility checks: %s',
    async (route, title, text) => {
      await page.goto(`/app#/${pathOf(route)}`);
      await waitForPage(title, text);
      await inspectAtAllWidths(route.replace(/\W+/g, '-'));
    },
  );

  it('passes accessibility checks: login', async () => {
    await resizeAndWait(page, wide);
    await page.getByRole('button', { name: 'Root user' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await waitForPage('Sign in', 'Forgot your password?');
    await inspectAtAllWidths('login');
  });
});
