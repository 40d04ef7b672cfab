import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { integrationFilter } from '#web/app/integration-filter.ts';
import { TopBar } from '#web/app/top-bar.tsx';
import { connectToEmbedded, show } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const open = async () => show(<TopBar user={await product.api.users.getCurrentUser({})} />);
const menu = () => screen.findByRole('button', { name: /^Global integration filter/ });

describe('the global integration filter', () => {
  it('is not there while nothing is connected', async () => {
    const { queries } = await open();
    await screen.findAllByRole('button', { name: /^Notifications/ });
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: /^Global integration filter/ })).toBeNull();
  });

  it('offers the integrations below their types, keeps the chosen one, and lets go of it', async () => {
    const values = { webhook_url: 'https://discord.com/api/webhooks/1/x' };
    const team = { cspName: 'discord', alias: 'Team chat', groups: ['chats'], values };
    const { accountId } = await product.api.integrations.createIntegration(team);
    await open();
    await userEvent.click(await menu());
    await screen.findByText('Discord');
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Team chat' }));
    await waitFor(() => expect(integrationFilter()).toBe(accountId));
    const named = await screen.findByRole('button', {
      name: 'Global integration filter: Team chat',
    });
    await userEvent.click(named);
    await userEvent.click(
      await screen.findByRole('menuitemcheckbox', { name: 'All integrations' }),
    );
    await waitFor(() => expect(integrationFilter()).toBeUndefined());
  });
});
