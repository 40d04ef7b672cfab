import { act, screen, waitFor, within } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { HistoryPage } from '#web/pages/service-portal/history.tsx';
import { addressOf, renderPage } from '../render.tsx';
import {
  connectAsPia,
  hiringDrawing,
  piaEmail,
  publishToPortal,
  startAsPia,
} from './portal-bots.ts';

let product: Embedded;
let token: string;
let runs: { hire: string; look: string; roots: string };
let hireAppId: string;

beforeAll(async () => {
  product = await openEmbedded();
  token = await connectAsPia(product);
});
afterAll(() => product.close());

const openList = (search = '') =>
  renderPage(<HistoryPage />, {
    path: '/service-portal/history',
    at: `/service-portal/history${search}`,
  });

type Shown = ReturnType<typeof renderPage>;
const names = ({ wrapper }: Shown): string[] =>
  (wrapper.findTable()?.findRows() ?? []).map(
    (row) => row.find('th')?.getElement().textContent?.trim() ?? '',
  );
const choose = async (run: string, item: string) => {
  const menu = screen.getByRole('button', { name: `Actions for the run of ${run}` });
  await act(async () => menu.click());
  await act(async () => screen.getByRole('menuitem', { name: item }).click());
};

describe('the run history of the service portal', () => {
  it('is empty until an app is started, and links to the apps', async () => {
    openList();
    await screen.findByText('When you start an app, its run appears here.');
    const apps = screen.getByRole('link', { name: 'Go to self service apps' });
    expect(apps).toHaveAttribute('href', '#/service-portal/apps');
  });

  it('shows the runs that the user started, newest first', async () => {
    hireAppId = await publishToPortal(product, 'Hire-a-colleague', hiringDrawing);
    const drawing = 'start -> look:condition -yes-> end\nlook -no-> end';
    const lookAppId = await publishToPortal(product, 'Look-around', [drawing]);
    runs = {
      look: await startAsPia(product, token, lookAppId, 'SUCCEEDED'),
      hire: await startAsPia(product, token, hireAppId, 'WAITING_FOR_INPUT'),
      roots: (await product.api['service-portal'].startPortalApp({ app_id: lookAppId }))._id,
    };
    const page = openList();
    await screen.findByText('Look around');
    expect(names(page)).toEqual(['Hire a colleague', 'Look around']);
    expect(screen.getByText('Waiting for input')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Look around' });
    expect(link).toHaveAttribute('href', `#/service-portal/apps/${lookAppId}/history/${runs.look}`);
  });

  it('sorts runs by last update, or by creation on request', async () => {
    const page = openList();
    await screen.findByText('Look around');
    const headers = page.wrapper.findTable()?.findColumnHeaders() ?? [];
    const orders = headers.map((header) => header.getElement().getAttribute('aria-sort'));
    expect(orders.filter(Boolean)).toEqual(['none', 'descending']);
    const created = headers.find((header) => header.getElement().textContent === 'Created At');
    await act(async () => created?.find('[role="button"]')?.click());
    await waitFor(() => expect(names(page)[0]).toBe('Look around'));
    expect(addressOf(page)).toContain('sort=created_at');
  });

  it.each([
    ['?app_name=look', ['Look around']],
    ['?status=SUCCEEDED', ['Look around']],
    [`?started_by=${piaEmail}`, ['Hire a colleague', 'Look around']],
  ])('reads its filter from the address: %s', async (search, expected) => {
    const page = openList(search);
    await waitFor(() => expect(names(page)).toEqual(expected));
  });

  it("shows no runs of other users, and offers the user's own runs", async () => {
    openList('?started_by=root@cloudwarden.local');
    await screen.findByText('No runs match the filter.');
    await act(async () => screen.getByRole('button', { name: 'Show your own runs' }).click());
    await screen.findByText('Look around');
  });

  it('opens a run beside the list, with the form to answer its question', async () => {
    openList();
    await screen.findByText('Look around');
    await choose('Hire-a-colleague', 'Open');
    const panel = screen.getByRole('complementary');
    await within(panel).findByText('Who starts?');
    expect(within(panel).getByRole('button', { name: /^Next/ })).toBeVisible();
    const pageLink = within(panel).getByRole('link', { name: 'Open page' });
    expect(pageLink).toHaveAttribute(
      'href',
      `#/service-portal/apps/${hireAppId}/history/${runs.hire}`,
    );
  });

  it('copies the address of a run', async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    openList();
    await screen.findByText('Look around');
    await choose('Hire-a-colleague', 'Share');
    await screen.findByText('Link Copied!');
    expect(copied[0]).toMatch(
      new RegExp(`#/service-portal/apps/${hireAppId}/history/${runs.hire}$`),
    );
  });
});
