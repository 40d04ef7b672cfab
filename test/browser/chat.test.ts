// The chat of a run: what its agents do and say, while they work and afterwards.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { complaintsOf, fitInto, openBrowser, openWindow } from '#test/support/browser.ts';
import { eventually } from '#test/support/eventually.ts';
import { hostileDiagrams, hostileMarkdown } from '#test/support/hostile-text.ts';
import type { Script } from '#test/support/scripted-model.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { type ChatScene, looksOften, looksOnce, openChatScene } from './support/chat-scene.ts';
import { look, narrow, wide } from './support/look.ts';

let scene: ChatScene;
let browser: Browser;
let window: BrowserContext;
let complaints: () => string[];
let page: Page;

type Run = { bot_id: string; _id: string };

beforeAll(async () => {
  [scene, browser] = await Promise.all([openChatScene(), openBrowser()]);
  window = await openWindow(browser, scene.product);
  complaints = complaintsOf(window);
  page = await window.newPage();
  await openSignedIn(page, scene.product);
});

afterEach(async () => {
  await page.unrouteAll();
  expect(complaints().filter((one) => !one.includes('Failed to load resource'))).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await scene.close();
});

const alone = 'start -> find:ai_agent -> end';

const start = (name: string, drawing: string, script: Script = looksOnce) => {
  scene.model.script(script);
  return scene.run(name, drawing);
};

const ended = async (run: Run): Promise<Run> => {
  const { getExecution } = scene.product.api.executions;
  await eventually(() => getExecution({ bot_exc_id: run._id }), ({ state }) => isFinal(state), 60_000);
  return run;
};

const open = ({ bot_id, _id }: Run, query = '') =>
  page.goto(`/app#/chatv2/${bot_id}/executions/${_id}${query}`);

