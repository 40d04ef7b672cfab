import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { applyEdit, type Edit } from '#web/pages/bots/editor/document/edit.ts';
import { fieldTitle } from '#web/pages/bots/versions/field-title.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const save = (bot: BotView, edit: Edit): Promise<BotView> => {
  const { name, description, category, importance } = bot;
  const graph = applyEdit(bot.graph, edit);
  const details = { name, description, category, importance, graph };
  const base_version = bot.draft_version;
  return product.api.bots.updateBot({ ...details, bot_id: bot._id, base_version });
};

const configureWait = (seconds: number): Edit => ({
  do: 'configure',
  id: 'wait',
  settings: { seconds },
});

let botCount = 0;

/** A bot with three versions, the first published: they wait 1, 20 and 300 seconds. */
const createBot = async (): Promise<BotView> => {
  botCount += 1;
  const initialGraph = applyEdit(draw('start -> wait:delay -> end'), configureWait(1));
  const first = await product.api.bots.createBot({
    name: `Waiter ${botCount}`,
    graph: initialGraph,
  });
  await product.api.bots.publishBot({ bot_id: first._id, version: 1 });
  const second = await save(first, configureWait(20));
  return save(second, configureWait(300));
};

const readBot = ({ _id }: BotView) => product.api.bots.getBot({ bot_id: _id });

const secondsIn = ({ graph }: BotView) =>
  graph.nodes.find(({ id }) => id === 'wait')?.settings['seconds'];

const panel = () => screen.findByRole('grid', { name: 'Saved versions' });
const rows = async () =>
  within(await panel())
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent?.trim());

