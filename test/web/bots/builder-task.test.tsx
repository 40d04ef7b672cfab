import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openScriptedModel } from '#test/support/scripted-model.ts';
import { handOverTask } from '#web/app/draft-handover.ts';
import { setPreference } from '#web/app/preferences.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { newDetails } from '#web/pages/bots/editor/document/details.ts';
import { keepDraft } from '#web/pages/bots/editor/saving/kept-draft.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;
let server: Awaited<ReturnType<typeof openScriptedModel>>;

beforeAll(async () => {
  server = await openScriptedModel(() => ({ say: 'The step was refused.' }));
  product = await openEmbedded({ OUTGOING_ALLOW: server.host });
  connectToEmbedded(product);
});
afterAll(async () => {
  await product.close();
  await server.close();
});

const { fetch } = globalThis;
let connected: string[] = [];

beforeEach(() => void server.asked.splice(0));

afterEach(async () => {
  globalThis.fetch = fetch;
  for (const accountId of connected)
    await product.api.integrations.deleteIntegration({ accountId });
  connected = [];
});

/** Called before the console receives the list of integrations. */
const beforeIntegrationList = (call: () => Promise<void>) => {
  globalThis.fetch = async (url, init) => {
    if (typeof url === 'string' && url.includes('/api/integrations')) await call();
    return fetch(url, init);
  };
};

const connect = async (alias: string, models = 'drawer 1 4') => {
  const api_url = `${server.endpoint}/v1`;
  const values = { api_url, auth_type: 'bearer', api_key: 'sk-scripted', models };
  const integration = { cspName: 'custom_model', alias, groups: ['Platform'], values };
  const { accountId } = await product.api.integrations.createIntegration(integration);
  connected.push(accountId);
  return accountId;
};

const question = 'Why did it fail?';

const handOver = (bot_id: string) => {
  const enclosed = { what: 'failed run', text: 'what happened' };
  handOverTask({ text: question, bot_id, enclosed, isSentAtOnce: true });
};

const address = (id: string) => `/bots/${id}?mode=edit&panel=ai-builder&ref=run`;
const open = (id: string) => renderPage(<BotPage />, { path: '/bots/:bot_id', at: address(id) });

let botCount = 0;
const createBot = async () => {
  botCount += 1;
  const graph = draw('start -> end');
  const { _id } = await product.api.bots.createBot({ name: `Explained ${botCount}`, graph });
  return _id;
};

const openWithTask = async () => {
  const id = await createBot();
  handOver(id);
  return { id, ...open(id) };
};

const input = () => screen.findByRole('textbox', { name: 'Message to the AI builder' });
const messages = () => screen.getByRole('log', { name: 'Messages' });
const findModelField = () => screen.findByLabelText('Model');
const findAnswer = () => screen.findByText('The step was refused.');
const sentMessagesJson = () => JSON.stringify(server.asked.map((one) => one.messages));

/** The question is in the input, and was not sent. */
const expectWaiting = async (text = question) => {
  expect(await input()).toHaveValue(text);
  expect(screen.getByText('Attached: failed run')).toBeInTheDocument();
  expect(messages()).toHaveTextContent(/^$/);
  expect(server.asked).toEqual([]);
};

