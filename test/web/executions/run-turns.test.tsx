import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { RunPage } from '#web/pages/executions/run.tsx';
import { takeTask } from '#web/app/draft-handover.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
});
afterAll(() => product.close());

let botCount = 0;

const makeBot = async (drawing: string, settings: Parameters<typeof draw>[1]): Promise<string> => {
  botCount += 1;
  const graph = draw(drawing, settings);
  return (await product.api.bots.createBot({ name: `Turns ${botCount}`, graph }))._id;
};

const readRun = (bot_exc_id: string) => product.api.executions.getExecution({ bot_exc_id });

/** A bot that asks for an owner in each of three iterations, two of them at once. */
const startAsking = async () => {
  const bot_id = await makeBot(
    `start -> each:loop -body-> ask:user_input -next-> next:loop_end -> end
     ask -expired-> next`,
    {
      each: { loop_type: 'list', items_to_iterate: '{% $event.hosts %}', max_concurrency: 2 },
      ask: {
        message: 'Who owns {% $loop.item %}?',
        inputs: [{ id: 'owner', label: 'Owner', required: true }],
      },
    },
  );
  const input = { hosts: ['web-1', 'web-2', 'web-3'] };
  const { _id } = await product.api.executions.startExecution({ bot_id, version: 1, input });
  return eventually(
    () => readRun(_id),
    ({ waits }) => waits.filter(({ user_input_id }) => user_input_id).length === 2,
  );
};

/** A bot that fails in the second iteration of a loop inside the second one of another. */
const startFailingInside = async () => {
  const bot_id = await makeBot(
    `start -> outer:loop -body-> inner:loop -body-> read:http_request -> next:loop_end
     next -> last:loop_end -> end`,
    {
      outer: { loop_type: 'list', items_to_iterate: '{% $event.hosts %}' },
      inner: { loop_type: 'list', items_to_iterate: '{% $loop.item %}' },
      read: { url: '{% $loop.item %}' },
    },
  );
  const validUrl = `${product.url}/`;
  const input = {
    hosts: [
      [validUrl, validUrl],
      [validUrl, 'nonsense'],
    ],
  };
  const { _id } = await product.api.executions.startExecution({ bot_id, version: 1, input });
  return eventually(
    () => readRun(_id),
    ({ state }) => state === 'FAILED',
  );
};

const emptyBot = { name: 'Looked at', graph: draw('start -> end') };

/** A bot whose check fails until a bot that it looks at has a second version. */
const startFailing = async (looked_at = product.sample.bot_id) => {
  const headers = [{ name: 'authorization', value: product.api_key }];
  const bot_id = await makeBot(
    'start -> each:loop -body-> work:condition -yes-> next:loop_end -> check:http_request -> end',
    {
      each: { loop_type: 'count', count: 2 },
      check: { url: `${product.url}/api/bots/${looked_at}?version=2`, headers },
    },
  );
  const { _id } = await product.api.executions.startExecution({ bot_id, version: 1 });
  return eventually(
    () => readRun(_id),
    ({ state }) => state === 'FAILED',
  );
};

const openRun = async ({ bot_id, _id }: { bot_id: string; _id: string }, query = '') => {
  const path = '/bots/:bot_id/executions/:bot_exc_id';
  const page = renderPage(<RunPage />, { path, at: `/bots/${bot_id}/executions/${_id}${query}` });
  await screen.findByRole('region', { name: /^Graph of/ });
  return page;
};

const node = (name: string) => screen.getByRole('group', { name: new RegExp(name) });
const pane = () => within(screen.getByRole('complementary', { name: 'Result' }));
const confirmDialog = async (title: string, name = title) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.click(dialog.getByRole('button', { name }));
};

