import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { AppPage } from '#web/pages/service-portal/app.tsx';
import { AppsPage } from '#web/pages/service-portal/apps.tsx';
import { PortalRunPage } from '#web/pages/service-portal/run.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickButton, confirmDialog } from './user-actions.ts';
import { connectAsPia, hiringDrawing, publishToPortal, startAsPia } from './portal-bots.ts';

let product: Embedded;
let token: string;
let hireAppId: string;

const plain = ['start -> look:condition -yes-> end\nlook -no-> end'] as const;

const about = '# Hire\n\nMakes the **accounts** of a colleague.\n\n## Needs\n\nTheir name.';

beforeAll(async () => {
  product = await openEmbedded();
  token = await connectAsPia(product);
});
afterAll(() => product.close());

const openList = (search = '') =>
  renderPage(<AppsPage />, { path: '/service-portal/apps', at: `/service-portal/apps${search}` });
const openApp = (id: string) =>
  renderPage(<AppPage />, {
    path: '/service-portal/apps/:app_id',
    at: `/service-portal/apps/${id}`,
  });

type Shown = ReturnType<typeof renderPage>;
const names = ({ wrapper }: Shown) =>
  (wrapper.findCards()?.findItems() ?? []).map(
    (card) => card.findCardHeader()?.getElement().textContent,
  );

describe('the apps of the service portal', () => {
  it('are absent until a bot is published, and the page explains how to publish', async () => {
    const emptyText = 'A bot that is published to the service portal appears here.';
    const page = openList();
    await screen.findByText(`${emptyText} Ask somebody who manages bots to publish one.`);
    expect(screen.queryByRole('link', { name: 'Go to bots' })).toBeNull();
    page.unmount();
    connectToEmbedded(product);
    const rootPage = openList();
    const advice = 'Choose "Publish to Service Portal" among the actions of a bot.';
    await screen.findByText(`${emptyText} ${advice}`);
    expect(screen.getByRole('link', { name: 'Go to bots' })).toHaveAttribute('href', '#/bots');
    rootPage.unmount();
    connectToEmbedded({ ...product, api_key: token });
  });

  it('are listed with name, category, importance and excerpt, and counted', async () => {
    hireAppId = await publishToPortal(product, 'Hire-a-colleague', hiringDrawing, {
      description: about,
      category: 'Reliability',
      importance: 'High',
    });
    await publishToPortal(product, 'Look-around', plain, { importance: 'Low' });
    const page = openList();
    const link = await screen.findByRole('link', { name: 'Hire a colleague' });
    expect(link).toHaveAttribute('href', `#/service-portal/apps/${hireAppId}`);
    expect(names(page)).toEqual(['Look around', 'Hire a colleague']);
    expect(screen.getByText('(2)')).toBeVisible();
    expect(screen.getByText('Reliability')).toBeVisible();
    expect(screen.getByText('High importance')).toBeVisible();
    expect(screen.getByText('Makes the accounts of a colleague.')).toBeVisible();
    expect(document.title).toBe('Self Service Apps | Cloudwarden');
  });

  it.each([
    ['?regex=hire', ['Hire a colleague']],
    ['?importance=Low', ['Look around']],
    ['?category=Reliability', ['Hire a colleague']],
    ['?eventType=on_demand', ['Look around', 'Hire a colleague']],
    ['?eventType=nonsense', ['Look around', 'Hire a colleague']],
    ['?integrationType=nonsense', []],
    ['?integrationType=aws', ['Hire a colleague']],
    ['?category=nonsense&page=x', ['Look around', 'Hire a colleague']],
  ])('are filtered by the address: %s', async (search, expected) => {
    const page = openList(search);
    await waitFor(() => expect(names(page)).toEqual(expected));
  });

  it('offer to clear a filter without matches', async () => {
    const page = openList(
      '?status=disabled&integrationType=azure&listenerId=lst_1&integrationId=int_1',
    );
    await screen.findByText('No apps match the filter.');
    await act(async () => screen.getByRole('button', { name: 'Clear filters' }).click());
    await screen.findByText('Look around');
    expect(addressOf(page)).toBe('/service-portal/apps?page=1');
  });

  it('show filters that exist only in the address and allow their removal', async () => {
    const page = openList(
      '?status=enabled&eventType=scheduled&integrationType=aws&listenerId=lst_1',
    );
    await screen.findByText('No apps match the filter.');
    const filterTexts = ['Status: Enabled', 'Trigger: Scheduled', 'Listener: lst_1'];
    for (const one of filterTexts) expect(screen.getByText(one)).toBeVisible();
    expect(await screen.findByText('Integration: Amazon Web Services')).toBeVisible();
    for (const one of filterTexts) {
      // oxlint-disable-next-line no-await-in-loop
      await act(async () => screen.getByRole('button', { name: `Remove ${one}` }).click());
    }
    await waitFor(() => expect(names(page)).toEqual(['Hire a colleague']));
    expect(addressOf(page)).toBe('/service-portal/apps?integrationType=aws&page=1');
  });

  it('show the alias of the filtering integration only to users who may read it', async () => {
    const { accountId } = await product.api.integrations.createIntegration({
      cspName: 'google_chat',
      alias: 'Team chat',
      groups: ['chats'],
      values: { webhook_url: 'https://chat.googleapis.com/v1/spaces/x' },
    });
    const page = openList(`?integrationId=${accountId}`);
    await screen.findByText(`Integration: ${accountId}`);
    page.unmount();
    connectToEmbedded(product);
    const rootPage = openList(`?integrationId=${accountId}`);
    await screen.findByText('Integration: Team chat');
    const all = { name: 'Show the apps of all integrations' };
    await act(async () => screen.getByRole('button', all).click());
    await waitFor(() => expect(names(rootPage)).toHaveLength(2));
    rootPage.unmount();
    connectToEmbedded({ ...product, api_key: token });
  });

  it('are searched by name, with a message for invalid characters', async () => {
    const page = openList();
    await screen.findByText('Look around');
    const search = screen.getByRole('searchbox', { name: 'Find apps by name' });
    fireEvent.change(search, { target: { value: 'hi/re' } });
    await screen.findByText('Special characters are not allowed');
    fireEvent.change(search, { target: { value: 'look' } });
    await waitFor(() => expect(names(page)).toEqual(['Look around']));
  });

  it('are shown ten on each page', async () => {
    for (let n = 1; n <= 9; n += 1) await publishToPortal(product, `Many-${n}`, plain);
    const page = openList();
    await waitFor(() => expect(names(page)).toHaveLength(10));
    expect(screen.getByText('(11)')).toBeVisible();
    const pages = page.wrapper.findPagination();
    expect(pages?.findPageNumbers()).toHaveLength(2);
    await act(async () => pages?.findPageNumberByIndex(2)?.click());
    await waitFor(() => expect(names(page)).toHaveLength(1));
    expect(addressOf(page)).toBe('/service-portal/apps?page=2');
  });

  it('offer the first page if the page number is past the end', async () => {
    const page = openList('?page=7');
    await screen.findByText('There are fewer apps than that.');
    await clickButton('Go to the first page');
    await waitFor(() => expect(names(page)).toHaveLength(10));
  });
});