describe('an AI builder task to send at once', () => {
  it('is sent to the only connected model', async () => {
    await connect('Ours');
    await openWithTask();
    await findAnswer();
    expect(messages()).toHaveTextContent(question);
    expect(await input()).toHaveValue('');
    expect(server.asked).toHaveLength(1);
    expect(sentMessagesJson()).toContain('what happened');
  });

  it('is sent to the model chosen by the user', async () => {
    await connect('Ours');
    const integration_id = await connect('Others', 'small 1 4\nlarge 2 8');
    setPreference('builder-model', { integration_id, model: 'large' });
    await openWithTask();
    await findAnswer();
    expect(server.asked.map(({ model }) => model)).toEqual(['large']);
  });

  it('waits in the input when several integrations offer models and none is chosen', async () => {
    await connect('Ours');
    await connect('Others');
    await openWithTask();
    await findModelField();
    await expectWaiting();
    await userEvent.type(await input(), '{Enter}');
    await findAnswer();
    expect(sentMessagesJson()).toContain('what happened');
  });

  it('waits when one integration offers several models and none is chosen', async () => {
    await connect('Ours', 'small 1 4\nlarge 2 8');
    await openWithTask();
    await findModelField();
    await expectWaiting();
  });

  it('waits when the chosen model is no longer offered', async () => {
    const integration_id = await connect('Ours', 'small 1 4\nlarge 2 8');
    setPreference('builder-model', { integration_id, model: 'gone' });
    await openWithTask();
    await findModelField();
    await expectWaiting();
  });

  it('waits when the chosen integration no longer exists', async () => {
    await connect('Ours');
    await connect('Others');
    setPreference('builder-model', { integration_id: crypto.randomUUID(), model: '' });
    await openWithTask();
    await findModelField();
    await expectWaiting();
  });
});

describe('an AI builder task that could not be sent', () => {
  it('is not sent when a model is connected later', async () => {
    const { id, unmount } = await openWithTask();
    await screen.findByText('No model is connected');
    await expectWaiting();
    unmount();
    await connect('Ours');
    open(id);
    await findModelField();
    await expectWaiting();
  });

  it('is not sent when the models load on a retry', async () => {
    await connect('Ours');
    let isBroken = true;
    beforeIntegrationList(async () => {
      if (isBroken) throw new TypeError('Failed to fetch');
    });
    await openWithTask();
    const retry = await screen.findByRole('button', { name: /try again|retry/i });
    isBroken = false;
    await userEvent.click(retry);
    await findModelField();
    await expectWaiting();
  });

  it('is not sent when the panel was closed while the models loaded', async () => {
    await connect('Ours');
    const { promise, resolve } = Promise.withResolvers<void>();
    beforeIntegrationList(() => promise);
    const { id, router } = await openWithTask();
    await screen.findByText('Loading models');
    await act(() => router.navigate(`/bots/${id}?mode=edit`));
    await waitFor(() => expect(screen.queryByRole('log', { name: 'Messages' })).toBeNull());
    resolve();
    await act(() => router.navigate(address(id)));
    await findModelField();
    await expectWaiting();
  });
});

describe('an AI builder task for a bot with unsaved changes', () => {
  it.each([
    ['Restore', true],
    ['Discard them', false],
  ])('is sent after the choice about the changes: %s', async (answer, isRestored) => {
    await connect('Ours');
    const id = await createBot();
    const graph = draw('start -> wait:delay -> end');
    const at = new Date().toISOString();
    keepDraft(id, 'another', { details: { ...newDetails, name: 'Kept' }, graph, at });
    handOver(id);
    open(id);
    await screen.findByRole('dialog', { name: 'Restore unsaved changes' });
    await screen.findByLabelText('Model');
    await expectWaiting();
    await userEvent.click(screen.getByRole('button', { name: answer }));
    await findAnswer();
    expect(server.asked).toHaveLength(1);
    expect(sentMessagesJson().includes('delay')).toBe(isRestored);
  });
});

describe('an AI builder task when the input already has text', () => {
  it('is put above the text and is not sent', async () => {
    await connect('Ours');
    const id = await createBot();
    const { unmount } = open(id);
    await findModelField();
    await userEvent.type(await input(), 'Wait five seconds');
    unmount();
    handOver(id);
    const secondPage = open(id);
    await findModelField();
    await expectWaiting(`${question}\nWait five seconds`);
    secondPage.unmount();
    // The same question about another run appears there once.
    handOver(id);
    open(id);
    await findModelField();
    await expectWaiting(`${question}\nWait five seconds`);
  });
});
