import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NewBot } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { handOverDraft, takeDraft } from '#web/app/draft-handover.ts';
import { NewBotPage } from '#web/pages/bots/bot.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from '../bots/graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const draft: NewBot = {
  name: 'Wait for the tide',
  description: 'Waits, and ends.',
  category: 'Reliability',
  importance: 'Low',
  graph: draw('start -> wait:delay -> end'),
};

const openNew = () => renderPage(<NewBotPage />, { path: '/bots/new' });

describe('a draft that the library hands to the editor', () => {
  it('is received once', () => {
    handOverDraft(draft);
    expect(takeDraft()).toBe(draft);
    expect(takeDraft()).toBeUndefined();
  });

  it('opens unsaved in the editor with its name and nodes', async () => {
    handOverDraft(draft);
    openNew();
    expect(await screen.findByRole('heading', { name: /Wait for the tide/ })).toBeInTheDocument();
    expect(screen.getByRole('group', { name: /Delay: wait/ })).toBeInTheDocument();
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
    expect((await product.api.bots.listBots({})).items.map(({ name }) => name)).not.toContain(
      draft.name,
    );
  });

  it('is saved as a new bot with all of its values', async () => {
    handOverDraft(draft);
    const page = openNew();
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Create bot' }));
    await waitFor(() => expect(addressOf(page)).toMatch(/^\/bots\/bot_/));
    const [bot_id = ''] = /bot_\w+/.exec(addressOf(page)) ?? [];
    expect(await product.api.bots.getBot({ bot_id })).toMatchObject(draft);
  });

  it('leaves an empty canvas for the next new bot', async () => {
    handOverDraft(draft);
    openNew().unmount();
    openNew();
    expect(await screen.findByRole('heading', { name: /New bot/ })).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: /Delay/ })).toBeNull();
  });
});
