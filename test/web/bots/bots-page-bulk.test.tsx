import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const graph = draw('start -> end');

const scheduledGraph = applyEdit(graph, {
  do: 'configure',
  id: 'start',
  settings: { trigger_type: 'scheduled' },
});

const create = async (name: string, botGraph = graph) => {
  const { _id } = await product.api.bots.createBot({ name, graph: botGraph });
  await product.api.bots.publishBot({ bot_id: _id, version: 1 });
  return _id;
};
/** A bot whose AI agent runs this one. */
const createCallerBot = (name: string, bot_id: string) => {
  const settings = { agent_bots: [{ bot_id }] };
  const baseGraph = draw('start -> find:ai_agent -> end');
  const running = applyEdit(baseGraph, { do: 'configure', id: 'find', settings });
  return product.api.bots.createBot({ name, graph: running });
};
const disable = (bot_id: string) => product.api.bots.setBotStatus({ bot_id, status: 'disabled' });
const statusOf = async (bot_id: string) => (await product.api.bots.getBot({ bot_id })).status;

const open = async (query: string) => {
  const page = renderPage(<BotsPage />, { path: '/bots', at: `/bots?${query}` });
  await screen.findAllByRole('rowheader');
  return page;
};
const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const select = async (...names: string[]) => {
  for (const name of names) await userEvent.click(box(name));
};
const isChosen = (name: string) => (box(name) as HTMLInputElement).checked;
/** Another button with the name of a column changes its width. */
const button = (name: string | RegExp) =>
  screen.getAllByRole('button', { name })[0] ?? document.body;
const press = (name: string | RegExp) => userEvent.click(button(name));
const chooseBulkAction = async (item: string) => {
  await press('Actions');
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
/** The sentences inside the message about all of them. */
const results = () =>
  screen
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.closest('li'))
    .map(({ textContent }) => textContent);

describe('bulk actions on bots', () => {
  it('require a selected bot', async () => {
    await create('Alone');
    await open('regex=alone');
    expect(button('Actions')).toBeDisabled();
    await select('Alone');
    await screen.findByText('1 Bot, 1 selected');
    expect(button('Actions')).toBeEnabled();
  });

  it('disable the selected bots and name those already disabled', async () => {
    const ids = await Promise.all(['Off 1', 'Off 2'].map((name) => create(name)));
    await disable(ids[1] ?? '');
    const page = await open('regex=off&sort=name');
    await select('Off 1', 'Off 2');
    await chooseBulkAction('Disable');
    await screen.findByText('1 of 2 Bots disabled');
    expect(results()).toEqual(['Off 2: It is disabled already.']);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['disabled', 'disabled']);
    await page.router.navigate('/elsewhere');
    await waitFor(() => expect(screen.queryByText('1 of 2 Bots disabled')).toBeNull());
  });

  it('enable the selected bots except those without a schedule or version', async () => {
    const ready = await create('On demand work');
    await disable(ready);
    await create('On time', scheduledGraph);
    await product.api.bots.createBot({ name: 'On paper', graph });
    await open('regex=on%20&sort=name');
    await select('On demand work', 'On paper', 'On time');
    await chooseBulkAction('Enable');
    await screen.findByText('1 of 3 Bots enabled');
    expect(results()).toEqual([
      'On paper: Publish a version of this bot first; then it can be enabled.',
      'On time: Cron Expression is required to enable the bot. Its own menu asks for one.',
    ]);
    expect(await statusOf(ready)).toBe('enabled');
    await waitFor(() => expect(isChosen('On demand work')).toBe(false));
    expect([isChosen('On paper'), isChosen('On time')]).toEqual([true, true]);
  });

  it('enable a bot with the schedule that it had before', async () => {
    const bot_id = await create('Clock work', scheduledGraph);
    const schedule = { cron_expression: '0 3 * * MON-FRI', tz_info: 'Asia/Kathmandu' };
    await product.api.bots.setBotStatus({ bot_id, status: 'enabled', ...schedule });
    await disable(bot_id);
    await open('regex=clock');
    await select('Clock work');
    await chooseBulkAction('Enable');
    await waitFor(async () => expect(await statusOf(bot_id)).toBe('enabled'));
    expect(await product.api.bots.getBot({ bot_id })).toMatchObject(schedule);
  });

  it('delete the selected bots after the user types "confirm"', async () => {
    const first = await create('Old 1');
    const second = await create('Old 2');
    await createCallerBot('Asks agents', first);
    const settings = { error_bot_id: second };
    await product.api.bots.createBot({ name: 'May fail', graph, settings });
    await open('regex=old&sort=name');
    await select('Old 1', 'Old 2');
    await chooseBulkAction('Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 Bots' }));
    // The uses of each one are requested separately.
    await dialog.findByText(/run by/);
    await dialog.findByText(/error bot of/);
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Old 1, run by AI agents of Asks agents (draft only)',
      'Old 2, error bot of May fail',
    ]);
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await product.api.bots.deleteBot({ bot_id: second });
    await userEvent.type(dialog.getByLabelText('To delete them, type confirm'), 'confirm{Enter}');
    await screen.findByText('1 of 2 Bots deleted');
    expect(results()).toEqual(['Old 2: This bot does not exist, or it was deleted.']);
    await screen.findByText('No Bots Available with selected filters.');
  });

  it('show where a bot is used before it is deleted', async () => {
    const waiting = applyEdit(draw('start -> wait:delay -> end'), {
      do: 'configure',
      id: 'wait',
      settings: { seconds: 600 },
    });
    const bot_id = await create('Busy one', waiting);
    await product.api.bots.setServicePortal({ bot_id, service_portal_published: true });
    await product.api.executions.startExecution({ bot_id });
    await createCallerBot('Parent', bot_id);
    const settings = { error_bot_id: bot_id };
    await product.api.bots.createBot({ name: 'Told of', graph, settings });
    await open('regex=busy');
    await select('Busy one');
    await chooseBulkAction('Delete');
    await screen.findByText('It is an app of the service portal and will be removed from it.');
    await screen.findByText('1 run is in progress and will finish.');
    await screen.findByText(
      'AI agents of these bots run it, and will no longer be able to: Parent (draft only).',
    );
    await screen.findByText('It is the error bot of these bots and runs when they fail: Told of.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully Deleted The Bot');
  });

  it('ask the usual question when only one bot is selected', async () => {
    await create('Last one');
    await open('regex=last');
    await select('Last one');
    await chooseBulkAction('Delete');
    await screen.findByText('Are you sure you want to delete this Bot?');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Successfully Deleted The Bot');
  });
});

describe('the selection of bots', () => {
  beforeAll(() => Promise.all(['Pick 1', 'Pick 2', 'Pick 3'].map((name) => create(name))));

  it.each([
    ['another filter', () => press('On demand')],
    ['another order', () => press(/^Name/)],
  ])('is cleared by %s', async (_, change) => {
    await open('regex=pick');
    await select('Pick 1', 'Pick 2');
    await screen.findByText('3 Bots, 2 selected');
    await change();
    await screen.findByText('3 Bots');
    expect(isChosen('Pick 1')).toBe(false);
  });

  it('is cleared when the user moves to another page and back', async () => {
    await open('regex=pick&itemCount=2&sort=name');
    await select('Pick 1');
    await screen.findByText('3 Bots, 1 selected');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('checkbox', { name: 'Select Pick 3' });
    await select('Pick 3');
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await screen.findByRole('checkbox', { name: 'Select Pick 1' });
    expect(isChosen('Pick 1')).toBe(false);
  });
});