describe('a run with a loop', () => {
  it('shows the chosen iteration, by default the first, and its address', async () => {
    const page = await openRun(await startAsking());
    await waitFor(() => node('ask, Waiting for input'));
    expect(node('each, In progress, iteration 1/3')).toBeInTheDocument();
    fireEvent.click(node('User input: ask'));
    await screen.findByText('Who owns web-1?');
    await clickWhenEnabled('Next iteration of each');
    await screen.findByText('Who owns web-2?');
    expect(addressOf(page)).toMatch(/[?]node=ask&turns=each[.]2$/);
    await clickWhenEnabled('Next iteration of each');
    await waitFor(() => expect(node('ask$')).toBeInTheDocument());
    expect(pane().getByText('The run has not reached this node here.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next iteration of each' })).toBeDisabled();
  });

  it('opens at the iteration in the address and shows its item', async () => {
    await openRun(await startAsking(), '?node=each&turns=each.2');
    expect(await screen.findByText('2 of 3')).toBeInTheDocument();
    await screen.findByText('"web-2"');
    expect(node('each, In progress, iteration 2/3')).toBeInTheDocument();
  });

  it('lists its iterations with their states', async () => {
    const { wrapper } = await openRun(await startAsking(), '?node=each');
    await screen.findByText('1 of 3');
    const select = wrapper.findSelect();
    await userEvent.click(screen.getByRole('button', { name: /^Iteration of each/ }));
    await waitFor(() => {
      const options = select?.findDropdown({ expandToViewport: true }).findOptions() ?? [];
      const texts = options.map((option) => option.getElement().textContent);
      expect(texts.slice(0, 2)).toEqual([
        'Iteration 1Waiting for input',
        'Iteration 2Waiting for input',
      ]);
    });
  });

  it('accepts an answer in the chosen iteration and continues', async () => {
    const run = await startAsking();
    await openRun(run, '?turns=each.2');
    fireEvent.click(await screen.findByRole('group', { name: /ask, Waiting for input/ }));
    await screen.findByText('Who owns web-2?');
    fireEvent.change(screen.getByLabelText('Owner'), { target: { value: 'Ada' } });
    await clickWhenEnabled('Submit');
    await screen.findByText('User input submitted');
    const lane = 'each.000001';
    const lanes = await eventually(
      () => product.api.executions.listLanes({ bot_exc_id: run._id, node_id: 'each', index: 1 }),
      ({ items }) => items[0]?.state === 'SUCCEEDED',
    );
    expect(lanes.items[0]).toMatchObject({ lane, results: { ask: { handle: 'next' } } });
    await clickWhenEnabled('Refresh run');
    await clickWhenEnabled('Next iteration of each');
    await screen.findByText('Who owns web-3?');
    await clickWhenEnabled('Previous iteration of each');
    await waitFor(() => node('ask, Succeeded'));
  });

  it('opens its user input when the address has the mode "execute"', async () => {
    await openRun(await startAsking(), '?mode=execute');
    await screen.findByText(/^Who owns web-[12][?]$/);
    fireEvent.keyDown(node('User input: ask'), { key: 'Escape' });
    await screen.findByRole('heading', { name: 'Steps' });
    await clickWhenEnabled('each, iteration 2');
    await screen.findByText('Who owns web-2?');
  });
});