describe('an app of the service portal', () => {
  const step = (name: string) => screen.getByRole('heading', { level: 3, name });
  const expanding = (name: string) => screen.queryByRole('button', { name: new RegExp(name) });

  it('shows its description without the first heading, and its steps', async () => {
    openApp(hireAppId);
    await screen.findByRole('heading', { level: 1, name: 'Hire a colleague' });
    const description = await screen.findByText('accounts');
    expect(description.tagName).toBe('STRONG');
    expect(screen.queryByRole('heading', { name: 'Hire' })).toBeNull();
    expect(screen.getByRole('heading', { level: 3, name: 'Needs' })).toBeVisible();
    const kinds = ['1. Input', '2. Process', '3. Approve', '4. Wait'];
    for (const kind of kinds) expect(step(kind)).toBeVisible();
    expect(screen.queryByText(/latest run/)).toBeNull();
    expect(screen.getByText('Reliability')).toBeVisible();
    expect(screen.getByText('High importance')).toBeVisible();
    expect(await screen.findByText('Amazon Web Services')).toBeVisible();
  });

  it('opens one step at a time, but no question before the run starts', async () => {
    openApp(hireAppId);
    await screen.findByRole('heading', { level: 3, name: '2. Process' });
    expect(expanding('1. Input')).toBeNull();
    expect(expanding('3. Approve')).toBeNull();
    const press = (name: string) => act(async () => expanding(name)?.click());
    const isOpen = (name: string) => expanding(name)?.getAttribute('aria-expanded');
    await press('2. Process');
    expect([isOpen('2. Process'), isOpen('4. Wait')]).toEqual(['true', 'false']);
    await press('4. Wait');
    expect([isOpen('2. Process'), isOpen('4. Wait')]).toEqual(['false', 'true']);
    await press('4. Wait');
    expect([isOpen('2. Process'), isOpen('4. Wait')]).toEqual(['false', 'false']);
  });

  it('is shared by its address', async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    openApp(hireAppId);
    const share = await screen.findByRole('button', { name: 'Share Link' });
    await act(async () => share.click());
    expect(copied[0]).toMatch(new RegExp(`#/service-portal/apps/${hireAppId}$`));
    await screen.findByRole('button', { name: 'Copied' });
    await screen.findByRole('button', { name: 'Share Link' });
  });

  it('opens its run after the start', async () => {
    const page = openApp(hireAppId);
    const start = await screen.findByRole('button', { name: 'Start' });
    await act(async () => start.click());
    await waitFor(() =>
      expect(addressOf(page)).toMatch(
        new RegExp(`^/service-portal/apps/${hireAppId}/history/exc_[0-9a-f]+$`),
      ),
    );
  });

  it('is started once by a double click', async () => {
    const once = await publishToPortal(product, 'Only-once', plain);
    const page = openApp(once);
    const start = await screen.findByRole('button', { name: 'Start' });
    await act(async () => {
      start.click();
      start.click();
    });
    await waitFor(() => expect(addressOf(page)).toMatch(/\/history\/exc_/));
    const { items } = await product.api.executions.listExecutions({ bot_id: once });
    expect(items).toHaveLength(1);
  });

  it("shows the state of the user's latest run", async () => {
    const id = await startAsPia(product, token, hireAppId, 'WAITING_FOR_INPUT');
    openApp(hireAppId);
    const latest = await screen.findByRole('link', { name: 'Your latest run' });
    expect(latest).toHaveAttribute('href', `#/service-portal/apps/${hireAppId}/history/${id}`);
    expect(screen.getByText('Waiting for input')).toBeVisible();
  });

  it('cannot be started after it was withdrawn from the portal', async () => {
    const bot_id = await publishToPortal(product, 'Taken-back', plain);
    openApp(bot_id);
    const start = await screen.findByRole('button', { name: 'Start' });
    const back = { bot_id, service_portal_published: false };
    await act(() => product.api.bots.setServicePortal(back));
    await act(async () => start.click());
    await screen.findByText('This app does not exist, or it was deleted.');
    await screen.findByRole('heading', { level: 1, name: 'Not a Service Portal App' });
  });

  it("shows the server's refusal to start it", async () => {
    const concurrency = { limit: 1, when_full: 'drop' } as const;
    const one = await publishToPortal(product, 'One-at-a-time', hiringDrawing, {
      settings: { concurrency },
    });
    await startAsPia(product, token, one, 'WAITING_FOR_INPUT');
    openApp(one);
    await clickButton('Start');
    await screen.findByText('Error');
    expect(screen.getByText(/under way/)).toBeVisible();
  });

  it('reports that it has no steps to follow', async () => {
    openApp(await publishToPortal(product, 'Nothing-to-do', ['start -> end']));
    await screen.findByText('There is nothing to follow here: this app does its work in one go.');
  });

  it.each(['nope', 'a bot'])('shows an error for an id that is not an app: %s', async (id) => {
    openApp(id === 'nope' ? id : product.sample.bot_id);
    await screen.findByRole('heading', { level: 1, name: 'Not a Service Portal App' });
    expect(
      screen.getByText(
        'The app you are trying to access is not a service portal app. ' +
          'Contact your admin for help.',
      ),
    ).toBeVisible();
    const back = screen.getByRole('link', { name: 'Go to self service apps' });
    expect(back).toHaveAttribute('href', '#/service-portal/apps');
  });
});

