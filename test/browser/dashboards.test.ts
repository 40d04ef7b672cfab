import type { Browser, Page, Route } from 'playwright-core';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import {
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  resizeAndWait,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { finding, sendSampleEvent } from '#test/support/findings.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { drawnWidgets } from './support/drawn-widgets.ts';
import { inspectPage, wide } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;

/** A scanned account, and runs that wait, were decided and were ended. */
const createSampleData = async () => {
  const { inventory, approvals, executions } = product.api;
  await inventory.addSampleEstate({});
  const integration_id = sampleId('aws-production');
  const { _id } = await inventory.startInventoryExecution({ integration_id });
  for (const id of ['fnd-1', 'fnd-2', 'fnd-3']) await sendSampleEvent(product, finding(id));
  const { items } = await eventually(
    () => approvals.listApprovals({}),
    (list) => list.items.length === 3,
  );
  const [decided, ended] = items;
  await approvals.resolveApproval({
    approval_id: decided?._id ?? '',
    status: 'resolved',
    message: 'Looked at it',
    all: true,
  });
  await executions.abortExecution({ bot_exc_id: ended?.bot_exc_id ?? '' });
  await eventually(
    () => inventory.getInventoryExecution({ execution_id: _id }),
    ({ state }) => state === 'SUCCEEDED',
    90_000,
  );
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  await createSampleData();
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(async () => {
  await unrouteAll(page);
  const unwanted = complaints().filter((text) => !text.includes('Failed to load resource'));
  expect(unwanted).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
const text = (content: string, on = page) => on.getByText(content, { exact: true }).first();

/** Reloads the console at this dashboard. */
const open = async (query = '', on = page) => {
  await on.goto('about:blank');
  await resizeAndWait(on, wide);
  await on.goto(`/app#/${query}`);
  await on.getByRole('heading', { name: 'Dashboards', level: 1 }).waitFor();
};

const dashboardQuery = (id: string) => `?dashboard=${id}`;

const createDashboard = (title: string, ...templates: string[]) =>
  product.api.dashboards.createDashboard({
    title,
    widgets: templates.map((template) => ({ template })),
  });

const titlesOf = async (dashboard_id: string) => {
  const { widgets } = await product.api.dashboards.getDashboard({ dashboard_id });
  return widgets.map(({ title, col_span }) => `${title} ${col_span}`);
};

const answerData = (items: object[], status = 200) =>
  page.route(
    (url) => url.pathname === '/api/dashboards/widgets/data',
    (route: Route) =>
      route.fulfill({ status, json: status === 200 ? { items } : { error: 'It is broken.' } }),
  );

/** The next attempt to add a dashboard fails with a conflict. */
const refuseToAdd = (error: string) => {
  let isRefused = false;
  return page.route(
    (url) => url.pathname === '/api/dashboards',
    (route) => {
      if (isRefused || route.request().method() !== 'POST') return route.fallback();
      isRefused = true;
      return route.fulfill({ status: 409, json: { error } });
    },
  );
};

describe('the default dashboard', () => {
  it('shows the state of bots and clouds on the first day', async () => {
    await open();
    await expectEventually(() => page.title(), 'Dashboards | Cloudwarden');
    await text('Approved').waitFor();
    await text('Isolate hosts of severe findings').waitFor();
    await page
      .getByRole('link', { name: /% passed/ })
      .first()
      .waitFor();
    await inspectPage(page, 'dashboard');
  });

  it('shows a chart as a table whose numbers link to the counted items', async () => {
    await open();
    await button('Actions of Top resource types').click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    const table = page.getByRole('region', { name: 'Top resource types' });
    const link = table.getByRole('link', { name: /Opens in a new tab$/ }).first();
    expect(await link.getAttribute('target')).toBe('_blank');
    // Ten types are two pages of five at half width.
    await page.getByLabel('Pages of Top resource types').waitFor();
    expect(await table.getByRole('row').count()).toBe(6);
    const [beside] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await beside.getByRole('heading', { name: 'Inventory' }).first().waitFor();
    await beside.close();
    await inspectPage(page, 'dashboard-table');
  });

  it('shows every kind of chart as a table with row and column headers, by keyboard', async () => {
    const { _id, widgets } = await createDashboard('Drawn', ...Object.keys(drawnWidgets));
    await answerData(Object.entries(drawnWidgets).map(([template, data]) => ({ template, data })));
    await open(dashboardQuery(_id));
    for (const { title } of widgets) {
      await button(`Actions of ${title}`).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Show as table' }).waitFor();
      await page.keyboard.press('Enter');
      const table = page.getByRole('region', { name: title });
      expect(await table.getByRole('columnheader').count()).toBeGreaterThan(1);
      expect(await table.getByRole('rowheader').count()).toBeGreaterThan(1);
      await page.keyboard.press('Tab');
      await table
        .locator(':focus')
        .or(table.and(page.locator(':focus')))
        .waitFor();
    }
    expect(await page.getByRole('cell', { name: '$1.50' }).count()).toBe(1);
    await product.api.dashboards.deleteDashboard({ dashboard_id: _id });
  });

  it('links from the numbers and the menu of a chart to the counted items', async () => {
    await open();
    const number = page.getByRole('link', { name: /^AWS: \d+/ });
    expect(await number.getAttribute('href')).toBe('#/inventory?integrationType=aws');
    await button('Actions of Bot runs').click();
    const approved = page.getByRole('menuitem', { name: /^Approved/ });
    const [beside] = await Promise.all([page.context().waitForEvent('page'), approved.click()]);
    await beside.getByRole('heading', { name: 'Bot runs', level: 1 }).waitFor();
    expect(beside.url()).toContain('bots/executions?page=1&status=approved');
    await beside.close();
  });

  it('hides the handle for the width of a widget on a narrow screen', async () => {
    await open();
    const handle = page.getByRole('button', { name: /^Change width of Bot runs/ });
    await handle.waitFor();
    await resizeAndWait(page, 1000);
    await eventually(
      () => handle.isVisible(),
      (isShown) => !isShown,
    );
    await resizeAndWait(page, wide);
  });

  it('prints its numbers without the navigation of the console', async () => {
    await open();
    await text('Approved').waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page
      .getByRole('row', { name: /% passed/ })
      .first()
      .waitFor();
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
  });
});

describe('the states of a widget', () => {
  it('are: loading, an error with a retry, not found, and empty', async () => {
    const { _id } = await createDashboard('States', 'run_history', 'run_costs', 'agents_health');
    const healthWidget = {
      template: 'agents_health',
      data: { kind: 'table', columns: [], rows: [] },
    };
    const broken = { status: 500, message: 'Sorry, Something Went Wrong.' };
    await answerData([
      { template: 'run_history', error: broken },
      { template: 'run_costs', error: { status: 404, message: '404 Widget not found' } },
      healthWidget,
    ]);
    await open(dashboardQuery(_id));
    await text('Sorry, Something Went Wrong.').waitFor();
    await text('404 Widget not found').waitFor();
    await text('No agent is installed.').waitFor();
    await inspectPage(page, 'dashboard-states');
    await unrouteAll(page);
    // Each click requests it again, and the result stays until the page requests all of them.
    const retryUrls: string[] = [];
    await page.route('**/dashboards/widgets/data?**', async (route) => {
      retryUrls.push(route.request().url());
      if (retryUrls.length > 1) return route.continue();
      return route.fulfill({ json: { items: [{ template: 'run_history', error: broken }] } });
    });
    await button('Retry').click();
    await eventually(
      async () => retryUrls.length,
      (count) => count === 1,
    );
    await button('Retry').click();
    await text('Approved').waitFor();
    expect(retryUrls.every((url) => url.includes('templates=run_history'))).toBe(true);
    expect(await text('404 Widget not found').isVisible()).toBe(true);
    await unrouteAll(page);
  });

  it('are errors when the request for all widgets fails, until a request succeeds', async () => {
    const { _id } = await createDashboard('Broken', 'run_history', 'run_costs');
    await answerData([], 400);
    await open(dashboardQuery(_id));
    await eventually(
      () => page.getByText('Sorry, Something Went Wrong.').count(),
      (count) => count === 2,
    );
    await unrouteAll(page);
    await open(dashboardQuery(_id));
    await text('Approved').waitFor();
  });
});

describe('a custom dashboard', () => {
  it('is added, named, filled, rearranged by keyboard, widened, saved and deleted', async () => {
    await open();
    await button('Add dashboard').click();
    await text('Bots').waitFor();
    const hasDefaultTitle = ({ title }: { title: string }) => /^Dashboard \d+$/.test(title);
    // The panel opens before the server has answered.
    const { items } = await eventually(
      () => product.api.dashboards.listDashboards({}),
      (all) => all.items.some(hasDefaultTitle),
    );
    const dashboard = items.find(hasDefaultTitle);
    const id = dashboard?._id ?? '';
    await button(`Rename ${dashboard?.title}`).click();
    await page.getByLabel(`New title of ${dashboard?.title}`).fill('Mine');
    await button('Save title').click();
    await button('Rename Mine').waitFor();
    // axe treats a label that the panel must be scrolled to as hidden.
    const except = (fault: string) => fault.startsWith('label-title-only');
    await inspectPage(page, 'dashboard-empty', { except });
    expect(await button('Save Dashboard').count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Bot runs', exact: true }).check();
    await page.getByRole('checkbox', { name: 'Agents', exact: true }).check();
    await button('Close Manage Widgets').click();
    await page.getByRole('button', { name: 'Move Bot runs' }).focus();
    // Each step is announced before the next: an earlier key press would be lost.
    const steps = [
      ['Enter', 'Moving a widget.'],
      ['ArrowRight', 'Bot runs is at column 2, row 1, over Agents. Move it further to drop it.'],
      ['ArrowRight', 'Bot runs is at column 3, row 1.'],
      ['Enter', 'Moving has ended.'],
    ] as const;
    for (const [key, announcement] of steps) {
      await page.keyboard.press(key);
      await page.getByText(announcement).first().waitFor({ state: 'attached' });
    }
    await button('Actions of Agents').click();
    await page.getByRole('menuitem', { name: 'Make full width' }).click();
    await button('Save Dashboard').click();
    await text('Dashboard saved for everybody').waitFor();
    await eventually(
      () => button('Save Dashboard').count(),
      (count) => count === 0,
    );
    expect(await titlesOf(id)).toEqual(['Agents 24', 'Bot runs 12']);
    await button('Delete dashboard').click();
    await button('Delete').click();
    await text('Dashboard deleted').waitFor();
  });

  it('starts to drag a widget only after the pointer has moved more than five pixels', async () => {
    const { _id } = await createDashboard('Dragged', 'agents_health', 'approvals_by_status');
    await open(dashboardQuery(_id));
    const handle = page.getByRole('button', { name: 'Move Agents' });
    // What appears above it later would move the board under the pointer.
    await page.getByRole('heading', { name: /^Getting Started/ }).waitFor();
    await text('No agent is installed.').waitFor();
    // Near an edge of the window the board would scroll by itself.
    await handle.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0 } = (await handle.boundingBox()) ?? {};
    const heading = page.getByRole('heading', { name: /^Agents/ });
    const headingX = async () => (await heading.boundingBox())?.x ?? 0;
    const before = await headingX();
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    for (const offset of [1, 2, 3, 4, 5]) await page.mouse.move(x + 5 + offset, y + 5);
    expect(await headingX()).toBe(before);
    await page.mouse.move(x + 12, y + 5);
    await page.mouse.move(x + 32, y + 5);
    await eventually(headingX, (now) => now > before + 10);
    // The other widget makes room before this one is dropped.
    const otherHeading = page.getByRole('heading', { name: /^Approvals by status/ });
    let shift = 560;
    await eventually(
      async () => {
        shift = shift === 560 ? 570 : 560;
        await page.mouse.move(x + shift, y + 5);
        return (await otherHeading.boundingBox())?.x ?? 0;
      },
      (now) => now < before + 10,
    );
    await page.mouse.up();
    await button('Save Dashboard').click();
    await text('Dashboard saved for everybody').waitFor();
    expect(await titlesOf(_id)).toEqual(['Approvals by status 12', 'Agents 12']);
  });

  it('accepts at most ten widgets', async () => {
    const { _id } = await createDashboard('Full');
    await open(dashboardQuery(_id));
    const boxes = page.getByRole('checkbox');
    for (let at = 0; at < 10; at += 1) await boxes.nth(at).check();
    expect(await boxes.nth(10).isDisabled()).toBe(true);
    await text('10 of 10 widgets. Remove one to add another.').waitFor();
    await button('Discard changes').click();
  });

  it('stores its period in its address', async () => {
    const { _id } = await createDashboard('Times', 'run_history');
    await open(dashboardQuery(_id));
    await button('A Month').click();
    await eventually(
      async () => page.url(),
      (url) => url.includes('dateRange=month'),
    );
    await open(`${dashboardQuery(_id)}&dateRange=year`);
    expect(await button('A Week').getAttribute('aria-pressed')).toBe('true');
  });

  it('asks for confirmation before unsaved changes are left', async () => {
    const { _id } = await createDashboard('Left', 'run_history', 'run_costs');
    await open(dashboardQuery(_id));
    await button('Actions of Cost of runs').click();
    await page.getByRole('menuitem', { name: 'Remove widget' }).click();
    await page.getByRole('link', { name: 'Listeners' }).click();
    await page.getByText('Your unsaved changes to Left will be lost.').waitFor();
    await button('Stay').click();
    // Switching tabs does not discard changes, and the changed tab shows its contents.
    await page.locator('.tab', { hasText: 'Overview' }).click();
    await page.locator('.tab', { hasText: 'Left (unsaved)' }).click();
    await button('Discard changes').click();
    await text('Cost of runs').waitFor();
  });

  it('reports a conflict of two tabs before the second tab overwrites the first', async () => {
    const { _id } = await createDashboard('Shared', 'run_history', 'run_costs', 'agents_health');
    const window = await openWindow(browser, product, page.context());
    const otherPage = await window.newPage();
    await open(dashboardQuery(_id));
    await open(dashboardQuery(_id), otherPage);
    const remove = async (on: Page, title: string) => {
      await button(`Actions of ${title}`, on).click();
      await on.getByRole('menuitem', { name: 'Remove widget' }).click();
    };
    await remove(page, 'Agents');
    await remove(otherPage, 'Cost of runs');
    await button('Save Dashboard').click();
    await text('Dashboard saved for everybody').waitFor();
    await button('Save Dashboard', otherPage).click();
    await text('Somebody else changed this dashboard after you opened it', otherPage).waitFor();
    expect(await titlesOf(_id)).toEqual(['Bot runs 12', 'Cost of runs 12']);
    expect(await text('Agents', otherPage).isVisible()).toBe(true);
    // A new title keeps the warning: these changes still lack what was saved first.
    await button('Rename Shared', otherPage).click();
    await otherPage.getByLabel('New title of Shared').fill('Ours');
    await button('Save title', otherPage).click();
    await button('Rename Ours', otherPage).waitFor();
    await text('Somebody else changed this dashboard after you opened it', otherPage).waitFor();
    await button('Save mine instead', otherPage).click();
    await text('Dashboard saved for everybody', otherPage).waitFor();
    expect(await titlesOf(_id)).toEqual(['Bot runs 12', 'Agents 12']);
    await window.close();
  });

  it('keeps changes that are made while it is being saved', async () => {
    const { _id } = await createDashboard('Busy', 'run_history', 'run_costs', 'agents_health');
    await open(dashboardQuery(_id));
    const remove = async (title: string) => {
      await button(`Actions of ${title}`).click();
      await page.getByRole('menuitem', { name: 'Remove widget' }).click();
    };
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === `/api/dashboards/${_id}`,
      async (route) => {
        await gate;
        await route.fallback();
      },
    );
    await remove('Agents');
    const saveRequest = page.waitForRequest((request) => request.method() !== 'GET');
    await button('Save Dashboard').click();
    await saveRequest;
    await remove('Cost of runs');
    await button('Rename Busy').click();
    await page.getByLabel('New title of Busy').fill('Quiet');
    expect(await button('Save title').isDisabled()).toBe(true);
    openGate();
    await text('Dashboard saved for everybody').waitFor();
    expect(await titlesOf(_id)).toEqual(['Bot runs 12', 'Cost of runs 12']);
    expect(await text('Cost of runs').count()).toBe(0);
    // Both are based on what was just saved, so there is no conflict.
    await button('Save title').click();
    await button('Rename Quiet').waitFor();
    await button('Save Dashboard').click();
    await eventually(
      () => button('Save Dashboard').count(),
      (count) => count === 0,
    );
    expect(await titlesOf(_id)).toEqual(['Bot runs 12']);
  });

  it('keeps unsaved changes when another user deletes it', async () => {
    const { _id } = await createDashboard('Gone', 'run_history', 'run_costs');
    await open(dashboardQuery(_id));
    await button('Actions of Cost of runs').click();
    await page.getByRole('menuitem', { name: 'Remove widget' }).click();
    await product.api.dashboards.deleteDashboard({ dashboard_id: _id });
    // A conflict reloads the list, and is reported.
    await refuseToAdd('There are 50 dashboards.');
    await button('Add dashboard').click();
    await text('The dashboard was not created.').waitFor();
    await text('There are 50 dashboards.').waitFor();
    await text('Gone was deleted while you were editing it').waitFor();
    await button('Save as new dashboard').click();
    await button('Rename Gone').waitFor();
    expect(await text('Gone was deleted while you were editing it').count()).toBe(0);
    const { items } = await product.api.dashboards.listDashboards({});
    const restored = items.find(({ title }) => title === 'Gone');
    expect(await titlesOf(restored?._id ?? '')).toEqual(['Bot runs 12']);
  });

  it('refuses a title when another user was faster, and keeps the typed title', async () => {
    const { _id, revision } = await createDashboard('Raced', 'run_history');
    await open(dashboardQuery(_id));
    await button('Rename Raced').click();
    await page.getByLabel('New title of Raced').fill('Mine');
    const before = { dashboard_id: _id, revision, title: 'Theirs' };
    await product.api.dashboards.updateDashboard(before);
    await button('Save title').click();
    await text('The dashboard was not renamed.').waitFor();
    const field = page.getByLabel('New title of Theirs');
    await expectEventually(() => field.inputValue(), 'Mine');
    await button('Save title').click();
    await button('Rename Mine').waitFor();
  });
});
