// A model draws a bot on a copy of the draft; a user applies or discards the change.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import {
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  readCopiedText,
  resizeAndWait,
  unrouteAll,
} from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { type ModelRequest, openScriptedModel, type Script } from '#test/support/scripted-model.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { inspectPage, narrow, wide } from './support/inspect-page.ts';

let product: Embedded;
let model: Awaited<ReturnType<typeof openScriptedModel>>;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

const aws = { type: 'aws', id: sampleId('aws-production') };

type Step = [tool: string, args: object][] | string;

/** Replays recorded steps, starting anew for each message of a user. */
const replaySteps =
  (steps: readonly Step[]): Script =>
  ({ messages }) => {
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const at = messages.slice(last).filter(({ role }) => role === 'assistant').length;
    const step = steps[at] ?? 'Done.';
    if (typeof step === 'string') return { say: step };
    return { call: step.map(([name, args]) => ({ name, args })) };
  };

const drawingSteps = (listener_id: string): Step[] => [
  [
    ['find_listeners', { name: 'Sample' }],
    ['find_integrations', { type: 'aws' }],
    ['find_actions', { name: 'stop instances', integration_type: 'aws' }],
  ],
  [
    ['set_settings', { node: 'Start', settings: { trigger_type: 'event_driven', listener_id } }],
    [
      'add_node',
      {
        kind: 'condition',
        name: 'Is it severe?',
        after: 'Start',
        settings: { expression: "{% $event.severity = 'HIGH' %}" },
      },
    ],
    [
      'add_node',
      {
        kind: 'approval',
        name: 'Ask',
        after: 'Is it severe?',
        way: 'yes',
        settings: { approvers: ['ops@example.com'], message: 'Stop the instance?' },
      },
    ],
    [
      'add_node',
      {
        kind: 'rest_api_action',
        name: 'Stop it',
        after: 'Ask',
        way: 'approved',
        settings: {
          action: 'aws.stop_instances',
          integration: aws,
          parameters: { instances: '{% [$event.instance] %}' },
        },
      },
    ],
  ],
  [['check', {}]],
  [
    ['add_node', { kind: 'end', name: 'Done', after: 'Stop it' }],
    ['connect', { from: 'Ask', way: 'rejected', to: 'Done' }],
    ['connect', { from: 'Is it severe?', way: 'no', to: 'Done' }],
  ],
  [['check', {}]],
  'A severe event asks **ops@example.com**, and the instance is stopped once they approve.',
];

let recorded: readonly Step[];