describe('a run that failed', () => {
  it('can be resumed where it failed, with earlier results marked as reused', async () => {
    const { _id: bot_id } = await product.api.bots.createBot(emptyBot);
    const run = await startFailing(bot_id);
    const page = await openRun(run);
    await waitFor(() => node('check, Failed'));
    await product.api.bots.updateBot({ ...emptyBot, bot_id, importance: 'Low', base_version: 1 });
    await clickWhenEnabled('Resume');
    await confirmDialog('Resume run');
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    await waitFor(() => node('each, Succeeded, 2 iterations'));
    await waitFor(() => node('check, Succeeded$'));
    fireEvent.click(node('start, Succeeded, reused'));
    await screen.findByText('The run that this one resumes');
  });

  it('can be run again from a node that it reached', async () => {
    const run = await startFailing();
    const page = await openRun(run, '?node=each');
    await clickWhenEnabled('Run from here');
    const dialog = within(await screen.findByRole('dialog', { name: 'Run from here' }));
    expect(dialog.getByText(/begins at each/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Run from here' }));
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    await screen.findByText('Runs from a node on', { exact: false });
    const [newRun] = (await product.api.executions.listExecutions({ bot_id: run.bot_id })).items;
    expect(newRun).toMatchObject({ options: { resumed_from: run._id, from: 'each' } });
  });

  it('can repeat a single iteration of a loop', async () => {
    const run = await startFailing();
    const page = await openRun(run, '?node=each&turns=each.2');
    await clickWhenEnabled('Run this iteration again');
    await confirmDialog('Run this iteration again');
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    const [newRun] = (await product.api.executions.listExecutions({ bot_id: run.bot_id })).items;
    expect(newRun).toMatchObject({
      options: { resumed_from: run._id, only: { node_id: 'each', index: 1 } },
    });
    await waitFor(() => node('each, Succeeded, iteration 2/2'));
  });

  it('shows why a run cannot begin at a node', async () => {
    await openRun(await startFailing(), '?node=end');
    const button = await screen.findByRole('button', { name: 'Run from here' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.hover(button);
    expect(await screen.findAllByText(/^The run itself did not reach "end"/)).not.toEqual([]);
  });
});

describe('restarting or explaining a run', () => {
  const choose = async (menu: string, item: RegExp) => {
    await clickWhenEnabled(menu);
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const lastOf = async (bot_id: string) =>
    (await product.api.executions.listExecutions({ bot_id })).items[0];

  it('aborts the run and starts a new one without cache and with its input', async () => {
    const run = await startAsking();
    const page = await openRun(run);
    await choose('More ways to abort', /^Abort and Clear Cache/);
    await confirmDialog('Abort and Clear Cache', 'Abort and start anew');
    await screen.findByText('Bot execution successfully aborted.');
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    expect((await readRun(run._id)).state).toBe('CANCELLED');
    const anew = await readRun((await lastOf(run.bot_id))?._id ?? '');
    expect(anew).toMatchObject({ input: run.input, options: { caching_settings: false } });
    await screen.findByText('Without cache');
  });

  it('opens the failed step in the iterations of nested loops', async () => {
    const run = await startFailingInside();
    const page = await openRun(run);
    await clickWhenEnabled('Show the failed step');
    await waitFor(() => expect(addressOf(page)).toContain('node=read'));
    expect(decodeURIComponent(addressOf(page))).toContain('turns=outer.2,inner.2');
    expect((await screen.findAllByText(/nonsense/)).length).toBeGreaterThan(0);
  });

  it('hands the failed step and its iterations to the AI builder', async () => {
    const run = await startFailingInside();
    const page = await openRun(run);
    await clickWhenEnabled('Explain this run');
    const { bot_id } = run;
    await waitFor(() =>
      expect(addressOf(page)).toBe(`/bots/${bot_id}?mode=edit&panel=ai-builder&ref=run`),
    );
    const taskData = JSON.parse(takeTask(bot_id)?.enclosed.text ?? '{}');
    expect(taskData.failed_step).toMatchObject({
      name: 'read',
      in_branch_or_iteration: 'outer, iteration 2, inner, iteration 2',
    });
    expect(taskData.failed_step.error).toContain('The address is not a valid URL.');
    expect(taskData.failed_step.settings_with_values).toContain('nonsense');
    // It is handed over once, and only to the editor of this bot.
    expect(takeTask(bot_id)).toBeUndefined();
  });

  it('starts a dry run that stays a dry run when run again', async () => {
    const run = await startAsking();
    const page = await openRun(run);
    await choose('More ways to run again', /^Dry run again/);
    await waitFor(() => expect(addressOf(page)).not.toContain(run._id));
    const dry = await lastOf(run.bot_id);
    expect(dry).toMatchObject({ options: { dry_run: true } });
    await screen.findByText('Dry run');
    await screen.findByText('This dry run changed nothing and sent nothing');
    // Another press so soon after the first counts as its second click.
    const pressAgain = async () => {
      await clickWhenEnabled('Run again');
      expect(addressOf(page)).not.toContain(dry?._id);
    };
    await waitFor(pressAgain, { interval: 400 });
    const newRun = await lastOf(run.bot_id);
    expect(newRun).toMatchObject({ options: { dry_run: true } });
    expect(newRun?._id).not.toBe(dry?._id);
  });
});