const showVersions = async () => {
  await clickWhenEnabled('Actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await within(await panel()).findByText('Draft');
};

const openVersions = async (bot: BotView, query = '?mode=view') => {
  const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}${query}` });
  await showVersions();
  return page;
};

/** The menu closes when the page is rendered again: then it is opened again. */
const choose = (version: number, item: string) =>
  waitFor(async () => {
    const isOpen = screen.queryByRole('menuitem', { name: item }) !== null;
    if (!isOpen) await clickWhenEnabled(`Actions for version ${version}`);
    // In one event: between press and release the menu could close, and the click be lost.
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  });

const select = async (version: number) =>
  userEvent.click(
    within(await panel()).getByRole('checkbox', { name: `Select version ${version}` }),
  );

const findComparison = () => screen.findByRole('dialog', { name: /^Compare version/ });

describe('the versions of a bot', () => {
  it('are listed newest first with their author and state', async () => {
    await openVersions(await createBot());
    expect(await rows()).toEqual(['3Draft', '2', '1Published']);
    expect(within(await panel()).getAllByText(`by ${product.sign_in.email}`)).toHaveLength(3);
  });

  it('are compared field by field when two are selected', async () => {
    await openVersions(await createBot());
    expect(screen.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled');
    await select(3);
    await select(1);
    await clickWhenEnabled('Compare');
    const dialog = within(await findComparison());
    expect(dialog.getByRole('heading', { level: 2 })).toHaveTextContent(
      'Compare version 1 with version 3',
    );
    const table = await dialog.findByRole('table', { name: 'Fields of wait that differ' });
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/^How long1 second300 seconds$/);
  });

  it('are compared by added and removed nodes, arrows and moved nodes', async () => {
    const bot = await createBot();
    const movedBot = await save(bot, { do: 'move', to: { end: { x: 900, y: 500 } } });
    const cut = await save(movedBot, { do: 'delete', nodes: ['wait'], edges: [] });
    await openVersions(cut);
    await choose(3, 'Compare with the draft');
    const dialog = within(await findComparison());
    await dialog.findByText('Removed');
    expect(dialog.getByText('Connections removed')).toBeVisible();
    expect(dialog.getByText('"wait" → "end"')).toBeVisible();
    expect(dialog.getByText('1 node moved.')).toBeVisible();
  });

  it('are compared in one graph whose nodes show their differences', async () => {
    const bot = await createBot();
    const updatedBot = await save(bot, {
      do: 'add',
      kind: 'http_request',
      id: 'call',
      insertPoint: { after: 'wait' },
    });
    const renamed = await save(updatedBot, { do: 'rename', id: 'wait', name: 'Wait longer' });
    const cut = await save(renamed, { do: 'delete', nodes: ['end'], edges: [] });
    await openVersions(cut);
    await choose(3, 'Compare with the draft');
    const graph = within(await screen.findByRole('region', { name: 'Graph of both versions' }));
    expect(graph.getAllByRole('group').map((node) => node.ariaLabel)).toEqual([
      'Start: start',
      'Delay: Wait longer, changed',
      'HTTP request: HTTP request, added',
      'End: end, removed',
    ]);
    const dialog = within(await findComparison());
    fireEvent.click(graph.getByRole('group', { name: /^Start/ }));
    await dialog.findByText('This node is the same in both versions.');
    expect(dialog.queryByText('Connections added')).toBeNull();
    fireEvent.click(graph.getByRole('group', { name: /^Delay/ }));
    await dialog.findByRole('table', { name: 'Fields of Wait longer that differ' });
    expect(dialog.getByText('"Wait longer" → "HTTP request"')).toBeVisible();
    await clickWhenEnabled('Show all differences');
    await dialog.findByText('Removed');
  });

  it('are compared change by change with the fields of added nodes', async () => {
    const bot = await createBot();
    const point = { after: 'wait' };
    const updatedBot = await save(bot, {
      do: 'add',
      kind: 'http_request',
      id: 'call',
      insertPoint: point,
    });
    const settings = { method: 'POST', url: 'https://api.cloud.io/', timeout_seconds: 90 };
    const posting = await save(updatedBot, { do: 'configure', id: 'call', settings });
    const cut = await save(posting, { do: 'delete', nodes: ['end'], edges: [] });
    await openVersions(cut);
    await choose(3, 'Compare with the draft');
    const dialog = within(await findComparison());
    await dialog.findByText('2 changes');
    await clickWhenEnabled('Next change');
    await dialog.findByText('1 of 2 changes');
    const added = await dialog.findByRole('table', { name: 'Fields of HTTP request' });
    expect(within(added).getByRole('row', { name: 'Method POST' })).toBeVisible();
    expect(within(added).queryByText('Body')).toBeNull();
    expect(within(added).queryByText('Before')).toBeNull();
    fireEvent.keyDown(dialog.getByRole('group', { name: /^HTTP request/ }), { key: 'n' });
    await dialog.findByText('2 of 2 changes');
    expect(dialog.queryByRole('table', { name: 'Fields of HTTP request' })).toBeNull();
    await clickWhenEnabled('Next change');
    await dialog.findByText('1 of 2 changes');
    await clickWhenEnabled('Previous change');
    await dialog.findByText('2 of 2 changes');
  });

  it('are reported as the same when only positions differ', async () => {
    const bot = await createBot();
    const movedBot = await save(bot, { do: 'move', to: { end: { x: 900, y: 500 } } });
    await openVersions(movedBot);
    await choose(3, 'Compare with the draft');
    await within(await findComparison()).findByText('Both versions are the same.');
  });

  it('are restored as a new draft, which is shown at once', async () => {
    const bot = await createBot();
    await openVersions(bot, '');
    await choose(1, 'Restore as new draft');
    await screen.findByText('Version 1 is the draft again, as version 4.');
    await waitFor(async () => expect((await rows())[0]).toBe('4Draft'));
    expect(secondsIn(await readBot(bot))).toBe(1);
    fireEvent.click(screen.getByRole('group', { name: /^Delay: wait/ }));
    expect(await screen.findByLabelText(/^How long/)).toHaveValue('1');
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('are not restored over a version saved meanwhile until it is shown', async () => {
    const bot = await createBot();
    const page = await openVersions(bot);
    await save(bot, configureWait(4000));
    await choose(1, 'Restore as new draft');
    await screen.findByText('The version was not restored.');
    expect(screen.getByText(/^Somebody saved this bot after you opened it/)).toBeVisible();
    await waitFor(async () => expect((await rows())[0]).toBe('4Draft'));
    // The bot is fetched again with its versions, and then rendered with what was open in it.
    await waitFor(() => expect(page.queries.isFetching()).toBe(0));
    await choose(1, 'Restore as new draft');
    await screen.findByText('Version 1 is the draft again, as version 5.');
  });

  it('are reported and compared when another user saves during an edit', async () => {
    const bot = await createBot();
    const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    await screen.findByRole('heading', { name: new RegExp(bot.name) });
    await save(bot, configureWait(4000));
    await page.queries.invalidateQueries();
    await screen.findByText(/saved version 4 at/);
    await clickWhenEnabled('Compare');
    await screen.findByText('wait: changed by them');
    await clickWhenEnabled('Discard mine and reload');
    await waitFor(() => expect(screen.queryByText(/saved version 4 at/)).toBeNull());
  });

  it('are not restored over unsaved changes', async () => {
    const bot = await createBot();
    await openVersions(bot, '');
    fireEvent.click(screen.getByRole('group', { name: /^Delay: wait/ }));
    const field = await screen.findByLabelText(/^How long/);
    // Only one panel is open at a time: the node's settings replaced the versions.
    expect(screen.queryByRole('grid', { name: 'Saved versions' })).toBeNull();
    fireEvent.change(field, { target: { value: '5' } });
    await showVersions();
    await clickWhenEnabled('Actions for version 1');
    const item = await screen.findByRole('menuitem', { name: /^Restore as new draft/ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
  });

  it('are published, including older versions', async () => {
    const bot = await createBot();
    await openVersions(bot);
    await choose(2, 'Publish this version');
    await screen.findByText('What publishing does');
    await clickWhenEnabled('Publish version 2');
    await screen.findByText('Version 2 is published and the bot is enabled.');
    await waitFor(async () => expect(await rows()).toEqual(['3Draft', '2Published', '1']));
    expect((await readBot(bot)).published_version).toBe(2);
  });
});

describe('the title of a compared field', () => {
  it.each([
    ['http_request', 'settings.url', 'URL'],
    ['http_request', 'policy.retry_seconds', 'Wait before a retry'],
    ['delay', 'name', 'Name'],
    ['unheard_of', 'settings.some_thing', 'Some thing'],
  ])('uses the label of the form for %s: %s', (kind, field, title) => {
    expect(fieldTitle(kind, field)).toBe(title);
  });
});
