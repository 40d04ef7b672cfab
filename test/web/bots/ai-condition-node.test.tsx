import '@testing-library/jest-dom';
import { act, fireEvent, screen, within } from '@testing-library/react';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, show } from '../render.tsx';
import { draw } from './picture.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const { createIntegration } = product.api.integrations;
  const groups = ['Platform'];
  const values = { api_key: 'sk-canary-0123456789' };
  await createIntegration({ cspName: 'openai', alias: 'Our models', groups, values });
  await createIntegration({ cspName: 'abuseipdb', alias: 'Bad addresses', groups, values });
});
afterAll(() => product.close());

describe('a node that asks a model', () => {
  it('offers the integrations that have models, and asks for what it needs', async () => {
    const graph = draw('start -> judge:ai_condition -yes-> end');
    const bot = await product.api.bots.createBot({ name: 'Judges', graph });
    show(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    const canvas = await screen.findByRole('region', { name: /^Graph of/ });
    fireEvent.click(await within(canvas).findByRole('group', { name: /^AI condition: judge/ }));
    const label = await screen.findByLabelText(/^Integration$/);
    const select = createWrapper()
      .findAllSelects()
      .find((one) => one.getElement().contains(label));
    act(() => select?.openDropdown());
    await screen.findByRole('option', { name: /^Our models/ });
    expect(screen.queryByRole('option', { name: /Bad addresses/ })).not.toBeInTheDocument();
    for (const name of ['Question', 'Minimum confidence']) screen.getByLabelText(name);
  });
});
