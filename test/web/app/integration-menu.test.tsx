import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { getIntegrationFilter, useIntegrationFilter } from '#web/app/integration-filter.ts';
import { TopBar } from '#web/app/top-bar.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const open = async () => renderPage(<TopBar user={await product.api.users.getCurrentUser({})} />);
const menu = () => screen.findByRole('button', { name: /^Global integration filter/ });

/** Chooses an integration as a row of the list does. */
const Choose = ({ id }: { id: string }) => {
  const { choose } = useIntegrationFilter();
  return (
    <button type="button" onClick={() => choose(id)}>
      Choose
    </button>
  );
};

describe('the global integration filter', () => {
  it('is absent while no integration exists', async () => {
    const { queries } = await open();
    await screen.findAllByRole('button', { name: /^Notifications/ });
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: /^Global integration filter/ })).toBeNull();
  });

  it('lists integrations by type and stores or clears the choice', async () => {
    const values = { webhook_url: 'https://discord.com/api/webhooks/1/x' };
    const team = { cspName: 'discord', alias: 'Team chat', groups: ['chats'], values };
    const { accountId } = await product.api.integrations.createIntegration(team);
    await open();
    await userEvent.click(await menu());
    await screen.findByText('Discord');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Team chat' }));
    await waitFor(() => expect(getIntegrationFilter()).toBe(accountId));
    const filterButton = await screen.findByRole('button', {
      name: 'Global integration filter: Team chat',
    });
    await userEvent.click(filterButton);
    await userEvent.click(
      await screen.findByRole('menuitemcheckbox', { name: 'All integrations' }),
    );
    await waitFor(() => expect(getIntegrationFilter()).toBeUndefined());
  });

  it('names a choice outside the list and links to all integrations', async () => {
    const values = { webhook_url: 'https://discord.com/api/webhooks/1/x' };
    const make = (n: number) =>
      product.api.integrations.createIntegration({
        cspName: 'discord',
        alias: `Chat number ${n}`,
        groups: ['chats'],
        values,
      });
    // The list begins with the newest: the first one ends up on the second page.
    const { accountId } = await make(0);
    await Promise.all(Array.from({ length: 100 }, (_, n) => make(n + 1)));
    const user = await product.api.users.getCurrentUser({});
    renderPage(
      <>
        <TopBar user={user} />
        <Choose id={accountId} />
      </>,
    );
    await userEvent.click(await menu());
    const searchItem = await screen.findByRole('menuitem', { name: 'Find another integration' });
    expect(searchItem).toHaveAttribute('href', '#/integrations/list');
    await userEvent.click(screen.getByRole('button', { name: 'Choose' }));
    await screen.findByRole('button', { name: 'Global integration filter: Chat number 0' });
  });
});
