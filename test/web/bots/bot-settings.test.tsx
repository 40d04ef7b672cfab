import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { detailsOf, hasSameDetails } from '#web/pages/bots/editor/document/details.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const graph = draw('start -> end');
let botCount = 0;

/** The settings dialog of a new bot, with the section on runs open. */
const openSettings = async () => {
  botCount += 1;
  const [bot, errorBot] = await Promise.all(
    ['Patrol', 'Clean up'].map((name) =>
      product.api.bots.createBot({ name: `${name} ${botCount}`, graph }),
    ),
  );
  if (!bot || !errorBot) throw new Error('No bots were made.');
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
  await screen.findByRole('heading', { name: /Patrol/ });
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change bot settings' }));
  await userEvent.click(dialog.getByRole('button', { name: /^Runs/ }));
  const latest = () => product.api.bots.getBot({ bot_id: bot._id });
  return { dialog, bot, other: errorBot, latest };
};

const fill = async (label: string | RegExp, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
};

const save = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText('Unsaved changes');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
};

describe("the limits of a bot's runs", () => {
  it('are saved with the bot', async () => {
    const { other: errorBot, latest } = await openSettings();
    await fill('Deadline - optional', '30');
    await fill('Retention - optional', '7');
    await fill('Runs at once - optional', '2');
    await choose('One more than that', 'Drop');
    await choose('Error bot - optional', `Clean up ${botCount}`);
    await fill('Resources at most - optional', '50');
    await save();
    await screen.findByText('Saved as version 2');
    expect((await latest()).settings).toEqual({
      deadline_minutes: 30,
      retention_days: 7,
      concurrency: { limit: 2, when_full: 'drop' },
      error_bot_id: errorBot._id,
      allow_overlap: false,
      max_resources: { count: 50 },
    });
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('mark an invalid value and keep the dialog open', async () => {
    const { dialog } = await openSettings();
    await fill('Runs at once - optional', '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(screen.getByLabelText('Runs at once - optional')).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(screen.getByRole('dialog', { name: 'Change bot settings' })).toBeInTheDocument();
  });

  it('leave the settings unchanged while no limit is set', async () => {
    const { bot } = await openSettings();
    const details = detailsOf(bot);
    expect(hasSameDetails(details, { ...details, settings: { allow_overlap: false } })).toBe(true);
    const bounded = { ...details, settings: { allow_overlap: false, deadline_minutes: 5 } };
    expect(hasSameDetails(details, bounded)).toBe(false);
    const retainedDetails = { ...details, settings: { allow_overlap: false, retention_days: 5 } };
    expect(hasSameDetails(details, retainedDetails)).toBe(false);
  });
});

describe('a deleted error bot', () => {
  const open = async () => {
    botCount += 1;
    const errorBot = await product.api.bots.createBot({ name: `Tell ${botCount}`, graph });
    const settings = { deadline_minutes: 30, error_bot_id: errorBot._id };
    const bot = await product.api.bots.createBot({ name: `Patrol ${botCount}`, graph, settings });
    await product.api.bots.deleteBot({ bot_id: errorBot._id });
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    await screen.findByText(/^The error bot was deleted: failed runs start nothing\./);
    return { bot, latest: () => product.api.bots.getBot({ bot_id: bot._id }) };
  };

  it('shows a warning and does not prevent saving other settings', async () => {
    const { bot, latest } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bot settings' }));
    await fill('Deadline - optional', '45');
    await save();
    await screen.findByText('Saved as version 2');
    const { error_bot_id } = bot.settings ?? {};
    expect((await latest()).settings).toMatchObject({ deadline_minutes: 45, error_bot_id });
    expect(screen.getByText(/^The error bot was deleted/)).toBeInTheDocument();
  });

  it('shows an error at its setting, where the user can choose none', async () => {
    const { latest } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Bot settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change bot settings' }));
    await dialog.findByText(
      'This bot was deleted: failed runs start nothing. Choose another bot, or none.',
    );
    expect(dialog.getByRole('button', { name: /^Runs/ })).toHaveAttribute('aria-expanded', 'true');
    expect(dialog.getByRole('button', { name: /^Error bot/ })).toHaveTextContent(
      'A bot that was deleted',
    );
    await choose('Error bot - optional', 'None');
    expect(dialog.getByRole('button', { name: /^Runs/ })).toHaveAttribute('aria-expanded', 'true');
    await save();
    await screen.findByText('Saved as version 2');
    expect((await latest()).settings).not.toHaveProperty('error_bot_id');
    expect(screen.queryByText(/^The error bot was deleted/)).toBeNull();
  });
});
