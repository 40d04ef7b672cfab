import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { getIntegrationFilter } from '#web/app/integration-filter.ts';
import { setPreference } from '#web/app/preferences.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
/** Account ids. */
let jira: string;
let chat: string;

const connect = async (cspName: string, alias: string, values: Record<string, string>) => {
  const input = { cspName, alias, groups: ['tests'], values };
  return (await product.api.integrations.createIntegration(input)).accountId;
};

const create = (name: string, type: string, id: string) =>
  product.api.bots.createBot({
    name,
    graph: draw('start -> call:http_request -> end', {
      call: { integration: { type, id } },
    }),
  });

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  jira = await connect('jira', 'Tickets', {
    site: 'example',
    email: 'a@example.com',
    api_token: 'x',
  });
  chat = await connect('slack', 'Chat', { bot_token: 'xoxb-1' });
  await create('Open tickets', 'jira', jira);
  await create('Greet people', 'slack', chat);
});

afterAll(() => product.close());

const open = async (query = '') => {
  const page = renderPage(<BotsPage />, { path: '/bots', at: `/bots${query}` });
  await screen.findByRole('grid');
  await waitFor(() => expect(screen.queryByText('Loading bots')).toBeNull());
  return page;
};

const links = () =>
  screen.queryAllByRole('link', { name: /tickets|people/ }).map(({ textContent }) => textContent);

describe('the list of bots and integrations', () => {
  it('shows an icon for each integration that a bot uses', async () => {
    await open('?regex=tickets');
    expect(await screen.findByRole('img', { name: 'Jira' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Slack' })).toBeNull();
  });

  it.each(['integrationId', 'integration_id'])(
    'filters by the address parameter %s, which can be removed',
    async (name) => {
      const page = await open(`?${name}=${chat}`);
      expect(links()).toEqual(['Greet people']);
      await screen.findByText('Integration: Chat');
      await userEvent.click(
        screen.getByRole('button', { name: 'Show the bots of all integrations' }),
      );
      await waitFor(() => expect(links()).toHaveLength(2));
      expect(addressOf(page)).toBe('/bots?page=1');
    },
  );

  it('filters by the integration of the global filter until the filter is reset', async () => {
    act(() => void setPreference('integration', jira));
    await open();
    expect(links()).toEqual(['Open tickets']);
    await screen.findByText('1 Bot');
    await userEvent.click(screen.getByRole('button', { name: 'Reset global filter' }));
    await waitFor(() => expect(links()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Reset global filter' })).toBeNull();
    expect(getIntegrationFilter()).toBeUndefined();
  });

  it('prefers the integration in the address to the global filter', async () => {
    act(() => void setPreference('integration', jira));
    await open(`?integrationId=${chat}`);
    expect(links()).toEqual(['Greet people']);
  });

  it('offers to clear a global filter that matches no bots', async () => {
    act(() => void setPreference('integration', 'int_deleted'));
    await open();
    await screen.findByText('No Bots Available with selected filters.');
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(links()).toHaveLength(2));
  });
});
