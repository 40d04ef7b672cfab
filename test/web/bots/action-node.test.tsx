import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { regeneratedName } from '#web/pages/bots/editor/document/naming.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

const withActionNodeName = (graph: Graph, name: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === 'act' ? { ...node, name } : node)),
});

const open = async (name: string) => {
  const graph = withActionNodeName(draw('start -> act:rest_api_action -> end'), name);
  const bot = await product.api.bots.createBot({ name: `Acts as ${name}`, graph });
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name: new RegExp(bot.name) });
  fireEvent.click(await card(name));
  await screen.findByText('What the node runs.');
};

const canvas = () => screen.getByRole('region', { name: /^Graph of/ });
const card = (name: string) =>
  within(canvas()).findByRole('group', { name: new RegExp(`^Action: ${name}`) });

const openChoice = async () => {
  const label = await screen.findByLabelText(/^Action$/);
  const selects = createWrapper().findAllSelects();
  const select = selects.find((one) => one.getElement().contains(label));
  act(() => select?.openDropdown());
};

const choose = async (name: string) => {
  await openChoice();
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
};

describe('an Action node', () => {
  it('takes the name of the chosen action and shows it on its card', async () => {
    await open('Action');
    await choose('Stop EC2 instances');
    const found = await within(canvas()).findByRole('group', {
      name: /^Action: Stop EC2 instances/,
    });
    expect(within(found).getAllByText('Stop EC2 instances')).toHaveLength(2);
    expect(found).not.toHaveTextContent('aws: stop instances');
  });

  it('requires an action and lists the actions of a type by name', async () => {
    await open('Ordered');
    expect(await screen.findByText('Choose an action')).toBeVisible();
    await openChoice();
    const options = await screen.findAllByRole('option');
    const names = options.map(({ textContent }) => textContent ?? '');
    const ofEc2 = names.filter((name) => /^\w+ (an )?EC2 instances?/.test(name));
    expect(ofEc2.length).toBeGreaterThan(4);
    expect(ofEc2).toEqual(ofEc2.toSorted((a, b) => a.localeCompare(b)));
    expect(names).not.toContain('None');
  });

  it('keeps a name given by the user when an action is chosen', async () => {
    await open('Evening');
    await choose('Stop EC2 instances');
    const found = await within(canvas()).findByRole('group', { name: /^Action: Evening/ });
    expect(await within(found).findByText('Stop EC2 instances')).toBeVisible();
  });

  it('shows a missing parameter only at the field of that parameter', async () => {
    await open('Action 7');
    await choose('Set the size of');
    fireEvent.blur(await screen.findByLabelText('Group'));
    const error = await screen.findByText('Enter Group.');
    const field = createWrapper()
      .findAllFormFields()
      .filter((one) => one.findError()?.getElement().contains(error));
    expect(field.map((one) => one.findLabel()?.getElement().textContent)).toEqual(['Group']);
  });
});

describe('the name of a node when its action changes', () => {
  const graph = withActionNodeName(
    draw('start -> act:rest_api_action -> end', 'other:delay'),
    'Action 2',
  );
  const nodeOf = ({ nodes }: Graph) => {
    const found = nodes.find(({ id }) => id === 'act');
    if (!found) throw new Error('There is no such node.');
    return found;
  };
  const after = (name: string, before: string[], wish: string) => {
    const renamed = withActionNodeName(graph, name);
    return regeneratedName(renamed, nodeOf(renamed), { previousNames: before, desiredName: wish });
  };

  it('follows the action, with a number if another node has that name', () => {
    expect(after('Action', ['Action'], 'Tag')).toBe('Tag');
    expect(after('Action 2', ['Action'], 'Tag')).toBe('Tag');
    expect(after('Tag 3', ['Action', 'Tag'], 'other')).toBe('other 2');
    expect(after('Tag', ['Action', 'Tag'], 'Tag')).toBe('Tag');
  });

  it('stays as it is if the user chose it', () => {
    expect(after('Action of mine', ['Action'], 'Tag')).toBeUndefined();
    expect(after('Tag', ['Action', ''], 'Stop')).toBeUndefined();
  });
});
