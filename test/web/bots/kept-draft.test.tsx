import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { handOverDraft } from '#web/app/draft-handover.ts';
import { BotPage, NewBotPage } from '#web/pages/bots/bot.tsx';
import { newDetails } from '#web/pages/bots/editor/document/details.ts';
import { dropDraft, keepDraft, readDrafts } from '#web/pages/bots/editor/saving/kept-draft.ts';

import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const graph = draw('start -> wait:delay -> end');
let botCount = 0;

const createBot = (): Promise<BotView> => {
  botCount += 1;
  return product.api.bots.createBot({ name: `Kept ${botCount}`, graph });
};

const openPage = async ({ _id, name }: BotView) => {
  const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${_id}` });
  await screen.findByRole('heading', { name: new RegExp(name) });
  return page;
};

const node = (name: string) =>
  within(screen.getByRole('region', { name: /^Graph of/ })).getByRole('group', {
    name: new RegExp(name),
  });

const secondsField = async () => {
  fireEvent.click(node('Delay: wait'));
  return screen.findByLabelText(/^How long/);
};

const enterSeconds = async (seconds: string) => {
  const field = await secondsField();
  await userEvent.clear(field);
  await userEvent.type(field, seconds);
};

/** Some buttons are enabled only once the server has answered. */
const findRestoreDialog = () => screen.findByRole('dialog', { name: 'Restore unsaved changes' });
const readDraft = (id?: string) => readDrafts(id)[0]?.draft;
const draftSeconds = (id?: string) =>
  readDraft(id)?.graph.nodes.map(({ settings }) => settings['seconds']);

/** Changes the bot and closes the tab, which saves unsaved changes locally. */
const leaveUnsaved = async (bot: BotView) => {
  const page = await openPage(bot);
  await enterSeconds('77');
  await waitFor(() => {
    fireEvent(window, new Event('pagehide'));
    expect(draftSeconds(bot._id)).toContain(77);
  });
  page.unmount();
};

const saveAsOtherUser = async ({ _id, name, description, category, importance }: BotView) => {
  const details = { name, description, category, importance };
  await product.api.bots.updateBot({ ...details, graph, bot_id: _id, base_version: 1 });
};

describe('unsaved changes kept by the browser', () => {
  it('are kept silently and restored when the bot is opened again', async () => {
    const bot = await createBot();
    const page = await openPage(bot);
    await enterSeconds('77');
    await waitFor(() => expect(draftSeconds(bot._id)).toContain(77));
    page.unmount();
    await openPage(bot);
    within(await findRestoreDialog()).getByText('wait: changed');
    await clickWhenEnabled('Restore');
    expect(await screen.findByText('Unsaved changes')).toBeInTheDocument();
    expect(await secondsField()).toHaveValue('77');
  });

  it('are deleted when the user discards the changes', async () => {
    const bot = await createBot();
    await leaveUnsaved(bot);
    const page = await openPage(bot);
    await findRestoreDialog();
    await clickWhenEnabled('Discard them');
    expect(draftSeconds(bot._id)).toBeUndefined();
    expect(await secondsField()).toHaveValue('60');
    page.unmount();
    await openPage(bot);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are kept for each window and offered one after the other', async () => {
    const bot = await createBot();
    await leaveUnsaved(bot);
    const [storedEntry] = readDrafts(bot._id);
    if (!storedEntry) throw new Error('Nothing is kept.');
    const at = '2020-01-01T00:00:00.000Z';
    keepDraft(bot._id, 'other', { ...storedEntry.draft, at, graph: draw('start -> end') });
    const page = await openPage(bot);
    within(await findRestoreDialog()).getByText('wait: changed');
    await clickWhenEnabled('Discard them');
    await screen.findByText('wait: only in what is saved');
    await clickWhenEnabled('Restore');
    await screen.findByText('Unsaved changes');
    expect(readDrafts(bot._id)).toMatchObject([{ window: storedEntry.window, draft: { at } }]);
    page.unmount();
  });

  it('are kept when the user cancels the question', async () => {
    const bot = await createBot();
    await leaveUnsaved(bot);
    await openPage(bot);
    await findRestoreDialog();
    await clickWhenEnabled('Cancel');
    expect(await secondsField()).toHaveValue('60');
    expect(draftSeconds(bot._id)).toContain(77);
  });

  it('are compared with a newer version when they are saved', async () => {
    const bot = await createBot();
    await leaveUnsaved(bot);
    await saveAsOtherUser(bot);
    await openPage(bot);
    within(await findRestoreDialog()).getByText(
      /They are based on version 1; version 2 was saved since/,
    );
    await clickWhenEnabled('Restore');
    await clickWhenEnabled('Save');
    await screen.findByText('Save on top of a newer version');
    await clickWhenEnabled('Save mine as version 3');
    await screen.findByText('Saved as version 3');
    await waitFor(() => expect(draftSeconds(bot._id)).toBeUndefined());
  });

  it('are kept for a bot that was never saved', async () => {
    const page = renderPage(<NewBotPage />, { path: '/bots/new' });
    await userEvent.click(await screen.findByRole('option', { name: /^Delay/ }));
    await waitFor(() => expect(readDraft(undefined)?.graph.nodes).toHaveLength(2));
    page.unmount();
    renderPage(<NewBotPage />, { path: '/bots/new' });
    await findRestoreDialog();
    await clickWhenEnabled('Restore');
    await waitFor(() => expect(node('Delay: Delay')).toBeInTheDocument());
  });

  it('of a new bot are kept but not offered to another new bot with a graph', async () => {
    for (const { window } of readDrafts(undefined)) dropDraft(undefined, window);
    const begin = (name: string, drawing: string) => {
      handOverDraft({ ...newDetails, name, graph: draw(drawing) });
      return renderPage(<NewBotPage />, { path: '/bots/new' });
    };
    const names = () => readDrafts(undefined).map(({ draft: { details } }) => details.name);
    const change = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Add a node' }));
      await userEvent.click(await screen.findByRole('option', { name: /^Note/ }));
    };
    const first = begin('Bucket search', 'start -> wait:delay -> end');
    await change();
    await waitFor(() => expect(names()).toEqual(['Bucket search']));
    first.unmount();
    const second = begin('Fix a rule', 'start -> end');
    await change();
    await waitFor(() => expect(names().sort()).toEqual(['Bucket search', 'Fix a rule']));
    expect(screen.queryByRole('dialog')).toBeNull();
    second.unmount();
    const blank = renderPage(<NewBotPage />, { path: '/bots/new' });
    within(await findRestoreDialog()).getByText('Fix a rule');
    await clickWhenEnabled('Discard them');
    within(await findRestoreDialog()).getByText('Bucket search');
    await clickWhenEnabled('Discard them');
    expect(names()).toEqual([]);
    blank.unmount();
  });

  it('of a new bot are not kept when its first graph is unchanged', async () => {
    handOverDraft({ ...newDetails, name: 'Only looked at', graph });
    const page = renderPage(<NewBotPage />, { path: '/bots/new' });
    await waitFor(() => expect(node('Delay: wait')).toBeInTheDocument());
    fireEvent.click(node('Delay: wait'));
    page.unmount();
    expect(readDrafts(undefined)).toEqual([]);
  });

  it('are not kept when nothing was changed', async () => {
    const bot = await createBot();
    const page = await openPage(bot);
    fireEvent.click(node('Delay: wait'));
    page.unmount();
    expect(draftSeconds(bot._id)).toBeUndefined();
  });

  const leave = async (seconds: string) => {
    const bot = await createBot();
    const page = await openPage(bot);
    await enterSeconds(seconds);
    void page.router.navigate('/elsewhere');
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave page' }));
    return { bot, dialog, page };
  };

  it('are kept at once when the user leaves, and the dialog explains that', async () => {
    const { bot, dialog, page } = await leave('78');
    dialog.getByText(/This browser keeps them, and offers them again when you come back/);
    await waitFor(() => expect(draftSeconds(bot._id)).toContain(78));
    await clickWhenEnabled('Keep draft and leave');
    await waitFor(() => expect(addressOf(page)).toBe('/elsewhere'));
    expect(draftSeconds(bot._id)).toContain(78);
    page.unmount();
    await openPage(bot);
    await findRestoreDialog();
  });

  it('are deleted when the user chooses to discard and leave', async () => {
    const { bot, page } = await leave('79');
    await clickWhenEnabled('Discard and leave');
    await waitFor(() => expect(addressOf(page)).toBe('/elsewhere'));
    expect(draftSeconds(bot._id)).toBeUndefined();
  });

  it('are reported as not kept when the browser storage is full', async () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    try {
      const { dialog } = await leave('80');
      await dialog.findByText(/This browser has no room to keep them/);
    } finally {
      full.mockRestore();
    }
  });
});
