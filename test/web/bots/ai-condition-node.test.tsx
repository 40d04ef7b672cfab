import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const { createIntegration } = product.api.integrations;
  const groups = ['Platform'];
  const values = { api_key: 'sk-canary-0123456789' };
  const models = { models: 'gpt-5-mini 0.25 2\ngpt-5', default_model: 'gpt-5' };
  const listed = { ...values, ...models };
  const anyModelValues = { ...values, default_model: 'gpt-5-mini' };
  await createIntegration({ cspName: 'openai', alias: 'Our models', groups, values: listed });
  await createIntegration({
    cspName: 'openai',
    alias: 'Any models',
    groups,
    values: anyModelValues,
  });
  await createIntegration({ cspName: 'abuseipdb', alias: 'Bad addresses', groups, values });
});
afterAll(() => product.close());

const openNode = async (name: string) => {
  const graph = draw('start -> judge:ai_condition -yes-> end');
  const bot = await product.api.bots.createBot({ name, graph });
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  const canvas = await screen.findByRole('region', { name: /^Graph of/ });
  fireEvent.click(await within(canvas).findByRole('group', { name: /^AI condition: judge/ }));
};

const selectOf = async (label: RegExp) => {
  const control = await screen.findByLabelText(label);
  return createWrapper()
    .findAllSelects()
    .find((one) => one.getElement().contains(control));
};

const choose = async (label: RegExp, option: RegExp) => {
  const select = await selectOf(label);
  act(() => select?.openDropdown());
  const found = await screen.findByRole('option', { name: option });
  const at = screen.getAllByRole('option').indexOf(found);
  act(() => select?.selectOption(at + 1));
};

describe('the form of an AI condition node', () => {
  it('lists only integrations with models and shows its required fields', async () => {
    await openNode('Judges');
    const select = await selectOf(/^Integration$/);
    act(() => select?.openDropdown());
    await screen.findByRole('option', { name: /^Our models/ });
    expect(screen.queryByRole('option', { name: /Bad addresses/ })).not.toBeInTheDocument();
    for (const name of ['Question', 'Minimum confidence']) screen.getByLabelText(name);
  });

  it('lists the models of the integration with their prices and the default', async () => {
    await openNode('Chooses');
    await screen.findByText('Choose an integration first.');
    await choose(/^Integration$/, /^Our models/);
    const select = await selectOf(/^Model$/);
    expect(select?.getElement()).toHaveTextContent('Default model (gpt-5)');
    act(() => select?.openDropdown());
    await screen.findByRole('option', { name: /^gpt-5\s*Price not given/ });
    const priced = /^gpt-5-mini\s*\$0\.25 per million input tokens, \$2 output/;
    await screen.findByRole('option', { name: priced });
    act(() => select?.selectOptionByValue('gpt-5-mini'));
    expect((await selectOf(/^Model$/))?.getElement()).toHaveTextContent('gpt-5-mini');
  });

  it('accepts any model name when the integration lists no models', async () => {
    await openNode('Names');
    await choose(/^Integration$/, /^Any models/);
    const model = await screen.findByRole('textbox', { name: 'Model' });
    fireEvent.change(model, { target: { value: 'gpt-5-nano' } });
    expect(model).toHaveValue('gpt-5-nano');
    await choose(/^Integration$/, /^Our models/);
    await screen.findByText(/^The integration does not list this model\./);
  });
});