const agents = () => page.getByRole('navigation', { name: 'Agents' });
const thread = (name: string | RegExp) => agents().getByRole('button', { name });
const messages = () => page.getByRole('log', { name: 'Messages' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the chat of a loop', () => {
  let run: Run;

  beforeAll(async () => {
    run = await ended(
      await start('Check hosts', 'start -> each:loop -body-> find:ai_agent -> next:loop_end -> end'),
    );
  });

  it('opens with what happened last, and leads to every iteration, the bot and the run', async () => {
    await open(run);
    await heading('FIND Iteration 3').waitFor();
    await messages().getByText('belongs to').waitFor();
    await page.getByText('Session Completed').waitFor();
    await agents().getByText('Select an agent to view its sessions').waitFor();
    await agents().getByText(`Session ${run._id.slice(-8)}`).waitFor();
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

  it('has what a tool was asked and what it returned folded away', async () => {
    await open(run);
    const call = messages().getByRole('button', { name: /^look_a_host_up: completed/ });
    await call.waitFor();
    expect(await messages().getByText('Payments', { exact: false }).count()).toBe(1);
    await call.click();
    await messages().getByText('Arguments').waitFor();
    await messages().getByText('"web-1"').waitFor();
    await messages().getByText('"Payments"').waitFor();
  });

  it('is for everybody, with a panel that comes and goes', async () => {
    await open(run);
    await messages().getByText('belongs to').waitFor();
    await look(page, 'chat');
    const box = await agents().boundingBox();
    expect(box?.width).toBe(320);
    await button('Hide agents').click();
    await agents().waitFor({ state: 'hidden' });
    await button('Show agents').click();
    await agents().waitFor();
  });

  it('has its panel over the messages where there is no room for both', async () => {
    await fitInto(page, narrow);
    await open(run);
    await page.reload();
    await messages().getByText('belongs to').waitFor();
    expect(await agents().count()).toBe(0);
    await button('Show agents').click();
    expect((await agents().boundingBox())?.width).toBe(narrow);
    expect(await messages().isVisible()).toBe(false);
    await thread(/^Iteration 2/).click();
    await heading('FIND Iteration 2').waitFor();
    await messages().getByText('belongs to').waitFor();
    expect(await agents().count()).toBe(0);
    await fitInto(page, wide);
    await page.reload();
  });

  it('is led to by its former address, and by the run', async () => {
    await page.goto(`/app#/chat/${run.bot_id}/executions/${run._id}`);
    await page.waitForURL(`**/app#/chatv2/${run.bot_id}/executions/${run._id}`);
    await page.goto(`/app#/bots/${run.bot_id}/executions/${run._id}?node=find`);
    await page.getByRole('link', { name: 'Open chat' }).click();
    await heading(/^FIND Iteration 1/).waitFor();
  });
});

describe('a long conversation', () => {
  it('comes from its end on; older messages keep what is read in its place', async () => {
    const run = await ended(await start('Looks often', alone, looksOften(18)));
    await open(run);
    await messages().getByText('I have looked 18 times.').waitFor();
    expect(await messages().getByText('Look 1.', { exact: true }).count()).toBe(0);
    const oldest = messages().getByText('Look 13.', { exact: true });
    await oldest.waitFor();
    await messages().evaluate((frame) => frame.scrollTo(0, 90));
    const before = await oldest.boundingBox();
    await messages().getByText('Look 7.', { exact: true }).waitFor();
    expect((await oldest.boundingBox())?.y).toBeCloseTo(before?.y ?? NaN, -1);
    await eventually(async () => {
      await messages().evaluate((frame) => frame.scrollTo(0, 0));
      return messages().getByRole('button', { name: 'Instructions' }).count();
    }, (count) => count === 1);
    // Each of them once: two entries at the beginning, a text and a call a look, the answer.
    const said = await messages().getByText(/^Look \d+\.$/).allTextContents();
    expect(said).toEqual(Array.from({ length: 18 }, (_, at) => `Look ${at + 1}.`));
  });

  it('says where older messages cannot be had, and asks no more', async () => {
    const run = await ended(await start('Looks often again', alone, looksOften(18)));
    let asked = 0;
    await page.route(/messages\?.*skip=20/, (route) => {
      asked += 1;
      return route.fulfill({ status: 400, json: { error: 'Out of order.' } });
    });
    await open(run);
    await messages().getByText('I have looked 18 times.').waitFor();
    await messages().evaluate((frame) => frame.scrollTo(0, 0));
    await messages().getByText('Could not load older messages.', { exact: false }).waitFor();
    const then = asked;
    await messages().evaluate((frame) => frame.scrollTo(0, 50));
    await messages().evaluate((frame) => frame.scrollTo(0, 0));
    expect(asked).toBe(then);
    await messages().getByText('I have looked 18 times.').waitFor();
  });

  it('has a message that is long only for whoever asks for it', async () => {
    const text = `${'A long answer. '.repeat(3000)}And its end.`;
    scene.answers(JSON.stringify({ log: 'x'.repeat(40_000), last: 'the last line' }));
    const says: Script = (question) =>
      question.messages.some(({ role }) => role === 'tool') ? { say: text } : looksOnce(question);
    const run = await ended(await start('Says much', alone, says));
    await open(run);
    await button('Show whole message').click();
    await messages().getByText('And its end.').waitFor();
    await messages().getByRole('button', { name: /^look_a_host_up: completed/ }).click();
    await messages().getByText('"the last line"').waitFor();
    scene.answers('{}');
  });
});

describe('an agent at work', () => {
  it('is seen at once, without a reload or a poll', async () => {
    const answer = scene.holdUp();
    const held = await start('Waits', 'start -> wait:approval -approved-> find:ai_agent -> end');
    await open(held);
    await page.getByText('A thread stands here once an AI agent of this run begins.').waitFor();
    const { api } = scene.product;
    const pending = await eventually(
      () => api.approvals.listApprovals({ status: 'pending' }),
      ({ items }) => items.some(({ bot_exc_id }) => bot_exc_id === held._id),
    );
    const [{ _id: approval_id } = { _id: '' }] = pending.items.filter(
      ({ bot_exc_id }) => bot_exc_id === held._id,
    );
    const yes = { status: 'resolved', all: true, message: 'Yes' } as const;
    await api.approvals.resolveApproval({ approval_id, ...yes });
    await messages().getByText('look_a_host_up: running').waitFor();
    await thread(/^find Working/).waitFor();
    expect(await page.getByText('User Interaction Disabled').count()).toBe(0);
    await look(page, 'chat-at-work');
    answer();
    await messages().getByText('look_a_host_up: completed').waitFor();
    await messages().getByText('belongs to').waitFor();
    await page.getByText('Session Completed').waitFor();
    await thread(/^find Completed/).waitFor();
  });

  it('takes no messages where people are not to write to it', async () => {
    const answer = scene.holdUp();
    scene.model.script(looksOnce);
    const find = { ...scene.agent, allow_user_interaction: false };
    const run = await scene.run('Works by itself', alone, { find });
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    await page.getByText('User Interaction Disabled').waitFor();
    expect(await page.getByRole('textbox', { name: /^Message to/ }).count()).toBe(0);
    answer();
    await page.getByText('Session Completed').waitFor();
    expect(await page.getByText('User Interaction Disabled').count()).toBe(0);
  });

  it('is the one that opens, whatever happened last elsewhere', async () => {
    const answer = scene.holdUp();
    const both = `start -> both:parallel
      both -branch-> find:ai_agent -> meet:merge -> end
      both -branch-> tell:ai_agent -> meet`;
    const script: Script = (question) =>
      question.instructions.includes('at once') ? { say: 'Done at once.' } : looksOnce(question);
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
    await ended(run);
  });

  it('stops with its run', async () => {
    const answer = scene.holdUp();
    const run = await start('Is stopped', alone);
    await open(run);
    await messages().getByText('look_a_host_up: running').waitFor();
    await scene.product.api.executions.abortExecution({ bot_exc_id: run._id });
    await page.getByText('The run ended before the agent did.').waitFor();
    await messages().getByText('look_a_host_up: stopped').waitFor();
    answer();
    await ended(run);
  });

  it('says why it failed', async () => {
    const run = await start('Is refused', alone, () => ({ misbehave: 'denied' }));
    await open(await ended(run));
    await page.getByText('The agent failed').waitFor();
    await page.getByText(/key|refused|denied/i).first().waitFor();
  });
});

describe('more threads than a page', () => {
  const many = `start -> each:loop -body-> find:ai_agent -> next:loop_end -> end`;
  const each = { loop_type: 'list', items_to_iterate: '{% [1..22] %}' };

  it('are loaded by a button; where that fails, the rest goes on', async () => {
    scene.model.script(() => ({ say: 'Nothing to see.' }));
    const run = await ended(await scene.run('Many hosts', many, { each }));
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
    await page.unrouteAll();
    await page.reload();
    await button('Load More Threads').click();
    await thread(/^Iteration 1 /).waitFor();
    expect(await thread(/^Iteration/).count()).toBe(22);
  });
});

/** Shows a thread whose agent has said these texts, one a message. */
const openWith = async (run: Run, texts: readonly string[]) => {
  const { listChatThreads } = scene.product.api.chat;
  const [first] = (await listChatThreads({ bot_exc_id: run._id })).items;
  const said = texts.map((content, at) => ({
    _id: `${first?._id}-${at + 2}-0`,
    message_type: 'text',
    content,
    final_response: false,
    created_at: '2026-09-01T12:00:00.000Z',
  }));
  await page.route(/\/api\/chat_threads\/thr_.*\/messages/, (route) => {
    const isFirst = route.request().url().includes('skip=0');
    return route.fulfill({ json: { messages: isFirst ? said.toReversed() : [] } });
  });
  await page.goto('about:blank');
  await open(run);
};

const diagram = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\``;

describe('what an agent says', () => {
  let run: Run;

  beforeAll(async () => {
    run = await ended(await start('Says all kinds', alone, () => ({ say: 'That is all.' })));
  });

  it('is drawn as text, tables, code and diagrams', async () => {
    const code = '```json\n{ "owner": "Payments" }\n```\n\n```sql\nselect 1\n```';
    const drawn = diagram('graph TD\nweb-1[Web server] --> db-1[(Database)]');
    await openWith(run, ['| Port |\n|---|\n| 22 |', code, `It is so:\n\n${drawn}\n\nThat is it.`]);
    await messages().getByRole('cell', { name: '22' }).waitFor();
    await button('Copy code').first().waitFor();
    await messages().getByRole('img', { name: 'Diagram' }).waitFor();
    await messages().getByText('That is it.').waitFor();
    await look(page, 'chat-rich-text');
    await messages().getByText('Code of the diagram').click();
    await messages().getByText('web-1[Web server]').waitFor();
  });

  it('is shown as its code where it is no diagram, or none that can be drawn', async () => {
    const tooLong = `graph TD\n${'A --> B\n'.repeat(8000)}`;
    const other = 'gantt\ndateFormat YYYY-MM-DD\nsection a\nt: notadate, 1d';
    await openWith(run, [diagram('graph TD\nA -->'), diagram(tooLong), diagram(other)]);
    const invalid = 'Error in creating a mermaid chart — displaying raw code instead.';
    await eventually(() => messages().getByText(invalid).count(), (count) => count === 2);
    const failed = () => messages().getByText('Error rendering diagram').count();
    await eventually(failed, (count) => count === 1, 10_000);
    expect(await messages().textContent()).toContain('t: notadate, 1d');
  });

  it('runs, fetches and leads to nothing, however hostile it is', async () => {
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
    await openWith(run, [...texts, 'This is the last.']);
    await messages().getByText('This is the last.').waitFor();
    await eventually(
      () => messages().getByText(/(Drawing|Loading) the diagram/).count(),
      (count) => count === 0,
      120_000,
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
        const isOdd = element.matches('script, iframe, object, embed, form, style, base, link, meta');
        const leads = address !== '' && !/^(https?:|mailto:|#)/.test(address);
        return isOdd || leads || names.length > 0 ? [element.outerHTML.slice(0, 200)] : [];
      }),
    );
    expect(brought).toEqual([]);
    const pictures = await messages().getByRole('img', { name: 'Diagram' }).count();
    expect(pictures).toBeGreaterThan(40);
  });
});

describe('a chat that cannot be shown', () => {
  it.each(['chat_sessions', 'chat_threads'])('is forbidden where %s are', async (path) => {
    const run = await ended(await start(`Nobody sees ${path.replace('_', ' ')}`, 'start -> end'));
    await page.route(`**/api/${path}/**`, (route) =>
      route.fulfill({ status: 403, json: { error: 'Ask an administrator for read_bot_execution.' } }),
    );
    await open(run);
    await page.getByText('You have no access to this chat').waitFor();
    await page.getByText('Ask an administrator for read_bot_execution.').waitFor();
  });

  it('is not found under the id of another bot or run', async () => {
    const run = await ended(await start('Is looked for', 'start -> end'));
    for (const other of [{ ...run, bot_id: 'bot_other' }, { ...run, _id: 'exc_other' }]) {
      await open(other);
      await page.getByText('This run does not exist, or it was deleted.').waitFor();
      await page.getByRole('link', { name: 'Go to bot runs' }).waitFor();
    }
  });

  it('can be tried again', async () => {
    const run = await ended(await start('Is tried again', 'start -> end'));
    await page.route('**/api/chat_threads/**', (route) =>
      route.fulfill({ status: 400, json: { error: 'Not now.' } }),
    );
    await open(run);
    await page.getByText('Could not load this chat').waitFor();
    await page.unrouteAll();
    await button('Retry').click();
    await page.getByText('No AI agent worked in this run.').waitFor();
    await agents().getByText('No chat threads yet').waitFor();
  });
});
