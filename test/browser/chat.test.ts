// The chat of a run: what its AI agents do and say, while they work and afterwards.
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import {
  chooseVerdict,
  collectComplaints,
  expectEventually,
  openBrowser,
  openWindow,
  readCopiedText,
  resizeAndWait,
  setTheme,
  unrouteAll,
} from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { hostileDiagrams, hostileMarkdown } from '#test/support/hostile-text.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import type { Script } from '#test/support/scripted-model.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import {
  askUserOnce,
  type ChatScene,
  createPieceGate,
  lookUpOnce,
  lookUpTimes,
  openChatScene,
} from './support/chat-scene.ts';
import { inspectPage, narrow, wide } from './support/inspect-page.ts';

let scene: ChatScene;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

type Run = { bot_id: string; _id: string };

beforeAll(async () => {
  [scene, browser] = await Promise.all([openChatScene(), openBrowser()]);
  window = await openWindow(browser, scene.product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, scene.product);
});

afterEach(async () => {
  await unrouteAll(page);
  expect(complaints().filter((one) => !one.includes('Failed to load resource'))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await scene.close();
});

const singleAgentDrawing = 'start -> find:ai_agent -> end';

const start = (name: string, drawing: string, script: Script = lookUpOnce) => {
  scene.model.script(script);
  return scene.run(name, drawing);
};

const waitForEnd = async (run: Run): Promise<Run> => {
  const { getExecution } = scene.product.api.executions;
  await eventually(
    () => getExecution({ bot_exc_id: run._id }),
    ({ state }) => isFinal(state),
    60_000,
  );
  return run;
};

const open = ({ bot_id, _id }: Run, query = '') =>
  page.goto(`/app#/chatv2/${bot_id}/executions/${_id}${query}`);

const agents = () => page.getByRole('navigation', { name: 'Agents' });
const thread = (name: string | RegExp) => agents().getByRole('button', { name });
const messages = () => page.getByRole('log', { name: 'Messages' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const input = () => page.getByRole('textbox', { name: 'Message the agent "find"' });
const messageText = (text: string | RegExp, at = page) =>
  at.getByRole('log', { name: 'Messages' }).getByText(text, { exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Whether a part can be read without scrolling among the messages. */
const isInMessagesViewport = async (part: Locator): Promise<boolean> => {
  const [box, frame] = await Promise.all([part.boundingBox(), messages().boundingBox()]);
  if (!box || !frame) return false;
  return box.y >= frame.y && box.y + box.height <= frame.y + frame.height;
};

describe('the chat of a loop', () => {
  let run: Run;

  beforeAll(async () => {
    run = await waitForEnd(
      await start(
        'Check hosts',
        'start -> each:loop -body-> find:ai_agent -> next:loop_end -> end',
      ),
    );
  });

  it('opens the last iteration and links to all iterations, the bot and the run', async () => {
    await open(run);
    await heading('FIND Iteration 3').waitFor();
    await messages().getByText('belongs to').waitFor();
    await page.getByText('Session Completed').waitFor();
    await agents().getByText('Select an agent to view its sessions').waitFor();
    await agents()
      .getByText(`Session ${run._id.slice(-8)}`)
      .waitFor();
    await thread(/^Iteration 1/).click();
    await heading('FIND Iteration 1').waitFor();
    expect(await thread(/^Iteration 1 Completed/).getAttribute('aria-current')).toBe('true');
    for (const [name, path] of [
      ['Bot Page', `bots/${run.bot_id}?mode=view`],
      ['Execution Page', `bots/${run.bot_id}/executions/${run._id}`],
    ] as const) {
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(`#/${path}`);
    }
  });

  it('hides the arguments and the result of a tool call until the call is opened', async () => {
    await open(run);
    const call = messages().getByRole('button', { name: /^look_a_host_up: completed/ });
    await call.waitFor();
    expect(await messages().getByText('Payments', { exact: false }).count()).toBe(1);
    await call.click();
    await messages().getByText('Arguments').waitFor();
    await messages().getByText('"web-1"').waitFor();
    await messages().getByText('"Payments"').waitFor();
  });

  it('passes the accessibility checks, and its panel can be hidden and shown', async () => {
    await open(run);
    await messages().getByText('belongs to').waitFor();
    await inspectPage(page, 'chat');
    const box = await agents().boundingBox();
    expect(box?.width).toBe(320);
    await button('Hide agents').click();
    await agents().waitFor({ state: 'hidden' });
    await button('Show agents').click();
    await agents().waitFor();
  });

  it('shows its panel over the messages on a narrow screen', async () => {
    await resizeAndWait(page, narrow);
    await open(run);
    await page.reload();
    await messages().getByText('belongs to').waitFor();
    expect(await agents().count()).toBe(0);
    await button('Show agents').click();
    expect((await agents().boundingBox())?.width).toBe(narrow);
    expect(await messages().isVisible()).toBe(false);
    await button('Chat actions').click();
    for (const name of ['Bot Page', 'Execution Page'])
      await page.getByRole('menuitem', { name }).waitFor();
    await page.keyboard.press('Escape');
    await thread(/^Iteration 2/).click();
    await heading('FIND Iteration 2').waitFor();
    await messages().getByText('belongs to').waitFor();
    expect(await agents().count()).toBe(0);
    await resizeAndWait(page, wide);
    await page.reload();
  });

  it("opens from its former address, and from a node of the run's page", async () => {
    await page.goto(`/app#/chat/${run.bot_id}/executions/${run._id}`);
    await page.waitForURL(`**/app#/chatv2/${run.bot_id}/executions/${run._id}`);
    await page.goto(`/app#/bots/${run.bot_id}/executions/${run._id}?node=find`);
    await page.getByRole('link', { name: 'Open chat' }).click();
    await heading(/^FIND Iteration 1/).waitFor();
  });

  it('opens from the steps of a run that has ended', async () => {
    await page.goto(`/app#/bots/${run.bot_id}/executions/${run._id}`);
    await page.getByRole('link', { name: 'Read chat' }).click();
    await page.waitForURL(`**/app#/chatv2/${run.bot_id}/executions/${run._id}*`);
    await messages().waitFor();
  });
});

describe('a long conversation', () => {
  it('loads from its end and keeps the scroll position when older messages load', async () => {
    const run = await waitForEnd(await start('Looks often', singleAgentDrawing, lookUpTimes(18)));
    await open(run);
    await messages().getByText('I have looked 18 times.').waitFor();
    expect(await messages().getByText('Look 1.', { exact: true }).count()).toBe(0);
    const oldest = messages().getByText('Look 13.', { exact: true });
    await oldest.waitFor();
    await messages().evaluate((frame) => frame.scrollTo(0, 90));
    const before = await oldest.boundingBox();
    await messages().getByText('Look 7.', { exact: true }).waitFor();
    expect((await oldest.boundingBox())?.y).toBeCloseTo(before?.y ?? NaN, -1);
    await eventually(
      async () => {
        await messages().evaluate((frame) => frame.scrollTo(0, 0));
        return messages().getByRole('button', { name: 'Instructions' }).count();
      },
      (count) => count === 1,
    );
    // Each once: two entries at the beginning, a text and a call per look, the answer.
    const texts = await messages()
      .getByText(/^Look \d+\.$/)
      .allTextContents();
    expect(texts).toEqual(Array.from({ length: 18 }, (_, at) => `Look ${at + 1}.`));
  });

  it('reports that older messages failed to load, and retries only on request', async () => {
    const run = await waitForEnd(
      await start('Looks often again', singleAgentDrawing, lookUpTimes(18)),
    );
    let requestCount = 0;
    await page.route(/messages\?.*skip=20/, (route) => {
      requestCount += 1;
      return route.fulfill({ status: 400, json: { error: 'Out of order.' } });
    });
    await open(run);
    await messages().getByText('I have looked 18 times.').waitFor();
    await messages().evaluate((frame) => frame.scrollTo(0, 0));
    await messages().getByText('Could not load older messages.', { exact: false }).waitFor();
    const then = requestCount;
    await messages().evaluate((frame) => frame.scrollTo(0, 50));
    await messages().evaluate((frame) => frame.scrollTo(0, 0));
    expect(requestCount).toBe(then);
    await messages().getByText('I have looked 18 times.').waitFor();
    await page.unroute(/messages\?.*skip=20/);
    await button('Retry').click();
    await messages().getByText('Look 7.', { exact: true }).waitFor();
    expect(await messages().getByText('Could not load older messages.').count()).toBe(0);
  });

  it('shows the whole text of a long message only on request', async () => {
    const text = `${'A long answer. '.repeat(3000)}And its end.`;
    scene.answers(JSON.stringify({ log: 'x'.repeat(40_000), last: 'the last line' }));
    const says: Script = (question) =>
      question.messages.some(({ role }) => role === 'tool') ? { say: text } : lookUpOnce(question);
    const run = await waitForEnd(await start('Says much', singleAgentDrawing, says));
    await open(run);
    await button('Show whole message').click();
    await messages().getByText('And its end.').waitFor();
    await messages()
      .getByRole('button', { name: /^look_a_host_up: completed/ })
      .click();
    await messages().getByText('"the last line"').waitFor();
    scene.answers('{}');
  });
});

describe('an AI agent at work', () => {
  it('appears at once, without a reload or a poll', async () => {
    const answer = scene.holdUp();
    const waitingRun = await start(
      'Waits',
      'start -> wait:approval -approved-> find:ai_agent -> end',
    );
    await open(waitingRun);
    await page.getByText('A thread appears here once an AI agent of this run starts.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message the agent' }).isDisabled()).toBe(true);
    const { api } = scene.product;
    const pending = await eventually(
      () => api.approvals.listApprovals({ status: 'pending' }),
      ({ items }) => items.some(({ bot_exc_id }) => bot_exc_id === waitingRun._id),
    );
    const [{ _id: approval_id } = { _id: '' }] = pending.items.filter(
      ({ bot_exc_id }) => bot_exc_id === waitingRun._id,
    );
    const yes = { status: 'resolved', all: true, message: 'Yes' } as const;
    await api.approvals.resolveApproval({ approval_id, ...yes });
    await messages().getByText('look_a_host_up: running').waitFor();
    await thread(/^find Working/).waitFor();
    expect(await page.getByText('User Interaction Disabled').count()).toBe(0);
    await inspectPage(page, 'chat-at-work');
    answer();
    await messages().getByText('look_a_host_up: completed').waitFor();
    await messages().getByText('belongs to').waitFor();
    await page.getByText('Session Completed').waitFor();
    await thread(/^find Completed/).waitFor();
  });

  it('is shown block by block as it is written, and late readers see stored text', async () => {
    const { next, release } = createPieceGate();
    const pieces = [
      'The host is ',
      '**public**.\n\n| Port |',
      '\n|---|\n| 22 |\n',
      '\nThat is it.',
    ];
    const run = await start('Writes slowly', singleAgentDrawing, () => ({ say: pieces, next }));
    await open(run);
    await messages().getByText('Working').waitFor();
    release();
    await messageText('The host is').waitFor();
    await messages().getByText('find · Writing').waitFor();
    release();
    await messages().locator('strong').getByText('public').waitFor();
    await messageText('| Port |').waitFor();
    expect(await messages().getByRole('table').count()).toBe(0);
    await inspectPage(page, 'chat-writes');
    const latePage = await window.newPage();
    await latePage.goto(`/app#/chatv2/${run.bot_id}/executions/${run._id}`);
    const lateLog = latePage.getByRole('log', { name: 'Messages' });
    await lateLog.getByText('Working').waitFor();
    release();
    await messages().getByText('| 22 |').waitFor();
    expect(await lateLog.getByText('22').count()).toBe(0);
    release(100);
    for (const log of [messages(), lateLog]) {
      await log.getByRole('cell', { name: '22' }).waitFor();
      await log.getByText('That is it.').waitFor();
      await expectEventually(() => log.getByText('Writing').count(), 0);
      await expectEventually(() => log.locator('strong').getByText('public').count(), 1);
    }
    await latePage.close();
    await waitForEnd(run);
  });

  it('leaves no partial message behind when its run is aborted', async () => {
    const { next, release } = createPieceGate();
    const run = await start('Is cut short', singleAgentDrawing, () => ({
      say: ['Half a', ' sentence.'],
      next,
    }));
    await open(run);
    await messages().getByText('Working').waitFor();
    release();
    await messageText('Half a').waitFor();
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
    await page.getByText('Stopped. Aborted by root@cloudwarden.local.').waitFor();
    await expectEventually(() => messageText('Half a').count(), 0);
    release(100);
    await page.reload();
    await page.getByText('Stopped. Aborted by root@cloudwarden.local.').waitFor();
    expect(await messages().getByText('Half a').count()).toBe(0);
    await waitForEnd(run);
  });

  it('is shown as ended if it ends between the message load and the socket opening', async () => {
    const answer = scene.holdUp();
    const [mayOpen, mayShow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const run = await start('Ends unseen', singleAgentDrawing, lookUpOnce);
    await page.goto('/app#/bots');
    await heading('Bots').waitFor();
    await page.route('**/api/ws/ticket', async (route) => {
      await mayOpen.promise;
      await route.continue();
    });
    const messagesRead = Promise.withResolvers<void>();
    let requestCount = 0;
    await page.route(/\/api\/chat_threads\/thr_.*\/messages/, async (route) => {
      requestCount += 1;
      if (requestCount > 1) return route.continue();
      const response = await route.fetch();
      messagesRead.resolve();
      await mayShow.promise;
      return route.fulfill({ response });
    });
    await page.goto(`/app?fresh#/chatv2/${run.bot_id}/executions/${run._id}`);
    await messagesRead.promise;
    answer();
    await waitForEnd(run);
    const resynced = page.waitForRequest(/chat_threads\/bot_execution/);
    mayOpen.resolve();
    await resynced;
    mayShow.resolve();
    await messages().getByText('look_a_host_up: completed').waitFor({ timeout: 15_000 });
  });

  it('accepts no messages when user interaction is disabled', async () => {
    const answer = scene.holdUp();
    scene.model.script(lookUpOnce);
    const find = { ...scene.agent, allow_user_interaction: false };
    const run = await scene.run('Works by itself', singleAgentDrawing, { find });
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    await page.getByText('User Interaction Disabled').waitFor();
    await expectEventually(() => input().count(), 0);
    answer();
    await page.getByText('Session Completed').waitFor();
    await expectEventually(() => page.getByText('User Interaction Disabled').count(), 0);
  });

  it('opens first, even if another agent of the run has worked more recently', async () => {
    const answer = scene.holdUp();
    const both = `start -> both:parallel
      both -branch-> find:ai_agent -> meet:merge -> end
      both -branch-> tell:ai_agent -> meet`;
    const script: Script = (question) =>
      question.instructions.includes('at once') ? { say: 'Done at once.' } : lookUpOnce(question);
    scene.model.script(script);
    const tell = { ...scene.agent, task: 'Answer at once.' };
    const run = await scene.run('Two agents', both, { tell });
    await eventually(
      () => scene.product.api.chat.listChatThreads({ bot_exc_id: run._id }),
      ({ items }) => items.some((one) => one.status === 'COMPLETED') && items.length === 2,
    );
    await open(run);
    await heading('FIND').waitFor();
    await thread(/^tell Completed/).click();
    await messages().getByText('Done at once.').waitFor();
    answer();
    await waitForEnd(run);
  });

  it('stops when its run is aborted', async () => {
    const answer = scene.holdUp();
    const run = await start('Is stopped', singleAgentDrawing);
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    await button('Abort Run').click();
    await page
      .getByRole('dialog', { name: 'Abort run' })
      .getByRole('button', { name: 'Abort run' })
      .click();
    await page.getByText('Stopped. Aborted by root@cloudwarden.local.').waitFor();
    await messages().getByText('look_a_host_up: stopped').waitFor();
    await button('Abort Run').waitFor({ state: 'hidden' });
    answer();
    await waitForEnd(run);
  });

  it('shows the reason of a failure and links to the integration', async () => {
    const run = await start('Is refused', singleAgentDrawing, () => ({ misbehave: 'denied' }));
    await open(await waitForEnd(run));
    await page.getByText('The agent failed').waitFor();
    await expectEventually(() => input().isDisabled(), true);
    await page
      .getByText('"Our custom-model" rejected the credentials (401)', { exact: false })
      .waitFor();
    await page.getByText('Run the bot again to try once more.').waitFor();
    await inspectPage(page, 'chat-failed');
    await page.getByRole('link', { name: 'Open integration' }).click();
    await heading('Our custom-model').waitFor();
  });
});

/** Handles requests that send messages to an AI agent. */
const routeSending = (deal: (route: Route) => Promise<void>) =>
  page.route('**/api/chat_threads/*/messages', (route) =>
    route.request().method() === 'POST' ? deal(route) : route.continue(),
  );

/** An AI agent that asks to close a port, for this reason, and says this after the decision. */
const startPortClosing = (
  bot: string,
  reason_for_approval: string,
  say: string,
  approvers: string[] = ['root@cloudwarden.local'],
  overrides: object = {},
): Promise<Run> => {
  scene.model.script(({ messages: before, tools: [name = ''] }) =>
    before.some(({ role }) => role === 'tool')
      ? { say }
      : { call: [{ name, args: { host: 'web-1', reason_for_approval } }] },
  );
  return scene.run(bot, singleAgentDrawing, {
    find: { ...scene.agent, agent_toolkit: [scene.closePort], approvers, ...overrides },
  });
};

describe('an AI agent that asks for approval of a call', () => {
  it('shows the requested call and links to its approval', async () => {
    const reason = 'SSH of web-1 is open to the internet.';
    const run = await startPortClosing('Closes ports', reason, 'The port is closed.');
    await open(run);
    await messages().getByText('Waiting for approval').waitFor();
    await expectEventually(() => messages().getByText('Working').count(), 0);
    const call = messages().getByRole('region', { name: 'Requested call' });
    await call.getByText('Written by a model and not verified.', { exact: false }).waitFor();
    // Details that do not help to decide are not between the call and the decision.
    expect(await call.getByText('SHA-256', { exact: false }).isVisible()).toBe(false);
    await resizeAndWait(page, narrow);
    await button('Hide agents').click();
    await inspectPage(page, 'chat-approval');
    await resizeAndWait(page, wide);
    await call.getByText('The approval covers this exact call, once').click();
    await call.getByText('SHA-256', { exact: false }).waitFor();
    await messages().getByRole('link', { name: 'Open approval' }).click();
    const requestedCall = page.getByRole('region', { name: 'Requested call' });
    await requestedCall.getByText(reason).waitFor();
    await inspectPage(page, 'approval-of-call');
    await chooseVerdict(page, 'Approve');
    await page.getByRole('textbox', { name: 'Message' }).fill('Close it');
    await button('Approve').click();
    await open(await waitForEnd(run));
    await messages().getByText('The port is closed.').waitFor();
  });

  it('shows who rejected a call and why', async () => {
    const run = await startPortClosing('Leaves ports open', 'SSH is open.', 'The port stays open.');
    await open(run);
    await messages().getByRole('region', { name: 'Requested call' }).waitFor();
    await chooseVerdict(page, 'Reject');
    await messages().getByRole('textbox', { name: 'Message' }).fill('Not before the release');
    await button('Reject').focus();
    await page.keyboard.press('Enter');
    const notice = page
      .getByRole('region', { name: 'Messages' })
      .getByText('You rejected the request');
    // While hovered, it stays.
    await notice.hover();
    const [note, log] = await Promise.all([notice.boundingBox(), messages().boundingBox()]);
    expect((note?.y ?? NaN) + (note?.height ?? NaN)).toBeLessThan(
      (log?.y ?? NaN) + (log?.height ?? NaN),
    );
    await page.mouse.move(0, 0);
    await messages().getByText('The port stays open.').waitFor();
    // A user who decided by keyboard continues from here, and hears what was decided.
    await expectEventually(() => messages().evaluate((log) => log.matches(':focus')), true);
    await page
      .locator('[aria-live]')
      .getByText('Rejected', { exact: true })
      .waitFor({ state: 'attached' });
    await messages().getByText('close_a_port: rejected').waitFor();
    await messageText('Rejected by root@cloudwarden.local: Not before the release').waitFor();
    await inspectPage(page, 'chat-rejected');
    await waitForEnd(run);
  });

  const title = () => messages().getByRole('heading', { name: 'Approve this call?' });

  it('shows the top of its request, and scrolls down when a user starts to decide', async () => {
    const run = await startPortClosing('Asks at length', 'SSH is open.', 'The port is closed.');
    await open(run);
    await title().waitFor();
    await expectEventually(() => isInMessagesViewport(title()), true);
    expect(await isInMessagesViewport(button('Decide'))).toBe(false);
    await inspectPage(page, 'chat-approval-top');
    await chooseVerdict(page, 'Approve');
    await button('Approve').click();
    await messages().getByText('Message Required').waitFor();
    await expectEventually(() => isInMessagesViewport(button('Approve')), true);
    await messages().getByRole('textbox', { name: 'Message' }).fill('Close it');
    await button('Approve').click();
    await messageText('The port is closed.').waitFor();
    await waitForEnd(run);
  });

  it('shows the top of its request to a user who follows the messages', async () => {
    const answer = scene.holdUp();
    scene.model.script(({ messages: before, tools }) => {
      const callCount = before.filter(({ role }) => role === 'tool').length;
      const name = tools.find((one) => one.startsWith(callCount === 0 ? 'look' : 'close')) ?? '';
      const args = { host: 'web-1', ...(callCount > 0 && { reason_for_approval: 'SSH is open.' }) };
      return callCount < 2 ? { call: [{ name, args }] } : { say: 'The port is closed.' };
    });
    const run = await scene.run('Looks and then asks', singleAgentDrawing, {
      find: {
        ...scene.agent,
        agent_toolkit: [...scene.agent.agent_toolkit, scene.closePort],
        approvers: ['root@cloudwarden.local'],
      },
    });
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    answer();
    await title().waitFor();
    await expectEventually(() => isInMessagesViewport(title()), true);
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
    await waitForEnd(run);
  });

  it('keeps new user messages in view, and says that the agent reads them later', async () => {
    const run = await startPortClosing('Is told meanwhile', 'SSH is open.', 'I have read it.');
    const later = 'The agent reads this message after the decision.';
    await open(run);
    await title().waitFor();
    await input().fill('Only until Monday');
    await input().press('Enter');
    await messages()
      .getByText(/^root@cloudwarden.local · \d/)
      .waitFor();
    for (const text of ['Only until Monday', later]) {
      await expectEventually(() => isInMessagesViewport(messageText(text)), true);
    }
    expect(await isInMessagesViewport(title())).toBe(true);
    await button('Hide agents').click();
    await inspectPage(page, 'chat-approval-written');
    await input().fill('Or until Sunday');
    await input().press('Enter');
    await messageText('The agent reads these messages after the decision.').waitFor();
    await expectEventually(() => isInMessagesViewport(messageText('Or until Sunday')), true);
    await chooseVerdict(page, 'Reject');
    await messages().getByRole('textbox', { name: 'Message' }).fill('Not before the release');
    await button('Reject').click();
    await messageText('I have read it.').waitFor();
    await expectEventually(() => isInMessagesViewport(messageText('I have read it.')), true);
    expect(
      await messages()
        .getByText(/after the decision/)
        .count(),
    ).toBe(0);
    await waitForEnd(run);
  });

  it('links to the bot that the agent has run, and to the run of that bot', async () => {
    const bot_id = await scene.offer('Offboard', 'start -> end');
    scene.model.script(({ messages: before, tools }) => {
      const name = tools.find((one) => one.startsWith('run_')) ?? '';
      return before.some(({ role }) => role === 'tool')
        ? { say: 'Ada is offboarded.' }
        : { call: [{ name, args: { input: {}, reason_for_approval: 'Ada has left.' } }] };
    });
    const find = {
      ...scene.agent,
      agent_toolkit: [],
      agent_bots: [{ bot_id, use: 'When somebody leaves.' }],
      approvers: ['root@cloudwarden.local'],
    };
    const run = await scene.run('Offboards people', singleAgentDrawing, { find });
    await open(run);
    await messages().getByRole('region', { name: 'Requested call' }).waitFor();
    await chooseVerdict(page, 'Approve');
    await messages().getByRole('textbox', { name: 'Message' }).fill('She has left');
    await button('Approve').click();
    await agents()
      .getByRole('link', { name: /^Generated Bot/ })
      .waitFor();
    await messageText('Ada is offboarded.').waitFor();
    await page.getByText('Run the bot again to ask for something else.').waitFor();
    await inspectPage(page, 'chat-generated');
    await agents()
      .getByRole('link', { name: /^Generated Execution/ })
      .click();
    await heading('Run of Offboard').waitFor();
    await open(await waitForEnd(run));
    await agents()
      .getByRole('link', { name: /^Generated Bot/ })
      .click();
    await heading('Offboard').waitFor();
  });
});

describe('an AI agent that asks people', () => {
  let run: Run;

  const openAsking = async (name: string) => {
    run = await start(name, singleAgentDrawing, askUserOnce);
    await open(run);
    await messageText('Waiting for an answer').waitFor();
  };

  it('shows its question on the page of its run, and resumes after the answer', async () => {
    run = await start('Asks who owns it', singleAgentDrawing, askUserOnce);
    await page.goto(`/app#/bots/${run.bot_id}/executions/${run._id}`);
    await page.getByText('An agent asks a question.', { exact: false }).first().waitFor();
    await inspectPage(page, 'run-asks');
    await page.getByRole('link', { name: 'Open chat' }).first().click();
    await messageText('Question').waitFor();
    await messages().getByRole('listitem').getByText('Payments').waitFor();
    await page.getByText('The agent is waiting for an answer.').waitFor();
    await expectEventually(() => messages().getByText('Working').count(), 0);
    await inspectPage(page, 'chat-asks');
    await input().fill('Payments');
    await input().press('Enter');
    await messageText('I take Payments.').waitFor();
    await page.getByText('Session Completed').waitFor();
    await messageText('Payments').nth(1).waitFor();
    expect(await messages().getByText('root@cloudwarden.local').count()).toBe(1);
    await expectEventually(() => messageText('Waiting for an answer').count(), 0);
    await expectEventually(() => input().count(), 0);
    await waitForEnd(run);
  });

  it('receives a suggested answer by one click', async () => {
    await openAsking('Asks with answers');
    const offered = page.getByRole('list', { name: 'Suggested answers' }).getByRole('button');
    await offered.getByText('Both of them').waitFor();
    expect(await offered.allTextContents()).toEqual([
      'Payments',
      'Search',
      'Both of them',
      'Show more',
    ]);
    await input().fill('I think that');
    await button('Show more').click();
    await inspectPage(page, 'chat-suggestions');
    await button('Neither').click();
    await messageText('I take Neither.').waitFor();
    expect(await messageText('Neither').count()).toBe(1);
    await expectEventually(() => offered.count(), 0);
    // The user's draft is kept, to be sent or not.
    expect(await input().inputValue()).toBe('I think that');
    await waitForEnd(run);
  });

  it('keeps an unsent message while the thread of another agent is open', async () => {
    scene.model.script(askUserOnce);
    const both = `start -> both:parallel
      both -branch-> find:ai_agent -> meet:merge -> end
      both -branch-> tell:ai_agent -> meet`;
    run = await scene.run('Two ask', both, { tell: scene.agent });
    await open(run, '');
    await thread(/^find Waiting for an answer/).click();
    await input().fill('Not yet sent');
    await thread(/^tell Waiting for an answer/).click();
    await heading('TELL').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message the agent "tell"' }).inputValue()).toBe(
      '',
    );
    await thread(/^find/).click();
    expect(await input().inputValue()).toBe('Not yet sent');
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
    await waitForEnd(run);
  });

  it('ignores blank messages, and adds a line on Shift+Enter in a growing input', async () => {
    await openAsking('Asks for lines');
    let sent = 0;
    await routeSending((route) => {
      sent += 1;
      return route.continue();
    });
    await input().fill('  ');
    await input().press('Enter');
    await input().press('Shift+Enter');
    expect(await button('Send message').isDisabled()).toBe(true);
    await input().fill('One');
    await input().press('Shift+Enter');
    await input().pressSequentially('two');
    expect(await input().inputValue()).toBe('One\ntwo');
    const low = (await input().boundingBox())?.height ?? NaN;
    await input().fill('line\n'.repeat(40));
    const high = (await input().boundingBox())?.height;
    expect([low < 100, high]).toEqual([true, 144]);
    expect(sent).toBe(0);
    await input().fill('Search\nand nothing else');
    await button('Send message').click();
    await messageText('I take Search and nothing else.').waitFor();
    const sentMessage = messages().locator('p', { hasText: /^Search/ });
    expect(await sentMessage.innerText()).toBe('Search\nand nothing else');
    expect(sent).toBe(1);
    await waitForEnd(run);
  });

  it('shows a message while it is being sent, and only once when it is stored', async () => {
    await openAsking('Asks slowly');
    const { promise, resolve } = Promise.withResolvers<void>();
    await routeSending(async (route) => {
      const response = await route.fetch();
      await promise;
      return route.fulfill({ response });
    });
    await input().fill('Neither');
    await input().press('Enter');
    // Frames arrive before the answer does: it stays one message all the time.
    await messageText('I take Neither.').waitFor();
    expect(await messageText('Neither').count()).toBe(1);
    await messages().getByText('Sending').waitFor({ state: 'hidden' });
    expect(await messageText('Neither').count()).toBe(1);
    resolve();
    await page.getByText('Session Completed').waitFor();
    expect(await messageText('Neither').count()).toBe(1);
    await waitForEnd(run);
  });

  it('restores a refused message to the input and sends it again under the same id', async () => {
    await openAsking('Asks in vain');
    const { promise, resolve } = Promise.withResolvers<void>();
    const ids: unknown[] = [];
    await routeSending(async (route) => {
      ids.push(JSON.parse(route.request().postData() ?? '').client_id);
      if (ids.length > 1) return route.continue();
      await promise;
      return route.fulfill({ status: 409, json: { error: 'It takes no more.' } });
    });
    await input().fill('Payments');
    await input().press('Enter');
    await messages().getByText('Sending').waitFor();
    await input().fill('or both');
    resolve();
    await page.getByText('Error occurred').waitFor();
    await messages().getByText('Sending').waitFor({ state: 'hidden' });
    expect(await input().inputValue()).toBe('Payments\nor both');
    await button('Hide agents').click();
    await inspectPage(page, 'chat-send-failed');
    expect(await readCopiedText(page, () => button('Copy error').click())).toBe(
      'It takes no more.',
    );
    await button('Dismiss').click();
    await page.getByText('Error occurred').waitFor({ state: 'hidden' });
    await input().fill('Payments');
    await input().press('Enter');
    await messageText('I take Payments.').waitFor();
    expect(ids).toEqual([ids[0], ids[0]]);
    await waitForEnd(run);
  });

  it('shows a message only once when the reply to its sender was lost', async () => {
    await openAsking('Asks far away');
    await routeSending(async (route) => {
      await route.fetch();
      return route.abort();
    });
    await input().fill('Neither');
    await input().press('Enter');
    await messageText('I take Neither.').waitFor();
    await page.getByText('Session Completed').waitFor();
    expect(await messageText('Neither').count()).toBe(1);
    expect(await page.getByText('Error occurred').count()).toBe(0);
    await expectEventually(() => input().count(), 0);
    await waitForEnd(run);
  });
});

/** Another user, who opens a page on a narrow screen. */
const signInAt = async (person: Parameters<typeof inviteAndSignIn>[1], path: string) => {
  const joined = await inviteAndSignIn(scene.product, person);
  const otherWindow = await openWindow(browser, scene.product);
  const otherPage = await otherWindow.newPage();
  await resizeAndWait(otherPage, narrow);
  await openSignedIn(otherPage, { url: scene.product.url, ...joined });
  await otherPage.goto(`/app#/${path}`);
  return { otherWindow, otherPage };
};

describe('a model that does not answer', () => {
  it('is reported with the time of the next attempt, until the model responds', async () => {
    const run = await start('Model is down', singleAgentDrawing, () => ({ misbehave: 'broken' }));
    await open(run);
    const asksAgain =
      /^The model does not answer\. Trying again (in \d+ s|shortly), attempt \d of 5\.$/;
    await messageText(asksAgain).waitFor();
    await heading('find').waitFor();
    await page.getByText('Model does not answer', { exact: true }).first().waitFor();
    await inspectPage(page, 'chat-model-down');
    scene.model.script(() => ({ say: 'I am back.' }));
    await messageText('I am back.').waitFor();
    await page.getByText('Session Completed').waitFor();
    await expectEventually(() => messageText(asksAgain).count(), 0);
    await waitForEnd(run);
  });
});

describe('a user of the service portal', () => {
  const host = 'web-1';
  const reason_for_approval = 'SSH of web-1 is open to the internet.';
  /** Asks which host is meant, then for approval to close its port. */
  const script: Script = ({ messages: before, tools: [close = ''], structured }) => {
    if (structured) return { say: JSON.stringify({ suggestions: [host, 'web-2'] }) };
    const callCount = before.filter(({ role }) => role === 'tool').length;
    if (callCount === 0) return { call: [{ name: 'ask_user', args: { question: 'Which host?' } }] };
    if (callCount === 1) return { call: [{ name: close, args: { host, reason_for_approval } }] };
    return { say: 'The port is closed.' };
  };

  it('chats with an AI agent of an app and approves the call that it requests', async () => {
    scene.model.script(script);
    const find = {
      ...scene.agent,
      agent_toolkit: [scene.closePort],
      approvers: ['pia@example.com'],
    };
    const app_id = await scene.offer('Close-a-port', singleAgentDrawing, { find });
    const pia = { email: 'pia@example.com', userType: 'SP_USER' } as const;
    const { otherWindow, otherPage } = await signInAt(pia, `service-portal/apps/${app_id}`);
    await otherPage.getByRole('button', { name: 'Start', exact: true }).click();
    await otherPage.getByRole('tab', { name: 'Chat Waiting for you' }).waitFor();
    // The run, the link to the chat, and the step.
    await expectEventually(
      () => otherPage.getByText('Waiting for your answer', { exact: true }).count(),
      3,
    );
    await inspectPage(otherPage, 'portal-asked-in-chat');
    await otherPage.getByRole('link', { name: 'Answer in chat' }).click();
    await otherPage.waitForURL(/\/history\/exc_\w+\?tab=chat$/);
    const log = otherPage.getByRole('log', { name: 'Messages' });
    await log.getByText('Which host?').waitFor();
    expect(await log.getByText('Instructions').count()).toBe(0);
    expect(await log.getByText('Initial data').count()).toBe(0);
    expect(await otherPage.getByRole('navigation', { name: 'Agents' }).count()).toBe(0);
    expect(await otherPage.getByRole('link', { name: 'Bot Page' }).count()).toBe(0);
    const offered = otherPage.getByRole('list', { name: 'Suggested answers' });
    await offered.getByRole('button', { name: host }).waitFor();
    await inspectPage(otherPage, 'portal-chat');
    await offered.getByRole('button', { name: host }).click();
    await log.getByText('Waiting for approval').waitFor();
    await otherPage.getByRole('tab', { name: 'App' }).click();
    await expectEventually(
      () => otherPage.getByText('Waiting for your approval', { exact: true }).count(),
      3,
    );
    await inspectPage(otherPage, 'portal-asked-for-approval');
    await otherPage.getByRole('link', { name: 'Decide in chat' }).click();
    await otherPage.getByRole('tab', { name: 'Chat Waiting for you' }).waitFor();
    await log
      .getByRole('region', { name: 'Requested call' })
      .getByText(reason_for_approval)
      .waitFor();
    await inspectPage(otherPage, 'portal-chat-approval');
    await chooseVerdict(otherPage, 'Approve');
    await otherPage.getByRole('textbox', { name: 'Message', exact: true }).fill('Close it');
    await otherPage.getByRole('button', { name: 'Approve', exact: true }).click();
    await log.getByText('The port is closed.').waitFor();
    await otherPage.getByText('Session Completed').waitFor();
    await otherPage.getByRole('tab', { name: 'Chat', exact: true }).waitFor();
    await otherPage.getByRole('tab', { name: 'App' }).click();
    await otherPage.getByText('Succeeded').first().waitFor();
    expect(await otherPage.getByText(/Waiting for your approval/).count()).toBe(0);
    await otherWindow.close();
  });

  it('sees that the agent waits for other people, when the user may not write', async () => {
    scene.model.script(askUserOnce);
    const app_id = await scene.offer('Asks-whoever-may-write', singleAgentDrawing, {
      find: scene.agent,
    });
    const { startPortalApp } = scene.product.api['service-portal'];
    const run = await startPortalApp({ app_id });
    const reader = { email: 'looks@example.com', userType: 'ROOT', readOnly: true } as const;
    const { otherWindow, otherPage } = await signInAt(
      reader,
      `service-portal/apps/${app_id}/history/${run._id}`,
    );
    // The run, the link to the chat, and the step.
    await expectEventually(
      () => otherPage.getByText('Waiting for an answer', { exact: true }).count(),
      3,
    );
    expect(await otherPage.getByText(/Waiting for you/).count()).toBe(0);
    await inspectPage(otherPage, 'portal-others-are-asked');
    await otherPage.getByRole('link', { name: 'Read chat' }).click();
    await messageText('Waiting for an answer', otherPage).waitFor();
    await otherPage.getByRole('tab', { name: 'Chat', exact: true }).waitFor();
    await otherPage
      .getByText(/^Your access is read only/)
      .filter({ visible: true })
      .waitFor();
    await otherWindow.close();
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
  });

  it("keeps the open agent selected until another agent asks for the user's approval", async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    scene.model.script(({ messages: before, tools, structured }) => {
      if (structured) return { say: JSON.stringify({ suggestions: [host] }) };
      const hasUsed = before.some(({ role }) => role === 'tool');
      const close = tools.find((one) => one.startsWith('close'));
      if (hasUsed) return { say: close ? 'The port is closed.' : 'I take web-1.' };
      if (!close) return { call: [{ name: 'ask_user', args: { question: 'Which host?' } }] };
      const call = [{ name: close, args: { host, reason_for_approval } }];
      return { say: ['I close', ' the port.'], call, next: () => gate };
    });
    const both = `start -> both:parallel
      both -branch-> find:ai_agent -> meet:merge -> end
      both -branch-> shut:ai_agent -> meet`;
    const app_id = await scene.offer('Find-and-close', both, {
      find: { ...scene.agent, agent_toolkit: [] },
      shut: { ...scene.agent, agent_toolkit: [scene.closePort], approvers: ['nia@example.com'] },
    });
    const nia = { email: 'nia@example.com', userType: 'SP_USER' } as const;
    const { otherWindow, otherPage } = await signInAt(nia, `service-portal/apps/${app_id}`);
    await otherPage.getByRole('button', { name: 'Start', exact: true }).click();
    const chatTab = otherPage.getByRole('tab', { name: 'Chat Waiting for you' });
    await chatTab.click();
    await messageText('Which host?', otherPage).waitFor();
    await otherPage
      .getByRole('list', { name: 'Suggested answers' })
      .getByRole('button', { name: host })
      .click();
    await messageText('I take web-1.', otherPage).waitFor();
    await otherPage.getByText('Session Completed').waitFor();
    await otherPage.getByRole('tab', { name: 'Chat', exact: true }).waitFor();
    openGate();
    await chatTab.waitFor();
    await messageText('I close the port.', otherPage).waitFor();
    await inspectPage(otherPage, 'portal-chat-second-agent');
    await chooseVerdict(otherPage, 'Approve');
    await otherPage.getByRole('textbox', { name: 'Message', exact: true }).fill('Close it');
    await otherPage.getByRole('button', { name: 'Approve', exact: true }).click();
    await messageText('The port is closed.', otherPage).waitFor();
    await otherWindow.close();
  });

  it('sees who rejected a call and why, but not the arguments of the call', async () => {
    scene.model.script(({ messages: before, tools: [close = ''] }) =>
      before.some(({ role }) => role === 'tool')
        ? { say: 'The port stays open.' }
        : { call: [{ name: close, args: { host, reason_for_approval } }] },
    );
    const approvers = ['root@cloudwarden.local'];
    const find = { ...scene.agent, agent_toolkit: [scene.closePort], approvers };
    const bot_id = await scene.offer('Ask-to-close', singleAgentDrawing, { find });
    const sam = { email: 'sam@example.com', userType: 'SP_USER' } as const;
    const { otherWindow, otherPage } = await signInAt(sam, `service-portal/apps/${bot_id}`);
    await otherPage.getByRole('button', { name: 'Start', exact: true }).click();
    const log = otherPage.getByRole('log', { name: 'Messages' });
    await otherPage.getByText('The agent asks others to approve a call.').waitFor();
    expect(await otherPage.getByText(/Waiting for you/).count()).toBe(0);
    await inspectPage(otherPage, 'portal-others-approve');
    await otherPage.getByRole('link', { name: 'Read chat' }).click();
    await log.getByText('Waiting for approval').waitFor();
    await log.getByText('Shown to approvers only').waitFor();
    await otherPage.getByRole('tab', { name: 'Chat', exact: true }).waitFor();
    await log.getByRole('heading', { name: 'Waiting for root@cloudwarden.local' }).waitFor();
    await log.getByText('You are not an approver for this approval.').waitFor();
    expect(await log.getByText('Approve this call?').count()).toBe(0);
    expect(await log.getByText(reason_for_approval).count()).toBe(0);
    await inspectPage(otherPage, 'portal-chat-others-decide');
    expect(await log.getByText('web-1', { exact: true }).count()).toBe(0);
    await open({ bot_id, _id: /exc_\w+/.exec(otherPage.url())?.[0] ?? '' });
    await chooseVerdict(page, 'Reject');
    await messages().getByRole('textbox', { name: 'Message' }).fill('Not before the release');
    await button('Reject').click();
    await log.getByText('The port stays open.').waitFor();
    await log.getByText('close_a_port: rejected').click();
    await log.getByText('Rejected by root@cloudwarden.local: Not before the release').waitFor();
    expect(await log.getByText('web-1', { exact: true }).count()).toBe(0);
    await inspectPage(otherPage, 'portal-chat-rejected');
    await otherPage.getByRole('tab', { name: 'App' }).click();
    await otherPage.getByText('Succeeded').first().waitFor();
    expect(await otherPage.getByText(/Waiting for/).count()).toBe(0);
    await otherWindow.close();
  });
});

describe('several people in one chat', () => {
  const enter = (person: Parameters<typeof inviteAndSignIn>[1], run: Run) =>
    signInAt(person, `chatv2/${run.bot_id}/executions/${run._id}`);

  it("see each other's messages and authors at once; the agent reads all messages", async () => {
    const answer = scene.holdUp();
    const run = await start('Is told by two', singleAgentDrawing, (question) => {
      const reply = lookUpOnce(question);
      if ('call' in reply) return reply;
      return {
        say: `Read: ${question.messages
          .slice(-2)
          .map(({ text }) => text)
          .join(', ')}`,
      };
    });
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    const { otherWindow, otherPage } = await enter(
      { email: 'ada@example.com', userType: 'ROOT' },
      run,
    );
    const otherInput = otherPage.getByRole('textbox', { name: 'Message the agent "find"' });
    await otherInput.fill('Be quick');
    await otherInput.press('Enter');
    await messageText('Be quick').waitFor();
    await messages().getByText('ada@example.com').waitFor();
    await input().fill('Be exact');
    await input().press('Enter');
    await messageText('Be exact', otherPage).waitFor();
    await otherPage.getByText('root@cloudwarden.local ·', { exact: false }).waitFor();
    for (const at of [page, otherPage]) {
      await at.getByText('look_a_host_up: running').waitFor();
      await expectEventually(() => messageText('Be quick', at).count(), 1);
    }
    answer();
    for (const at of [page, otherPage]) await messageText('Read: Be quick, Be exact', at).waitFor();
    await otherWindow.close();
    await waitForEnd(run);
  });

  it('see at once that another approver has approved the requested call', async () => {
    const ada = 'decides@example.com';
    const approvers = ['root@cloudwarden.local', ada];
    const run = await startPortClosing(
      'Is approved by one of two',
      'SSH is open.',
      'It is closed.',
      approvers,
    );
    await open(run);
    await messages().getByRole('region', { name: 'Requested call' }).waitFor();
    const { otherWindow, otherPage } = await enter({ email: ada, userType: 'ROOT' }, run);
    await chooseVerdict(otherPage, 'Approve');
    await otherPage.getByRole('textbox', { name: 'Message', exact: true }).fill('Close it');
    await otherPage.getByRole('button', { name: 'Approve', exact: true }).click();
    for (const at of [page, otherPage]) await messageText('It is closed.', at).waitFor();
    await expectEventually(() => button('Approve').count(), 0);
    await otherWindow.close();
    await waitForEnd(run);
  });

  it('see how many approvals are required, who has approved, and the final approvers', async () => {
    const [ada, bob] = ['second@example.com', 'third@example.com'];
    const approvers = ['root@cloudwarden.local', ada, bob];
    const both = { approvals_required: 2 };
    const run = await startPortClosing(
      'Takes two',
      'SSH is open.',
      'It is closed.',
      approvers,
      both,
    );
    const fact = (label: string, at = page) =>
      at
        .getByRole('log', { name: 'Messages' })
        .getByRole('term')
        .filter({ hasText: label })
        .locator('xpath=following-sibling::dd')
        .first()
        .innerText();
    const approve = async (at: Page, message: string) => {
      await chooseVerdict(at, 'Approve');
      await at.getByRole('textbox', { name: 'Message', exact: true }).fill(message);
      await at.getByRole('button', { name: 'Approve', exact: true }).click();
    };
    await open(run);
    await messages().getByRole('region', { name: 'Requested call' }).waitFor();
    expect(await fact('Approvers')).toBe(approvers.join(', '));
    expect(await fact('Approvals required')).toBe('2');
    expect(await fact('Approved by')).toBe('-');
    const { otherWindow, otherPage } = await enter({ email: ada, userType: 'ROOT' }, run);
    await approve(otherPage, 'Close it');
    await expectEventually(() => fact('Approved by'), ada);
    await messageText(`Waiting for root@cloudwarden.local, ${bob}`, otherPage).waitFor();
    expect(await fact('Approved by', otherPage)).toBe(ada);
    await inspectPage(page, 'chat-one-of-two');
    await inspectPage(otherPage, 'chat-has-decided');
    await approve(page, 'I agree');
    await messageText('It is closed.').waitFor();
    await messages()
      .getByRole('button', { name: /^close_a_port: completed/ })
      .click();
    await messageText(`Approved by ${ada}: Close it`).waitFor();
    await messageText('Approved by root@cloudwarden.local: I agree').waitFor();
    await inspectPage(page, 'chat-approved');
    await otherWindow.close();
    await waitForEnd(run);
  });

  it('see who the approvers are, without a link to an approval hidden from them', async () => {
    const run = await startPortClosing('Is approved by others', 'SSH is open.', 'It is closed.');
    const { otherWindow, otherPage } = await enter(
      { email: 'author@example.com', roles: ['role_read_only'] },
      run,
    );
    await messageText('Waiting for root@cloudwarden.local', otherPage).waitFor();
    expect(await otherPage.getByText('Approve this call?').count()).toBe(0);
    await otherPage.getByRole('button', { name: /^close_a_port: approval requested/ }).click();
    await otherPage.getByText('Arguments').waitFor();
    expect(await otherPage.getByRole('link', { name: 'Open approval' }).count()).toBe(0);
    await inspectPage(otherPage, 'chat-others-decide');
    await otherWindow.close();
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
    await waitForEnd(run);
  });

  it('read the messages with read-only access, and see why they cannot write', async () => {
    const run = await start('Is asked of readers', singleAgentDrawing, askUserOnce);
    const reader = { email: 'reads@example.com', userType: 'ROOT', readOnly: true } as const;
    const { otherWindow, otherPage } = await enter(reader, run);
    await messageText('Waiting for an answer', otherPage).waitFor();
    await otherPage
      .getByText(/^Your access is read only/)
      .filter({ visible: true })
      .waitFor();
    const theirInput = otherPage.getByRole('textbox', { name: 'Message the agent "find"' });
    await expectEventually(() => theirInput.isDisabled(), true);
    await inspectPage(otherPage, 'chat-read-only');
    await open(run);
    await input().fill('Payments');
    await input().press('Enter');
    await messageText('I take Payments.', otherPage).waitFor();
    // Only users who may start a run see this hint.
    await page.getByText('Run the bot again to ask for something else.').waitFor();
    await otherPage.getByText('Session Completed').waitFor();
    expect(await otherPage.getByText('Run the bot again to ask for something else.').count()).toBe(
      0,
    );
    await otherWindow.close();
    await waitForEnd(run);
  });
});

describe('chat threads that exceed one page', () => {
  const many = `start -> each:loop -body-> find:ai_agent -> next:loop_end -> end`;
  const each = { loop_type: 'list', items_to_iterate: '{% [1..22] %}' };

  it('are loaded by a button, and a failure leaves the rest of the chat usable', async () => {
    scene.model.script(() => ({ say: 'Nothing to see.' }));
    const run = await waitForEnd(await scene.run('Many hosts', many, { each }));
    await open(run);
    await thread(/^Iteration 22/).waitFor();
    expect(await thread(/^Iteration/).count()).toBe(20);
    await page.route(/bot_execution\/.*next=/, (route) =>
      route.fulfill({ status: 400, json: { error: 'Out of order.' } }),
    );
    await button('Load More Threads').click();
    await agents().getByText('Could not load more threads.', { exact: false }).waitFor();
    expect(await button('Load More Threads').count()).toBe(0);
    await messages().getByText('Nothing to see.').waitFor();
    await unrouteAll(page);
    await page.reload();
    await button('Load More Threads').click();
    await thread(/^Iteration 1 /).waitFor();
    expect(await thread(/^Iteration/).count()).toBe(22);
  });

  it('keep the open thread selected when newer threads arrive, also in the portal', async () => {
    const [firstGate, laterGate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let agents = 0;
    scene.model.script(() => {
      agents += 1;
      return agents === 1
        ? { say: ['I was', ' the first.'], next: () => firstGate.promise }
        : { say: ['Nothing', ' to see.'], next: () => laterGate.promise };
    });
    const bot_id = await scene.offer('Hosts one by one', many, { each });
    const lea = { email: 'lea@example.com', userType: 'SP_USER' } as const;
    const { otherWindow, otherPage } = await signInAt(lea, `service-portal/apps/${bot_id}`);
    await otherPage.getByRole('button', { name: 'Start', exact: true }).click();
    await otherPage.getByRole('tab', { name: 'Chat' }).click();
    await messageText('Working', otherPage).waitFor();
    const run = { bot_id, _id: /exc_\w+/.exec(otherPage.url())?.[0] ?? '' };
    await open(run);
    await heading('FIND Iteration 1').waitFor();
    // Once it is no longer on the first page, it is requested by itself.
    const alone = [otherPage, page].map((one) => one.waitForResponse(/chat_threads\/thr_\w+$/));
    firstGate.resolve();
    await Promise.all(
      [otherPage, page].map((one) => messageText('I was the first.', one).waitFor()),
    );
    laterGate.resolve();
    await Promise.all(alone);
    await waitForEnd(run);
    await otherPage.getByRole('tab', { name: 'App' }).click();
    await otherPage.getByText('Succeeded').first().waitFor();
    await otherPage.getByRole('tab', { name: 'Chat' }).click();
    await messageText('I was the first.', otherPage).waitFor();
    await thread(/^Iteration 22 /).waitFor();
    await heading('FIND Iteration 1').waitFor();
    await messageText('I was the first.').waitFor();
    await otherWindow.close();
  });

  it('are opened by their address, even if their page is not loaded yet', async () => {
    scene.model.script(() => ({ say: 'Nothing to see.' }));
    const run = await waitForEnd(await scene.run('Hosts by address', many, { each }));
    const { listChatThreads } = scene.product.api.chat;
    const { next = '' } = await listChatThreads({ bot_exc_id: run._id, number_of_items: 20 });
    const { items } = await listChatThreads({ bot_exc_id: run._id, number_of_items: 20, next });
    const oldest = items.find(({ loop_index }) => loop_index === 0);
    await open(run, `?thread=${oldest?._id}`);
    await heading('FIND Iteration 1').waitFor();
    await messages().getByText('Nothing to see.').waitFor();
    expect(await thread(/^Iteration 1 /).getAttribute('aria-current')).toBe('true');
    expect(await thread(/^Iteration/).count()).toBe(21);
    await button('Load More Threads').click();
    await thread(/^Iteration 2 /).waitFor();
    expect(await thread(/^Iteration/).count()).toBe(22);
    await heading('FIND Iteration 1').waitFor();
    await open(run, '?thread=thr_unknown');
    await heading('FIND Iteration 22').waitFor();
  });
});

/** Shows a thread in which the AI agent has sent these texts, one per message. */
const openWithMessages = async (run: Run, texts: readonly string[]) => {
  const { listChatThreads } = scene.product.api.chat;
  const [first] = (await listChatThreads({ bot_exc_id: run._id })).items;
  const storedMessages = texts.map((content, at) => ({
    _id: `${first?._id}-${at + 2}-0`,
    message_type: 'text',
    content,
    final_response: false,
    created_at: '2026-09-01T12:00:00.000Z',
  }));
  await page.route(/\/api\/chat_threads\/thr_.*\/messages/, (route) => {
    const isFirst = route.request().url().includes('skip=0');
    return route.fulfill({ json: { messages: isFirst ? storedMessages.toReversed() : [] } });
  });
  await page.goto('about:blank');
  await open(run);
};

const diagram = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\``;

describe('the messages of an AI agent', () => {
  let run: Run;

  beforeAll(async () => {
    run = await waitForEnd(
      await start('Says all kinds', singleAgentDrawing, () => ({ say: 'That is all.' })),
    );
    await openWithMessages(run, [diagram('graph TD\nA')]);
    const isDrawn = async () => {
      const diagrams = messages().getByRole('img', { name: 'Diagram' });
      await diagrams.or(messages().getByText('Error rendering diagram')).waitFor();
      return (await diagrams.count()) > 0;
    };
    // The page gives up on a drawing after 3 s, which the first may take on a busy machine.
    while (!(await isDrawn())) await messages().getByRole('button', { name: 'Try again' }).click();
    await unrouteAll(page);
  });

  it('are drawn as text, tables, code and diagrams', async () => {
    const code = '```json\n{ "owner": "Payments" }\n```\n\n```sql\nselect 1\n```';
    const flowchart = diagram('graph TD\nweb-1[Web server] --> db-1[(Database)]');
    await openWithMessages(run, [
      '| Port |\n|---|\n| 22 |',
      code,
      `It is so:\n\n${flowchart}\n\nThat is it.`,
    ]);
    await messages().getByRole('cell', { name: '22' }).waitFor();
    await button('Copy code').first().waitFor();
    await messages().getByRole('img', { name: 'Diagram' }).waitFor();
    await messages().getByText('That is it.').waitFor();
    await inspectPage(page, 'chat-rich-text');
    await messages().getByText('Code of the diagram').click();
    await messages().getByText('web-1[Web server]').waitFor();
  });

  it('show a diagram with its own colours on a light background in the dark theme', async () => {
    const plain = diagram("%%{init: {'theme': 'forest'}}%%\ngraph TD\nA --> B");
    const coloured = diagram('graph TD\nA --> B\nstyle A fill:#ffd,color:#000');
    await openWithMessages(run, [plain, coloured]);
    const diagrams = messages().getByRole('img', { name: 'Diagram' });
    const onLight = page.locator('.diagram-on-light');
    for (const [theme, count] of [
      ['dark', 1],
      ['light', 0],
    ] as const) {
      await setTheme(page, theme);
      await eventually(
        () => diagrams.count(),
        (all) => all === 2,
      );
      await eventually(
        () => onLight.count(),
        (found) => found === count,
      );
    }
  });

  it('show the code of a diagram that is invalid, too large or cannot be drawn', async () => {
    const tooLong = `graph TD\n${'A --> B\n'.repeat(8000)}`;
    const gantt = 'gantt\ndateFormat YYYY-MM-DD\nsection a\nt: notadate, 1d';
    const relations = Array.from({ length: 501 }, (_, at) => `A${at} --> B${at}`).join('\n');
    const tooMany = diagram(`classDiagram\n${relations}`);
    await openWithMessages(run, [
      diagram('graph TD\nA -->'),
      diagram(tooLong),
      tooMany,
      diagram(gantt),
    ]);
    const invalid = 'Error in creating a mermaid chart — displaying raw code instead.';
    await eventually(
      () => messages().getByText(invalid).count(),
      (count) => count === 3,
    );
    const failed = () => messages().getByText('Error rendering diagram').count();
    await expectEventually(failed, 1);
    expect(await messages().textContent()).toContain('t: notadate, 1d');
  });

  it('run no code, fetch nothing and contain no unsafe links, even if hostile', async () => {
    const texts = [...hostileMarkdown, ...hostileDiagrams.map(diagram)];
    expect(new Set(texts).size).toBeGreaterThanOrEqual(300);
    const fetched: string[] = [];
    const dialogs: string[] = [];
    const note = (request: { url(): string }) => {
      if (!request.url().startsWith(scene.product.url)) fetched.push(request.url());
    };
    page.on('request', note);
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await openWithMessages(run, [...texts, 'This is the last.']);
    await messages().getByText('This is the last.').waitFor();
    await eventually(
      () =>
        messages()
          .getByText(/(Drawing|Loading) the diagram/)
          .count(),
      (count) => count === 0,
      240_000,
    );
    await page.mouse.move(700, 500);
    page.off('request', note);
    expect(await page.evaluate<unknown>('window.hit')).toBeUndefined();
    expect(await page.evaluate<unknown>('({}).hit')).toBeUndefined();
    expect(dialogs).toEqual([]);
    expect(fetched.filter((url) => !url.startsWith('data:image/svg+xml'))).toEqual([]);
    const brought = await messages().evaluate((log) =>
      [...log.querySelectorAll('*')].flatMap((element) => {
        const names = element.getAttributeNames().filter((name: string) => name.startsWith('on'));
        const address = element.getAttribute('href') ?? '';
        const isOdd = element.matches(
          'script, iframe, object, embed, form, style, base, link, meta',
        );
        const leads = address !== '' && !/^(https?:|mailto:|#)/.test(address);
        return isOdd || leads || names.length > 0 ? [element.outerHTML.slice(0, 200)] : [];
      }),
    );
    expect(brought).toEqual([]);
    const pictures = await messages().getByRole('img', { name: 'Diagram' }).count();
    expect(pictures).toBeGreaterThan(40);
  }, 400_000);
});

describe('a chat that cannot be shown', () => {
  it.each(['chat_sessions', 'chat_threads'])('reports missing access to %s', async (path) => {
    const run = await waitForEnd(
      await start(`Nobody sees ${path.replace('_', ' ')}`, 'start -> end'),
    );
    await page.route(`**/api/${path}/**`, (route) =>
      route.fulfill({
        status: 403,
        json: { error: 'Ask an administrator for read_bot_execution.' },
      }),
    );
    await open(run);
    await page.getByText('You have no access to this chat').waitFor();
    await page.getByText('Ask an administrator for read_bot_execution.').waitFor();
  });

  it('is reported as missing under the id of another bot or run', async () => {
    const run = await waitForEnd(await start('Is looked for', 'start -> end'));
    for (const unknownRun of [
      { ...run, bot_id: 'bot_other' },
      { ...run, _id: 'exc_other' },
    ]) {
      await open(unknownRun);
      await page.getByText('This run does not exist, or it was deleted.').waitFor();
      await page.getByRole('link', { name: 'Go to bot runs' }).waitFor();
    }
  });

  it('loads when the user retries', async () => {
    const run = await waitForEnd(await start('Is tried again', 'start -> end'));
    await page.route('**/api/chat_threads/**', (route) =>
      route.fulfill({ status: 400, json: { error: 'Not now.' } }),
    );
    await open(run);
    await page.getByText('Could not load this chat').waitFor();
    await unrouteAll(page);
    await button('Retry').click();
    await page.getByText('No AI agent worked in this run.').waitFor();
    await agents().getByText('No chat threads yet').waitFor();
  });
});