beforeAll(async () => {
  [model, browser] = await Promise.all([
    openScriptedModel(() => ({ say: 'Done.' })),
    openBrowser(),
  ]);
  product = await openEmbedded({ OUTGOING_ALLOW: model.host });
  await product.api.inventory.addSampleEstate({});
  const { items } = await product.api.listeners.listListeners({ number_of_items: 1 });
  recorded = drawingSteps(items[0]?._id ?? '');
  window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(async () => {
  await unrouteAll(page);
  expect(complaints().filter((one) => !one.includes('Failed to load resource'))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await model.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const canvas = () => page.getByRole('region', { name: /^Graph of / });
const node = (label: string | RegExp) => canvas().getByRole('group', { name: label });
const input = () => page.getByRole('textbox', { name: 'Message to the AI builder' });
const textOnPage = (text: string | RegExp) => page.getByText(text).first();

const open = async (route: string) => {
  await page.goto('about:blank');
  await resizeAndWait(page, wide);
  await page.goto(`/app#/${route}`);
};

const write = async (text: string) => {
  await input().fill(text);
  await page.keyboard.press('Enter');
};

const sentence =
  'When the sample listener gets a severe event, ask ops@example.com, then stop the instance.';

const isInViewport = async (part: Locator): Promise<boolean> => {
  const box = await part.boundingBox();
  const { height = 0 } = page.viewportSize() ?? {};
  return box !== null && box.y >= 0 && box.y + box.height <= height;
};

/** A bot with one request between its start and its end. */
const requestGraph = (name: string, settings: Record<string, unknown>) => {
  const graph = draw('start -> get:http_request -> end', { get: settings });
  const nodes = graph.nodes.map((one) => (one.id === 'get' ? { ...one, name } : one));
  return { ...graph, nodes };
};

describe('the AI builder without a model', () => {
  it('explains how to connect a model', async () => {
    await open('bots/new');
    await button('AI builder').click();
    await textOnPage('No model is connected').waitFor();
    expect(page.url()).toContain('panel=ai-builder');
    expect(await input().isDisabled()).toBe(true);
    await inspectPage(page, 'builder-no-model');
    expect(await page.getByRole('link', { name: 'Connect a model' }).getAttribute('href')).toBe(
      '#/integrations?category=AI',
    );
  });
});

describe('the AI builder with a model', () => {
  beforeAll(async () => {
    const values = {
      api_url: `${model.endpoint}/v1`,
      auth_type: 'bearer',
      api_key: 'sk-scripted',
      models: 'drawer 1 4',
    };
    const integration = {
      cspName: 'custom_model',
      alias: 'Our model',
      groups: ['Platform'],
      values,
    };
    await product.api.integrations.createIntegration(integration);
  });

  beforeEach(() => model.script(replaySteps(recorded)));

  it('draws a bot from a sentence, shows the differences, applies them as one act', async () => {
    await open('bots/new?panel=ai-builder');
    await textOnPage('Describe in your own words').waitFor();
    await inspectPage(page, 'builder-empty');
    await write(sentence);
    await textOnPage('4 nodes added').waitFor();
    await textOnPage('and the instance is stopped once they approve').waitFor();
    await textOnPage(/^6 steps · [\d,]+ tokens · \$/).waitFor();
    for (const name of ['Is it severe?', 'Ask', 'Stop it', 'Done']) {
      await node(new RegExp(`: ${name.replace('?', '\\?')}.*added`, 'i')).waitFor();
    }
    const askFields = page.getByRole('table', { name: 'Fields of Ask', exact: true });
    await askFields.getByRole('row', { name: 'Approvers ops@example.com' }).waitFor();
    expect(await askFields.getByText('Expires after').count()).toBe(0);
    const fields = (name: string) => page.getByRole('table', { name, exact: true });
    await fields('Fields of Start that differ')
      .getByText(/^Sample/)
      .waitFor();
    await fields('Fields of Stop it').getByText('Stop EC2 instances', { exact: true }).waitFor();
    await inspectPage(page, 'builder-proposal');
    await button('Apply').first().click();
    await textOnPage('You applied the change.').waitFor();
    await node('Condition: Is it severe?').waitFor();
    expect(await canvas().getByRole('group').count()).toBe(5);
    await button('Validate').click();
    await textOnPage('No issues: this graph can run.').waitFor();
    await button('Undo').click();
    await expectEventually(() => canvas().getByRole('group').count(), 1);
    await button('Redo').click();
    await expectEventually(() => canvas().getByRole('group').count(), 5);
    // No unsaved change is left.
    await button('Undo').click();
    await expectEventually(() => canvas().getByRole('group').count(), 1);
  });

  it('offers to undo an applied change until the draft is changed otherwise', async () => {
    const undo = () => button('Undo the change');
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await button('Apply').first().click();
    await undo().waitFor();
    // Selecting or restoring a node closes the panel.
    await node('Condition: Is it severe?').click();
    await page.keyboard.press('Delete');
    await button('AI builder').click();
    await textOnPage('You applied the change.').waitFor();
    expect(await undo().count()).toBe(0);
    await button('Undo').click();
    await expectEventually(() => canvas().getByRole('group').count(), 5);
    await undo().waitFor({ state: 'detached' });
    await button('AI builder').click();
    await undo().click();
    await expectEventually(() => canvas().getByRole('group').count(), 1);
    expect(await undo().count()).toBe(0);
  });

  it('discards a change and tells the model that it was discarded', async () => {
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await button('Discard').first().click();
    await textOnPage('You discarded the change.').waitFor();
    expect(await canvas().getByRole('group').count()).toBe(1);
    model.script(replaySteps(['What would you rather have?']));
    await write('Something smaller.');
    await textOnPage('What would you rather have?').waitFor();
    const last = model.asked.at(-1)?.messages.at(-1)?.text ?? '';
    expect(last).toContain('The person has discarded your change');
    expect(last).toContain('Something smaller.');
    expect(await button('Apply').count()).toBe(0);
  });

  it('refines a change before it is applied, still as one act', async () => {
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await textOnPage('4 nodes added').waitFor();
    model.script(
      replaySteps([
        [['add_node', { kind: 'delay', name: 'Wait', after: 'Stop it', settings: {} }]],
        'It waits now.',
      ]),
    );
    await write('Wait after it is stopped.');
    await textOnPage('5 nodes added').waitFor();
    const [first] = model.asked.filter(({ messages }) =>
      messages.at(-1)?.text.includes('Wait after it is stopped.'),
    );
    const prompt = first?.messages.at(-1)?.text ?? '';
    expect(prompt).toContain('wants it different: continue from it.');
    expect(prompt).toMatch(/The draft with your change[^]*Is it severe\?/);
    await inspectPage(page, 'builder-refined');
    model.script(() => ({ misbehave: 'denied' }));
    await write('Wait longer.');
    await textOnPage('Error occurred').waitFor();
    // What has been proposed so far must still be decided.
    await textOnPage('5 nodes added').waitFor();
    expect(await input().inputValue()).toBe('Wait longer.');
    await button('Apply').first().click();
    await node('Delay: Wait').waitFor();
    await button('Undo').click();
    await expectEventually(() => canvas().getByRole('group').count(), 1);
  });

  it('starts a new conversation without earlier messages, once no change is pending', async () => {
    await open('bots/new?panel=ai-builder');
    await textOnPage('Describe in your own words').waitFor();
    expect(await button('New conversation').count()).toBe(0);
    await write(sentence);
    await button('Apply').first().waitFor();
    expect(await button('New conversation').isDisabled()).toBe(true);
    await button('Discard').first().click();
    await input().fill('Something smaller.');
    await inspectPage(page, 'builder-said');
    await button('New conversation').click();
    await textOnPage('Describe in your own words').waitFor();
    expect(await textOnPage('You discarded the change.').count()).toBe(0);
    expect(await input().inputValue()).toBe('Something smaller.');
    await input().and(page.locator(':focus')).waitFor();
    model.script(replaySteps(['What would you rather have?']));
    await page.keyboard.press('Enter');
    await textOnPage('What would you rather have?').waitFor();
    const prompt =
      model.asked
        .at(-1)
        ?.messages.map(({ text }) => text)
        .join('\n') ?? '';
    expect(prompt).toContain('Something smaller.');
    expect(prompt).not.toContain('The person has discarded your change');
    expect(prompt).not.toContain(sentence);
  });

  it("cancels the model's work and restores the user's message", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/bot_builder/steps', async (route) => {
      await promise;
      await route.abort();
    });
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await textOnPage('The AI builder is working').waitFor();
    await inspectPage(page, 'builder-working');
    await canvas().getByRole('button', { name: 'Cancel' }).click();
    await expectEventually(() => input().inputValue(), sentence);
    resolve();
    expect(await textOnPage('The AI builder is working').count()).toBe(0);
    expect(await canvas().getByRole('group').count()).toBe(1);
  });

  it("shows the model's error and offers to copy it", async () => {
    model.script(() => ({ misbehave: 'denied' }));
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await textOnPage('Error occurred').waitFor();
    await inspectPage(page, 'builder-error');
    expect(await readCopiedText(page, () => button('Copy error').click())).not.toContain(
      'sk-scripted',
    );
    await button('Dismiss').click();
    await textOnPage('Error occurred').waitFor({ state: 'detached' });
    expect(await input().inputValue()).toBe(sentence);
  });

  it('changes a saved bot, keeps its secrets, and hides them from the model', async () => {
    const secret = 'hunter2-hunter2';
    const settings = {
      url: 'https://api.example.com/',
      headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
    };
    const graph = requestGraph('Get', settings);
    const { _id } = await product.api.bots.createBot({ name: 'Has a secret', graph });
    model.script(
      replaySteps([
        [['read_draft', {}]],
        [['add_node', { kind: 'delay', name: 'Wait', after: 'Get', settings: { seconds: 5 } }]],
        'It waits now.',
      ]),
    );
    await open(`bots/${_id}?panel=ai-builder`);
    await write('Wait five seconds after the request.');
    await button('Apply').first().click();
    await button('Save').click();
    await expectEventually(
      async () => (await product.api.bots.getBot({ bot_id: _id })).graph.nodes.length,
      4,
    );
    const saved = await product.api.bots.getBot({ bot_id: _id });
    expect(JSON.stringify(saved.graph)).toContain(secret);
    const requestTextOf = ({ instructions, messages }: ModelRequest) =>
      JSON.stringify([instructions, messages]);
    expect(model.asked.map(requestTextOf).join()).not.toContain(secret);
  });

  it('changes a large bot with a slow model, whose work can be cancelled and redone', async () => {
    const names = Array.from({ length: 150 }, (_, n) => `r${n + 1}`);
    const graph = draw(`start -> ${names.map((id) => `${id}:http_request`).join(' -> ')} -> end`);
    const { _id } = await product.api.bots.createBot({ name: 'Is large', graph });
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    const play = replaySteps([
      [['read_draft', { nodes: ['r140'] }]],
      [['add_node', { kind: 'delay', name: 'Wait', after: 'r140', settings: { seconds: 5 } }]],
      'It waits after r140.',
    ]);
    // Its second answer is in progress as long as the gate is closed.
    model.script((question) => {
      const reply = play(question);
      const isSecond = question.messages.at(-1)?.role === 'tool';
      return isSecond && !('misbehave' in reply) ? { ...reply, next: () => gate } : reply;
    });
    await open(`bots/${_id}?panel=ai-builder`);
    await write('Wait five seconds after r140.');
    await textOnPage('Reading the draft').waitFor();
    const prompt =
      model.asked
        .at(-1)
        ?.messages.map(({ text }) => text)
        .join('\n') ?? '';
    expect(prompt).toContain('"r140" (http_request): next -> "r141"');
    await inspectPage(page, 'builder-large');
    await canvas().getByRole('button', { name: 'Cancel' }).click();
    await expectEventually(() => input().inputValue(), 'Wait five seconds after r140.');
    expect(await textOnPage('The AI builder is working').count()).toBe(0);
    expect(await button('Apply').count()).toBe(0);
    answer();
    await input().press('Enter');
    await textOnPage('1 node added').waitFor();
    await button('Apply').first().click();
    await textOnPage('You applied the change.').waitFor();
    await button('Save').click();
    const saved = async () => (await product.api.bots.getBot({ bot_id: _id })).graph.nodes.length;
    await expectEventually(saved, graph.nodes.length + 1);
  });

  it("shows the model's error for an overlong question and keeps the question", async () => {
    model.script(() => ({ misbehave: 'overlong' }));
    await open('bots/new?panel=ai-builder');
    await write(sentence);
    await textOnPage('Scripted to be overlong').waitFor();
    await textOnPage('Check the model and the length of the question.').waitFor();
    expect(await input().inputValue()).toBe(sentence);
  });

  it('explains a failed run and proposes a change that avoids the failure', async () => {
    const secret = 'hunter3-hunter3';
    const settings = {
      method: 'GET',
      url: 'http://127.0.0.1:9/orders',
      headers: [{ name: 'X-Api-Key', value: secret }],
    };
    const graph = requestGraph('Get orders', settings);
    const bot = await product.api.bots.createBot({ name: 'Reads orders', graph });
    const bot_id = bot._id;
    const { _id } = await product.api.executions.startExecution({ bot_id, version: 1 });
    model.script(
      replaySteps([
        [
          [
            'set_settings',
            { node: 'Get orders', settings: { url: 'https://orders.example.com/' } },
          ],
        ],
        [['check', {}]],
        'The address is a private one, which requests may not reach. I have set a public one.',
      ]),
    );
    await open(`bots/${bot_id}/executions/${_id}`);
    await textOnPage('This run has failed').waitFor();
    await inspectPage(page, 'run-explain');
    await button('Explain this run').click();
    // One click is enough: the error is sent to the chosen model.
    await textOnPage('1 node changed').waitFor();
    await inspectPage(page, 'builder-explains');
    await textOnPage('which requests may not reach').waitFor();
    const [request] = model.asked.slice(-3);
    const requestText = JSON.stringify([request?.instructions, request?.messages]);
    const run = await product.api.executions.getExecution({ bot_exc_id: _id });
    expect(requestText).toContain(JSON.stringify(run.results.get?.error).slice(1, -1));
    expect(requestText).toContain('failed run');
    expect(requestText).not.toContain(secret);
    await button('Apply').first().click();
    await textOnPage('You applied the change.').waitFor();
    await button('Undo').click();
  });

  it('keeps the proposed change and its buttons visible on a narrow screen', async () => {
    await open('bots/new?panel=ai-builder');
    await resizeAndWait(page, narrow);
    await write(sentence);
    const proposal = page.getByRole('region', { name: 'Proposed change' });
    // It is read from the builder's words on, while the decision stays visible to the end.
    await expectEventually(() => isInViewport(textOnPage('once they approve')), true);
    await proposal.getByText('Connections added').scrollIntoViewIfNeeded();
    await expectEventually(() => isInViewport(proposal.getByText(/^4 nodes added/)), true);
    await proposal.getByRole('button', { name: 'Apply' }).click();
    await textOnPage('You applied the change.').waitFor();
    await button('Undo the change').click();
    await button('Undo the change').waitFor({ state: 'detached' });
  });
});
