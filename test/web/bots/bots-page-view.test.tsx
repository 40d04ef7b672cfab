import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

/** Opens the view of a bot with a published version. */
const openBotView = async (name: string) => {
  const { _id } = await product.api.bots.createBot({ name, graph: draw('start -> end') });
  await product.api.bots.publishBot({ bot_id: _id, version: 1 });
  const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${_id}?mode=view` });
  await screen.findByRole('heading', { level: 1, name });
  return { ...page, bot_id: _id };
};
const openActions = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  return screen.findAllByRole('menuitem');
};
const choose = async (item: string) => {
  const found = (await openActions()).find(({ textContent }) => textContent === item);
  await userEvent.click(found ?? document.body);
};

describe('the view page of a bot', () => {
  it('offers the actions of the row menu in its own menu or as buttons', async () => {
    await openBotView('Watch');
    expect((await openActions()).map(({ textContent }) => textContent)).toEqual([
      'Versions',
      'Publish to Service Portal',
      'Export',
      'Share',
      'View runs',
      'Delete',
    ]);
    for (const name of ['Disable', 'Run now']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  });

  it('publishes the bot to the service portal and unpublishes it', async () => {
    const { bot_id } = await openBotView('Offer');
    await choose('Publish to Service Portal');
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    await screen.findByText('Published to Service Portal.');
    const read = () => product.api.bots.getBot({ bot_id });
    expect(await read()).toMatchObject({ service_portal_published: true });
    await openActions();
    // Opened once: the menu follows the bot, and a second press would close it.
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Unpublish from Service Portal' }),
    );
    await screen.findByText('Unpublished from Service Portal.');
    expect(await read()).toMatchObject({ service_portal_published: false });
  });

  it('copies a link to the bot and shows its export', async () => {
    userEvent.setup();
    const { bot_id } = await openBotView('Hand on');
    await choose('Share');
    await screen.findByText('Link Copied!');
    expect(await navigator.clipboard.readText()).toMatch(new RegExp(`#/bots/${bot_id}`));
    await choose('Export');
    await screen.findByRole('dialog', { name: 'Export Hand on' });
    await screen.findByRole('region', { name: /^hand-on.yaml, \d+ lines$/ });
  });

  it('opens a run that it starts and the list after the bot is deleted', async () => {
    const page = await openBotView('Go on');
    await userEvent.click(screen.getByRole('button', { name: 'Run now' }));
    await screen.findByText('Execution started for "Go on"');
    expect(addressOf(page)).toMatch(new RegExp(`^/bots/${page.bot_id}/executions/exc_`));
    const otherPage = await openBotView('Leave');
    await choose('Delete');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully Deleted The Bot');
    expect(addressOf(otherPage)).toBe('/bots');
  });
});
