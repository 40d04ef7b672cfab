import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import type { BotView } from '#lib/domain/bots/bot.schema.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { dollarText } from '#web/components/dollars.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { ViewHeader } from '#web/pages/bots/view/view-header.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});

afterAll(() => product.close());

const graph = applyEdit(draw('start -> end'), {
  do: 'configure',
  id: 'start',
  settings: { trigger_type: 'scheduled' },
});
let botCount = 0;

/** A bot with a schedule as trigger, published by default, so that its schedule is active. */
const createBot = async (isPublished = true): Promise<BotView> => {
  botCount += 1;
  const bot = await product.api.bots.createBot({ name: `Sweep ${botCount}`, graph });
  if (!isPublished) return bot;
  return product.api.bots.publishBot({ bot_id: bot._id, version: 1 });
};

const readBot = ({ _id }: BotView) => product.api.bots.getBot({ bot_id: _id });

const runToEnd = async ({ _id: bot_id }: BotView): Promise<void> => {
  const { _id: bot_exc_id } = await product.api.executions.startExecution({ bot_id });
  await waitFor(async () => {
    const { state } = await product.api.executions.getExecution({ bot_exc_id });
    expect(state).toBe('SUCCEEDED');
  });
};

const openList = () => renderPage(<BotsPage />, { path: '/bots', at: '/bots?eventType=scheduled' });
const openBot = ({ _id }: BotView, query = '?mode=view') =>
  renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${_id}${query}` });

const dialog = () => screen.findByRole('dialog', { name: /[Ss]chedule/ });
const cron = async () => within(await dialog()).findByLabelText('Cron expression');
const scheduleButton = async () => within(await dialog()).getByRole('button', { name: 'Schedule' });
const listedRunTimes = async () =>
  within(await dialog())
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('time')?.dateTime ?? '');
const enter = async (expression: string) =>
  fireEvent.change(await cron(), { target: { value: expression } });

const chooseInMenu = async (button: string, item: string) => {
  await clickWhenEnabled(button);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the schedule dialog', () => {
  it('opens when a scheduled bot is enabled, with default cron and next runs', async () => {
    const bot = await createBot();
    openList();
    await chooseInMenu(`Actions for ${bot.name}`, 'Enable');
    expect(await cron()).toHaveValue('5 * * * *');
    expect(within(await dialog()).getByText(/^Every hour at minute 5\./)).toBeVisible();
    // A new hour may begin between the two.
    await waitFor(async () => {
      const input = { cron_expression: '5 * * * *' };
      const { next_runs } = await product.api.bots.previewSchedule(input);
      expect(await listedRunTimes()).toEqual(next_runs);
    });
  });

  it('enables the bot and confirms its schedule', async () => {
    const bot = await createBot();
    openList();
    await chooseInMenu(`Actions for ${bot.name}`, 'Enable');
    await enter('30  6 * * MON-FRI');
    await userEvent.click(await scheduleButton());
    await screen.findByText('Bot enabled successfully');
    expect(screen.getByText(`${bot.name} will run periodically 30 6 * * MON-FRI`)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await readBot(bot)).toMatchObject({
      status: 'enabled',
      cron_expression: '30 6 * * MON-FRI',
      tz_info: 'UTC',
    });
  });

  it('opens with the schedule that the bot had before it was disabled', async () => {
    const bot = await createBot();
    const schedule = { cron_expression: '0 3 * * MON-FRI', tz_info: 'Asia/Kathmandu' };
    await product.api.bots.setBotStatus({ bot_id: bot._id, status: 'enabled', ...schedule });
    await product.api.bots.setBotStatus({ bot_id: bot._id, status: 'disabled' });
    openBot(bot);
    await clickWhenEnabled('Enable');
    expect(await cron()).toHaveValue('0 3 * * MON-FRI');
    expect(within(await dialog()).getByText(/The one it had last is filled in\.$/)).toBeVisible();
    await userEvent.click(await scheduleButton());
    await screen.findByText('Bot enabled successfully');
    expect(await readBot(bot)).toMatchObject(schedule);
  });

  it.each([
    ['', 'Cron Expression is required to enable the bot'],
    ['61 * * * *', "The minute '61' is not a number from 0 to 59."],
    ['5 * * *', /five fields.*this has 4\.$/],
  ])('refuses %j at its field and disables the Schedule button', async (expression, sentence) => {
    openBot(await createBot());
    await clickWhenEnabled('Enable');
    await enter(expression);
    expect(within(await dialog()).getByText(sentence)).toBeVisible();
    expect(await scheduleButton()).toBeDisabled();
    expect(await listedRunTimes()).toEqual([]);
    await enter('0 0 * * *');
    expect(await scheduleButton()).toBeEnabled();
    expect(await listedRunTimes()).toHaveLength(5);
  });

  it('uses the chosen time zone for the expression', async () => {
    const bot = await createBot();
    openBot(bot);
    await clickWhenEnabled('Enable');
    await enter('0 9 1 7 *');
    const select = createWrapper(await dialog()).findSelect();
    act(() => select?.openDropdown());
    act(() => select?.findFilteringInput()?.setInputValue('berlin'));
    act(() => select?.selectOptionByValue('Europe/Berlin'));
    expect((await listedRunTimes())[0]).toMatch(/-07-01T07:00:00.000Z$/);
    expect(within(await dialog()).getAllByText(/-07-01 09:00$/)).toHaveLength(5);
    await userEvent.click(await scheduleButton());
    await screen.findByText('Bot enabled successfully');
    expect(await readBot(bot)).toMatchObject({ tz_info: 'Europe/Berlin' });
  });

  it('stays open with the entered expression when the server refuses', async () => {
    const bot = await createBot();
    openBot(bot);
    await clickWhenEnabled('Enable');
    await enter('0 9 * * *');
    await product.api.bots.deleteBot({ bot_id: bot._id });
    await userEvent.click(await scheduleButton());
    await within(await dialog()).findByText('Error. An error occurred while enabling the bot.');
    expect(await cron()).toHaveValue('0 9 * * *');
  });

  it('shows the cost of a run and updates the monthly cost while typing', async () => {
    openBot(await createBot());
    await clickWhenEnabled('Enable');
    const content = within(await dialog());
    await content.findByText('Cost of a run on AWS');
    expect(content.getByText(/^About \$[\d.]+ a month, for 731 runs\.$/)).toBeVisible();
    await enter('30 6 * * *');
    expect(content.getByText(/^About \$[\d.]+ a month, for 30 runs\.$/)).toBeVisible();
    await enter('0 0 1 1 *');
    expect(content.getByText(/^About \$[\d.]+ a year, for 1 run\.$/)).toBeVisible();
    await enter('61 * * * *');
    expect(content.queryByText(/a (month|year), for/)).toBeNull();
    expect(
      content.getByText(/^At most about \$[\d.]+ a run; \$[\d.]+ for 1,000 runs\.$/),
    ).toBeVisible();
  });

  it('shows the cost of the last runs and a month at their median', async () => {
    const bot = await createBot();
    for (let times = 0; times < 3; times += 1) await runToEnd(bot);
    openBot(bot);
    await clickWhenEnabled('Enable');
    const content = within(await dialog());
    const text = await content.findByText(/, based on the last 3 runs \(highest \$/);
    const { costs } = await product.api.bots.getBotCost({ bot_id: bot._id });
    const [median = 0, highest = 0] = [costs?.median.total, costs?.highest.total];
    expect(text.textContent).toMatch(
      `About ${dollarText(median)}, based on the last 3 runs (highest ${dollarText(highest)}); `,
    );
    expect(content.getByText(`About ${dollarText(median * 1000)} for 1,000 runs.`)).toBeTruthy();
    const month = / a month, for 731 runs\.$/;
    const runsInAMonth = (365.25 / 12) * 24;
    expect(content.getByText(month)).toHaveTextContent(
      `About ${dollarText(median * runsInAMonth)} a`,
    );
    await userEvent.click(content.getByRole('button', { name: 'Cost breakdown' }));
    expect(
      content.getByText(/^The costs of the median run among the last 3 ended runs, of version 1,/),
    ).toBeTruthy();
  });

  it('opens from the editor panel, which shows when the bot runs', async () => {
    const bot = await createBot();
    openBot(bot, '');
    await screen.findByText('The bot is disabled. Nothing starts it until it is scheduled.');
    await clickWhenEnabled('Schedule bot');
    await userEvent.click(await scheduleButton());
    await screen.findByText(/Cron 5 \* \* \* \*, UTC$/);
    expect(screen.getByText(/^Next run/)).toBeVisible();
    await clickWhenEnabled('Change schedule');
    expect(await cron()).toHaveValue('5 * * * *');
  });

  it('is not offered for a draft, whose editor asks for publishing first', async () => {
    openBot(await createBot(false), '');
    await screen.findByText(/^Save and publish the bot: after publishing you choose when it runs/);
    expect(screen.queryByRole('button', { name: 'Schedule bot' })).toBeNull();
  });

  it('opens after publishing, which does not enable an unscheduled bot', async () => {
    const bot = await createBot(false);
    openBot(bot, '');
    await clickWhenEnabled('Publish');
    await screen.findByText('What publishing does');
    await clickWhenEnabled('Publish and schedule');
    await screen.findByText('Version 1 is published. Schedule the bot to enable it.');
    await userEvent.click(await scheduleButton());
    await screen.findByText('Bot enabled successfully');
    expect((await readBot(bot)).status).toBe('enabled');
  });
});

describe('an enabled bot with a schedule', () => {
  const enabled = async () => {
    const bot = await createBot();
    await product.api.bots.setBotStatus({
      bot_id: bot._id,
      status: 'enabled',
      cron_expression: '0 3 * * *',
    });
    return readBot(bot);
  };

  it('shows when it runs', async () => {
    openBot(await enabled());
    await screen.findByText('At 03:00 every day. Cron 0 3 * * *, UTC');
    expect(screen.getByText(/^Next run/)).toHaveTextContent(/03:00:00 UTC/);
  });

  it('shows its schedule in the list when those columns are chosen', async () => {
    const bot = await enabled();
    const columns = ['name', 'cron', 'run_at'].map((id) => ({ id, visible: true }));
    localStorage.setItem('cloudwarden::table-bots', JSON.stringify({ pageSize: 100, columns }));
    openList();
    const name = await screen.findByRole('rowheader', { name: bot.name });
    expect(name.closest('tr')).toHaveTextContent(/0 3 \* \* \* \(UTC\).* 03:00:00 UTC/);
  });

  it('can get a new schedule without being disabled', async () => {
    const bot = await enabled();
    openBot(bot);
    await chooseInMenu('Actions', 'Change schedule');
    expect(await cron()).toHaveValue('0 3 * * *');
    await enter('0 4 * * *');
    await userEvent.click(await scheduleButton());
    await screen.findByText('At 04:00 every day. Cron 0 4 * * *, UTC');
    expect(await readBot(bot)).toMatchObject({ status: 'enabled', cron_expression: '0 4 * * *' });
  });

  it('is disabled at once and loses its schedule', async () => {
    const bot = await enabled();
    openBot(bot);
    await clickWhenEnabled('Disable');
    await screen.findByText(`${bot.name} Disabled successfully`);
    await waitFor(() => expect(screen.queryByText(/^Next run/)).toBeNull());
    expect((await readBot(bot)).cron_expression).toBeUndefined();
  });

  it.each([
    [
      { skipped: 'The previous run of the schedule was still under way.' },
      /Skipped Run of 2026-03-01 03:00:00 UTC: The previous run of .* was still under way\./,
    ],
    [{ bot_exc_id: 'exc_1' }, /Run of 2026-03-01 03:00:00 UTC/],
  ])('shows the result of the last scheduled time: %j', async (result, text) => {
    const bot = { ...(await enabled()), last_tick: { at: '2026-03-01T03:00:00Z', ...result } };
    const acts = { onAct() {}, isStarting: false, isChangingStatus: false };
    renderPage(<ViewHeader bot={bot} acts={acts} onVersions={() => {}} />);
    await waitFor(() => expect(document.body).toHaveTextContent(text));
  });
});
