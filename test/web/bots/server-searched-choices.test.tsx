import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;
const clusters: string[] = [];
const bots: string[] = [];

const makeCluster = async (alias: string) => {
  const cluster = { cspName: 'kubernetes', alias, groups: ['clusters'], values: {} };
  clusters.push((await product.api.integrations.createIntegration(cluster)).accountId);
};

const makeBot = async (name: string, graph: Graph = draw('start -> end'), settings = {}) => {
  const bot = await product.api.bots.createBot({ name, graph, settings });
  bots.push(bot._id);
  return bot;
};

/** Pages of lists have a hundred entries, newest first: the first two are on the second page. */
beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  for (const name of ['Oldest', 'Second']) {
    await makeBot(`${name} of all`);
    await makeCluster(`${name} of all`);
  }
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  await Promise.all(numbers.map((number) => makeBot(`Newer ${number}`)));
  await Promise.all(numbers.map((number) => makeCluster(`Newer ${number}`)));
}, 120_000);

afterAll(() => product.close());

const openBot = async (name: string, graph: Graph, settings = {}) => {
  const bot = await makeBot(name, graph, settings);
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name });
};

const openNode = async (name: RegExp) => {
  const canvas = await screen.findByRole('region', { name: /^Graph of/ });
  fireEvent.click(await within(canvas).findByRole('group', { name }));
};

const getSelect = (label: RegExp) => {
  const field = screen.getByLabelText(label);
  const found = createWrapper()
    .findAllSelects()
    .find((one) => one.getElement().contains(field));
  if (!found) throw new Error(`No select is labelled ${label}.`);
  return found;
};

const triggerOf = (label: RegExp) => getSelect(label).findTrigger().getElement();

/** Types into the open list of a field, and chooses the only match that the server finds. */
const choose = async (
  field: Pick<ReturnType<typeof getSelect>, 'openDropdown' | 'findFilteringInput'>,
  text: string,
) => {
  act(() => field.openDropdown());
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(50));
  expect(screen.queryByRole('option', { name: new RegExp(text) })).toBeNull();
  const filterInput =
    field.findFilteringInput() ?? field.findFilteringInput({ expandToViewport: true });
  const input = filterInput?.findNativeInput().getElement();
  if (!input) throw new Error('Nothing can be typed.');
  await userEvent.type(input, text);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(text) }));
};

describe('choosing from more than one page of bots or accounts', () => {
  it('finds an old bot as the error bot and shows the chosen bot by name', async () => {
    await openBot('Has no error bot', draw('start -> end'), { error_bot_id: bots[1] });
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change bot settings' }));
    await userEvent.click(dialog.getByRole('button', { name: /^Runs/ }));
    const label = /^Error bot/;
    await waitFor(() => expect(triggerOf(label)).toHaveTextContent('Second of all'));
    await choose(getSelect(label), 'Oldest');
    expect(triggerOf(label)).toHaveTextContent('Oldest of all');
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved as version 2');
    const saved = await product.api.bots.getBot({ bot_id: bots.at(-1) ?? '' });
    expect(saved.settings).toMatchObject({ error_bot_id: bots[0] });
  });

  it('finds an old bot for an AI agent and shows chosen bots by name', async () => {
    const find = { agent_bots: [{ bot_id: bots[1] }, { bot_id: '' }] };
    await openBot('Runs others', draw('start -> find:ai_agent -> end', { find }));
    await openNode(/^AI agent: find/);
    await screen.findAllByText('Second of all');
    const [, second] = await screen.findAllByLabelText(/^Bot$/);
    const field = createWrapper()
      .findAllSelects()
      .find((one) => second && one.getElement().contains(second));
    if (!field) throw new Error('There is no second bot.');
    await choose(field, 'Oldest');
    expect(field.findTrigger().getElement()).toHaveTextContent('Oldest of all');
    // The other one keeps its name meanwhile.
    expect(screen.getAllByText('Second of all').length).toBeGreaterThan(0);
  });

  it('finds an old account for a findings trigger and shows accounts by name', async () => {
    const start = { trigger_type: 'compliance_finding', integrations: [clusters[1]] };
    await openBot('Started by findings', draw('start -> end', { start }));
    await openNode(/^Start/);
    await screen.findByText('Second of all');
    const several = createWrapper()
      .findAllMultiselects()
      .find((one) =>
        one.findTokens().some((token) => /Second/.test(token.getElement().textContent)),
      );
    if (!several) throw new Error('No accounts can be chosen.');
    await choose(several, 'Oldest');
    const names = () => several.findTokens().map((one) => one.getElement().textContent);
    await waitFor(() => expect(names()).toEqual(['Second of all', 'Oldest of all']));
  });
});
