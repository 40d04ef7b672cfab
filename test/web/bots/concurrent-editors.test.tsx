import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OtherEditor } from '#lib/domain/bots/editor.schema.ts';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { editorsText } from '#web/pages/bots/editor/saving/editors-text.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

describe('the sentence about other editors of a bot', () => {
  const editor = (name: string, unsaved = false, is_self = false): OtherEditor => ({
    name,
    is_self,
    since: '2026-11-21T00:00:00Z',
    unsaved,
  });
  const compared = 'Whoever saves last is asked to compare.';

  it.each<[OtherEditor[], string]>([
    [[], 'Nobody else has this bot open now.'],
    [[editor('Ana Silva')], 'Ana Silva has this bot open too.'],
    [
      [editor('Ana Silva', true)],
      `Ana Silva has this bot open too, with unsaved changes. ${compared}`,
    ],
    [[editor('Ana'), editor('Ben')], 'Ana and Ben have this bot open too.'],
    [
      [editor('Ana', true), editor('Ben', true)],
      `Ana and Ben have this bot open too, with unsaved changes. ${compared}`,
    ],
    [
      [editor('Ana', true), editor('Ben'), editor('Cy', true)],
      `Ana, Ben and Cy have this bot open too, Ana and Cy with unsaved changes. ${compared}`,
    ],
    [
      ['Ana', 'Ben', 'Cy', 'Dee', 'Eve'].map((name) => editor(name)),
      'Ana, Ben, Cy and 2 more have this bot open too.',
    ],
    [[editor('Me', false, true)], 'You have this bot open in another window.'],
    [
      [editor('Ana'), editor('Me', true, true)],
      'Ana has this bot open too. You have this bot open in another window, ' +
        `with unsaved changes. ${compared}`,
    ],
  ])('%#: names the editors and their unsaved changes', (editors, text) => {
    expect(editorsText(editors)).toBe(text);
  });
});

describe('the editor of a bot that others have open', () => {
  let product: Embedded;

  beforeAll(async () => {
    product = await openEmbedded();
    connectToEmbedded(product);
  });

  afterAll(() => product.close());

  const graph = draw('start -> wait:delay -> end');

  /** The frames that another window of the same user sends and receives. */
  const joinEditors = (bot: BotView, extraFields = {}) => {
    const window_id = 'f'.repeat(32);
    return product.api.bots.joinBotEditors({ bot_id: bot._id, window_id, ...extraFields });
  };

  const createBot = (name: string) => product.api.bots.createBot({ name, graph });
  const openBot = async ({ _id, name }: BotView) => {
    const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${_id}` });
    await screen.findByRole('heading', { name });
    return page;
  };

  const change = async () => {
    const canvas = screen.getByRole('region', { name: /^Graph of/ });
    fireEvent.click(within(canvas).getByRole('group', { name: /Delay: wait/ }));
    const field = await screen.findByLabelText(/^How long/);
    await userEvent.clear(field);
    await userEvent.type(field, '5');
  };

  it('shows the other editors and appears to them until it is closed', async () => {
    const bot = await createBot('Open twice');
    await joinEditors(bot, { unsaved: true });
    const page = await openBot(bot);
    await screen.findByText(/^You have this bot open in another window, with unsaved changes\./);
    expect(await joinEditors(bot)).toMatchObject({ others: [{ is_self: true, unsaved: false }] });
    await change();
    const unsavedThere = async () => (await joinEditors(bot)).others.map(({ unsaved }) => unsaved);
    await eventually(unsavedThere, ([unsaved = false]) => unsaved);
    await screen.findByText('You have this bot open in another window.');
    await joinEditors(bot, { left: true });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Nobody else has this bot open now.');
    expect(screen.queryByText(/saved version/)).toBeNull();
    page.unmount();
    await eventually(unsavedThere, (found) => found.length === 0);
  });

  it('shows which newer version another user has saved', async () => {
    const bot = await createBot('Saved beside');
    const { _id: bot_id, name, description, category, importance } = bot;
    await openBot(bot);
    const saved = { bot_id, name, description, category, importance, graph, base_version: 1 };
    await product.api.bots.updateBot(saved);
    await change();
    await screen.findByText(/saved version 2 at/);
    expect(screen.getByText(/When you save, you can compare both\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const [newest] = (await product.api.bots.listBotVersions({ bot_id })).items;
    const question = await screen.findByRole('dialog', { name: /on top of a newer version/ });
    await within(question).findByText(new RegExp(`^${newest?.saved_by} saved version 2 `));
  });

  const saveBeside = ({ _id: bot_id, name, description, category, importance }: BotView) => {
    const saved = { name: `${name} of Bob`, description, category, importance, graph };
    return product.api.bots.updateBot({ bot_id, ...saved, base_version: 1 });
  };

  it.each([
    [
      'the bot is disabled',
      async () => {
        await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
        await userEvent.click(await screen.findByRole('menuitem', { name: 'Disable' }));
        await screen.findByText(/Disabled successfully/);
      },
    ],
    [
      'the version that was opened is published',
      async () => {
        await clickWhenEnabled('Publish');
        await clickWhenEnabled('Publish version 1');
        await screen.findByText(/^Version 1 is published/);
      },
    ],
  ])('still compares with a newer version once %s', async (condition, action) => {
    const bot = await createBot(`Moved on as ${condition}`);
    const published = { bot_id: bot._id, version: 1 };
    if (condition === 'the bot is disabled') await product.api.bots.publishBot(published);
    await openBot(bot);
    await saveBeside(bot);
    await action();
    expect(screen.queryByText('Unsaved changes')).toBeNull();
    await change();
    await screen.findByText(/saved version 2 at/);
    expect(screen.getByRole('heading', { name: bot.name })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('dialog', { name: /on top of a newer version/ });
    expect((await product.api.bots.getBot({ bot_id: bot._id })).draft_version).toBe(2);
  });

  it('reports that the bot was deleted and saves its graph as a new bot', async () => {
    const bot = await createBot('Deleted beside');
    const page = await openBot(bot);
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await change();
    await screen.findByText(/^Somebody deleted this bot while you had it open\./);
    await userEvent.click(screen.getByRole('button', { name: 'Save as a new bot' }));
    await screen.findByText('Bot created');
    await waitFor(() => expect(addressOf(page)).not.toContain(bot._id));
    const [, , bot_id = ''] = addressOf(page).split('/');
    expect(await product.api.bots.getBot({ bot_id })).toMatchObject({ name: bot.name });
    await waitFor(() => expect(screen.queryByText(/^Somebody deleted this bot/)).toBeNull());
  });

  it('keeps working when the server cannot be reached', async () => {
    const bot = await createBot('Alone');
    await joinEditors(bot);
    await openBot(bot);
    await screen.findByText('You have this bot open in another window.');
    const requestedUrls: string[] = [];
    const dead = createServer(({ url = '', socket }) => {
      requestedUrls.push(url);
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(dead, 'listening');
    const { port } = dead.address() as AddressInfo;
    connectToEmbedded({ ...product, url: `http://127.0.0.1:${port}` });
    await change();
    await waitFor(() => expect(requestedUrls).toContain(`/api/bots/${bot._id}/editors`));
    // The server cannot be reached, so who is there is unknown.
    await waitFor(() => expect(screen.queryByText(/this bot open/)).toBeNull());
    connectToEmbedded(product);
    dead.close();
    await screen.findByText('Unsaved changes');
    expect(screen.queryByText(/Couldn't connect/)).toBeNull();
  });
});
