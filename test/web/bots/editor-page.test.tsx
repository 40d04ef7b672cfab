import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage, NewBotPage } from '#web/pages/bots/bot.tsx';
import type { BotDetails } from '#web/pages/bots/editor/document/details.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, holdCalls, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const graph = draw('start -> wait:delay -> end');
let botCount = 0;

/** A new bot on the page that edits it. */
const openBot = async (query = '') => {
  botCount += 1;
  const name = `Wait a while ${botCount}`;
  const bot = await product.api.bots.createBot({ name, graph });
  const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}${query}` });
  await screen.findByRole('heading', { name: new RegExp(name) });
  return { bot, page };
};

const readBot = ({ _id }: BotView) => product.api.bots.getBot({ bot_id: _id });
const secondsIn = ({ graph }: BotView) =>
  graph.nodes.find(({ id }) => id === 'wait')?.settings['seconds'];

const canvas = () => screen.getByRole('region', { name: /^Graph of/ });
const node = (name: string) => within(canvas()).getByRole('group', { name: new RegExp(name) });
const saveButton = () => screen.getByRole('button', { name: 'Save' });

const setSeconds = async (seconds: string) => {
  fireEvent.click(node('Delay: wait'));
  const field = await screen.findByLabelText(/^How long/);
  await userEvent.clear(field);
  await userEvent.type(field, seconds);
};

/** Another user's save of the same bot. */
type OtherSave = Partial<BotDetails & { base_version: number }>;

const saveAsOtherUser = async (bot: BotView, overrides: OtherSave = {}) => {
  const { _id, name, description, category, importance } = bot;
  const settings = { seconds: 7 };
  const otherGraph = applyEdit(graph, { do: 'configure', id: 'wait', settings });
  await product.api.bots.updateBot({
    bot_id: _id,
    base_version: 1,
    name,
    description,
    category,
    importance,
    graph: otherGraph,
    ...overrides,
  });
};

describe('the editor', () => {
  it('saves a change as a new version and then disables Save', async () => {
    const { bot } = await openBot();
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    await setSeconds('5');
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    await userEvent.click(saveButton());
    await screen.findByText('Saved as version 2');
    expect(secondsIn(await readBot(bot))).toBe(5);
    expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it.each(['?node=wait', '?mode=view&node=wait'])('selects the node named by %s', async (query) => {
    const { page, bot } = await openBot(query);
    expect(await screen.findByLabelText(/^How long/)).toBeInTheDocument();
    expect(canvas().querySelector('.selected')).toHaveTextContent('wait');
    await page.router.navigate(`/bots/${bot._id}${query.replace('=wait', '=end')}`);
    await waitFor(() => expect(canvas().querySelector('.selected')).toHaveTextContent('end'));
  });

  it('undoes a typed value as one change and has no unsaved changes', async () => {
    await openBot();
    await setSeconds('125');
    fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true });
    fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true });
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  it('restores a deleted node with its arrows', async () => {
    await openBot();
    fireEvent.click(node('Delay: wait'));
    fireEvent.keyDown(canvas(), { key: 'Delete' });
    await waitFor(() => expect(within(canvas()).queryByText('wait')).toBeNull());
    await screen.findByRole('button', { name: /^Validate \(\d+\)$/ });
    fireEvent.keyDown(canvas(), { key: 'z', ctrlKey: true });
    await waitFor(() => node('Delay: wait'));
    await screen.findByRole('button', { name: 'Validate' });
  });

  it('disables, duplicates and deletes a node with buttons', async () => {
    await openBot();
    fireEvent.click(node('Delay: wait'));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable (D)' }));
    await waitFor(() => node('Delay: wait, disabled'));
    await userEvent.click(screen.getByRole('button', { name: 'Enable (D)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Duplicate (Ctrl+D)' }));
    await waitFor(() => node('Delay: wait 2'));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete wait 2' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  });

  it('publishes the saved version and disables Publish before the save', async () => {
    const { bot } = await openBot();
    await setSeconds('5');
    const publish = screen.getByRole('button', { name: 'Publish' });
    expect(publish).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(saveButton());
    await screen.findByText('Saved as version 2');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    await screen.findByText('What publishing does');
    await userEvent.click(screen.getByRole('button', { name: 'Publish version 2' }));
    await screen.findByText('Version 2 is published and the bot is enabled.');
    expect((await readBot(bot)).published_version).toBe(2);
  });

  it('asks before the user leaves unsaved changes', async () => {
    const { page, bot } = await openBot();
    await setSeconds('5');
    await page.router.navigate('/listeners');
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(addressOf(page)).toBe(`/bots/${bot._id}`);
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
  });
});

describe('a dialog opened while the bot is being saved', () => {
  /** The bot's settings with typed changes, while the answer to a save is pending. */
  const openMeanwhile = async (beside: boolean) => {
    const { bot } = await openBot();
    await setSeconds('5');
    if (beside) await saveAsOtherUser(bot);
    const release = holdCalls(product);
    await userEvent.click(saveButton());
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
    const description = await screen.findByLabelText('Description - optional');
    await userEvent.type(description, 'Typed meanwhile');
    return { bot, release, description };
  };

  it('stays open and ignores Enter until the save has finished', async () => {
    const { bot, release, description } = await openMeanwhile(false);
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Name'), '{Enter}');
    expect(description).toBeInTheDocument();
    release();
    await screen.findByText('Saved as version 2');
    expect(description).toHaveValue('Typed meanwhile');
    await clickWhenEnabled('Apply');
    await userEvent.click(saveButton());
    await screen.findByText('Saved as version 3');
    expect(await readBot(bot)).toMatchObject({ description: 'Typed meanwhile' });
  });

  it('is shown before the question about a newer version', async () => {
    const { release, description } = await openMeanwhile(true);
    release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toBeEnabled());
    expect(description).toHaveValue('Typed meanwhile');
    await clickWhenEnabled('Apply');
    await screen.findByText('Save on top of a newer version');
  });
});

describe('the dialog that creates a bot', () => {
  it('sends one request and stays open until the bot exists', async () => {
    const page = renderPage(<NewBotPage />, { path: '/bots/:bot_id', at: '/bots/new' });
    await clickWhenEnabled('Save');
    const name = await screen.findByLabelText('Name');
    await userEvent.type(name, 'Made once');
    const release = holdCalls(product);
    await userEvent.type(name, '{Enter}');
    await userEvent.type(name, '{Enter}');
    fireEvent.keyDown(name, { key: 'Escape', keyCode: 27 });
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(page.queries.isMutating()).toBe(1);
    release();
    await screen.findByText('Bot created');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('saving when another user has saved a newer version', () => {
  const meet = async () => {
    const { bot } = await openBot();
    await setSeconds('5');
    await saveAsOtherUser(bot);
    await userEvent.click(saveButton());
    await screen.findByText('Save on top of a newer version');
    await screen.findByText('wait: changed by both');
    return bot;
  };

  it('saves a new version after showing the differences', async () => {
    const bot = await meet();
    await userEvent.click(screen.getByRole('button', { name: 'Save mine as version 3' }));
    await screen.findByText('Saved as version 3');
    expect(secondsIn(await readBot(bot))).toBe(5);
  });

  it("keeps the other user's bot settings and lists the conflicts", async () => {
    const { bot } = await openBot();
    await setSeconds('5');
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
    const description = await screen.findByLabelText('Description - optional');
    await userEvent.type(description, 'Of Alice');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    const settings = { allow_overlap: false, deadline_minutes: 30 };
    const name = `${bot.name} of Bob`;
    await saveAsOtherUser(bot, { name, description: 'Of Bob', settings });
    await userEvent.click(saveButton());
    const dialog = within(await screen.findByRole('dialog', { name: /of a newer version/ }));
    await dialog.findByText(/^Description: yours is saved/);
    expect(dialog.getByText(/^Name: theirs is kept/)).toBeInTheDocument();
    expect(dialog.getByText(/^Deadline: theirs is kept/)).toBeInTheDocument();
    expect(dialog.queryByText(/^Importance/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Save mine as version 3' }));
    await screen.findByText('Saved as version 3');
    expect(await readBot(bot)).toMatchObject({ name, description: 'Of Alice', settings });
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('compares again when the other user saves once more', async () => {
    const bot = await meet();
    const description = 'Theirs, once more';
    await saveAsOtherUser(bot, { base_version: 2, description });
    await userEvent.click(screen.getByRole('button', { name: 'Save mine as version 3' }));
    await screen.findByText(/^Somebody saved another version in the meantime\./);
    await clickWhenEnabled('Save mine as version 4');
    await screen.findByText('Saved as version 4');
    expect(await readBot(bot)).toMatchObject({ description, draft_version: 4 });
    expect(screen.queryByText(/^Somebody saved another version/)).toBeNull();
  });

  it("discards the user's changes on request and loads the newer version", async () => {
    const bot = await meet();
    await userEvent.click(screen.getByRole('button', { name: 'Discard mine and reload' }));
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
    fireEvent.click(node('Delay: wait'));
    expect(await screen.findByLabelText(/^How long/)).toHaveValue('7');
    expect((await readBot(bot)).draft_version).toBe(2);
  });

  it('keeps both versions when the user cancels', async () => {
    const bot = await meet();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Unsaved changes')).toBeInTheDocument();
    expect(secondsIn(await readBot(bot))).toBe(7);
  });
});

describe('viewing a bot', () => {
  it('shows read-only settings and allows no changes', async () => {
    const { bot } = await openBot('?mode=view');
    fireEvent.click(node('Delay: wait'));
    expect(await screen.findByLabelText(/^How long/)).toHaveAttribute('readonly');
    fireEvent.keyDown(canvas(), { key: 'Delete' });
    expect(node('Delay: wait')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `#/bots/${bot._id}`);
  });

  it('reports a missing bot and links to the list', async () => {
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: '/bots/bot_none?mode=view' });
    await screen.findByText('This bot does not exist, or it was deleted.');
    expect(screen.getByRole('link', { name: 'Go to bots' })).toHaveAttribute('href', '#/bots');
  });
});