const openRun = async (app_id: string, id: string) => {
  const page = renderPage(<PortalRunPage />, {
    path: '/service-portal/apps/:app_id/history/:bot_exc_id',
    at: `/service-portal/apps/${app_id}/history/${id}`,
  });
  await screen.findByRole('heading', { level: 2, name: 'Steps' });
  return page;
};

describe('a run whose app was withdrawn', () => {
  const reason = 'The service portal no longer has this app.';
  const takenBack = async (name: string) => {
    const app_id = await publishToPortal(product, name, hiringDrawing);
    const id = await startAsPia(product, token, app_id, 'WAITING_FOR_INPUT');
    const back = { bot_id: app_id, service_portal_published: false };
    await product.api.bots.setServicePortal(back);
    return { app_id, id };
  };

  it('continues, cannot be restarted, and leads to the history after an abort', async () => {
    const { app_id, id } = await takenBack('Taken-back-soon');
    const page = await openRun(app_id, id);
    await screen.findByLabelText('Full name');
    const anew = screen.getByRole('button', { name: /^Abort and Clear Cache/ });
    expect(anew).toHaveAttribute('aria-disabled', 'true');
    expect(anew).toHaveAccessibleDescription(reason);
    await clickButton('Abort');
    await confirmDialog('Abort');
    await waitFor(() => expect(addressOf(page)).toBe('/service-portal/history'));
  });

  it('keeps its steps after the deletion of its app, and cannot be restarted', async () => {
    const { app_id, id } = await takenBack('Deleted');
    await product.api.bots.deleteBot({ bot_id: app_id });
    await product.api.executions.abortExecution({ bot_exc_id: id });
    await openRun(app_id, id);
    const restartButton = await screen.findByRole('button', { name: /^Start again/ });
    expect(restartButton).toHaveAttribute('aria-disabled', 'true');
    expect(restartButton).toHaveAccessibleDescription(reason);
    expect(screen.getByRole('heading', { level: 3, name: '3. Approve' })).toBeVisible();
  });
});
