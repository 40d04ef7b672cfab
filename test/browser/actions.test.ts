import type { Browser, Page } from 'playwright-core';
import { collectComplaints, openBrowser, openWindow } from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage } from './support/inspect-page.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
let file: string;

const comment = {
  name: 'Comment on an issue',
  description: 'Writes one comment below an issue.',
  executable_type: 'rest' as const,
  integration_type: 'jira',
  parameters_definition: [
    { name: 'issue', label: 'Issue', description: 'Its key, such as OPS-1.' },
    { name: 'text', label: 'Text', type: 'long_text' as const },
  ],
  call: {
    method: 'POST' as const,
    path: '/rest/api/3/issue/{issue}/comment',
    body: { body: '{text}' },
  },
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const { actions, integrations } = product.api;
  await integrations.createIntegration({
    cspName: 'jira',
    alias: 'Tickets',
    groups: ['Ops'],
    values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
  });
  const { _id: action_id } = await actions.createAction(comment);
  const changed = { ...comment, description: 'Writes one comment.', approval_required: true };
  await actions.updateAction({ ...changed, action_id, base_version: 1 });
  ({ text: file } = await actions.exportAction({ action_id }));
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

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

/** The list when a user opens the page. */
const open = async () => {
  await page.goto('/app#/notifications');
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();
  await page.goto('/app#/actions?owner=self');
  await page.getByRole('rowheader', { name: comment.name }).waitFor();
};

const choose = async (item: string) => {
  await open();
  await button(`Actions for ${comment.name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('the drawers of the actions', () => {
  it('show the details of an action', async () => {
    await open();
    await page.getByRole('button', { name: comment.name, exact: true }).click();
    await page.getByText('No bot runs it.').waitFor();
    await inspectPage(page, 'action-details');
  });

  it('show missing values of a new action at their fields', async () => {
    await open();
    await button('Create action').first().click();
    await page.getByText('No parameters added').waitFor();
    await button('Create action').last().click();
    await page.getByText('Please enter path').waitFor();
    await inspectPage(page, 'action-new');
  });

  it('show the form of an existing action', async () => {
    await choose('Edit');
    await page.getByRole('textbox', { name: 'Path' }).waitFor();
    await inspectPage(page, 'action-edit');
  });

  it('keep the typed values while the help is open', async () => {
    await choose('Edit');
    const path = page.getByRole('textbox', { name: 'Path' });
    await path.fill('/written/here');
    await button('Info: open help').click();
    await button('Close help').click();
    expect(await path.inputValue()).toBe('/written/here');
    await path.fill(comment.call.path);
  });

  it('ask for confirmation before another drawer discards the typed values', async () => {
    await choose('Edit');
    const path = page.getByRole('textbox', { name: 'Path' });
    await path.fill('/written/here');
    await button(`Actions for ${comment.name}`).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await dialog('Discard changes').waitFor();
    await inspectPage(page, 'action-discard');
    await dialog('Discard changes').getByRole('button', { name: 'Cancel' }).click();
    expect(await path.inputValue()).toBe('/written/here');
    await button(`Actions for ${comment.name}`).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    await dialog('Discard changes').getByRole('button', { name: 'Discard' }).click();
    await button('Changes since version 1').waitFor();
  });

  it('receive the focus when they open, and return it when Escape closes them', async () => {
    await choose('Edit');
    const panel = page.getByRole('complementary', { name: 'Edit action' });
    await panel.getByRole('textbox', { name: 'Path' }).waitFor();
    await panel.locator(':focus').waitFor();
    await page.keyboard.press('Tab');
    await panel.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    const at = page.locator(':focus');
    expect(await at.getAttribute('aria-label')).toBe(`Actions for ${comment.name}`);
  });

  it('open with the first click on a row, also after its menu was opened and closed', async () => {
    await open();
    await button(`Actions for ${comment.name}`).click();
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('tr', { hasText: comment.name }).getByText('Ticketing').click();
    await page.getByText('No bot runs it.').waitFor();
  });

  it('test an action that requires approval with a dry run', async () => {
    await choose('Test');
    await button(/^Integration Choose one/).click();
    await page.getByRole('option', { name: 'Tickets' }).click();
    await page.getByRole('textbox', { name: 'Issue' }).fill('OPS-1');
    await page.getByRole('textbox', { name: 'Text' }).fill('Seen.');
    await button('Run test').click();
    await page.getByText('POST https://acme.atlassian.net/rest/api/3/issue/OPS-1').waitFor();
    await inspectPage(page, 'action-test');
  });

  it('show the changes since an earlier version', async () => {
    await choose('Versions');
    await button('Changes since version 1').click();
    await page.getByRole('row', { name: /^Approval required/ }).waitFor();
    await inspectPage(page, 'action-versions');
  });
});

describe('the dialogs of the actions', () => {
  it('show the file of an exported action', async () => {
    await choose('Export');
    await dialog(`Export ${comment.name}`)
      .getByText(/executable_type/)
      .waitFor();
    await inspectPage(page, 'action-export');
  });

  it('offer a new version when the name of an imported action is taken', async () => {
    await open();
    await button('Import').click();
    const upload = { name: 'comment.yaml', mimeType: 'text/yaml', buffer: Buffer.from(file) };
    await page.locator('input[type=file]').setInputFiles(upload);
    await dialog('Import action')
      .getByText(/executable_type/)
      .waitFor();
    await dialog('Import action').getByRole('button', { name: 'Import action' }).click();
    await button('Import as a new version').waitFor();
    // Browsers report the rejected call.
    expect(complaints()).toHaveLength(1);
    await inspectPage(page, 'action-import');
  });

  it('ask for confirmation before an action is deleted', async () => {
    await choose('Delete');
    await page.getByText(/Are you sure you want to delete this Action\?/).waitFor();
    await inspectPage(page, 'action-delete');
  });
});
