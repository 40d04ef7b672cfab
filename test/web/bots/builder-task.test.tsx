import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { handOverTask } from '#web/app/draft-handover.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, show } from '../render.tsx';
import { draw } from './picture.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

describe('a task that is to be sent at once', () => {
  it('waits in the input where no model is connected', async () => {
    const { api } = product;
    const { _id } = await api.bots.createBot({ name: 'Explained', graph: draw('start -> end') });
    const enclosed = { what: 'failed run', text: 'data' };
    handOverTask({ text: 'Why did it fail?', bot_id: _id, enclosed, isSentAtOnce: true });
    show(<BotPage />, {
      path: '/bots/:bot_id',
      at: `/bots/${_id}?mode=edit&panel=ai-builder&ref=run`,
    });
    await screen.findByText('No model is connected');
    const input = screen.getByRole('textbox', { name: 'Message to the AI builder' });
    expect(input).toHaveValue('Why did it fail?');
    expect(screen.getByText('Attached: failed run')).toBeInTheDocument();
    expect(screen.getByRole('log', { name: 'Messages' })).toHaveTextContent(/^$/);
  });
});
