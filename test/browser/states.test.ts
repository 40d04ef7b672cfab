import type { Browser, Page, Route } from 'playwright-core';
import {
  accessibilityFaults,
  collectComplaints,
  openBrowser,
  openWindow,
  saveScreenshot,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { everyIn } from '#test/support/every-in.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { sourcesIn } from '#test/support/sources.ts';
import { sampleCases } from '#test/support/thorough.ts';
import { inspectPage } from './support/inspect-page.ts';
import type { ShownPages } from './support/shown-pages.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** Ids that lists belong to, by the variable in their routes. */
const ids: Record<string, string> = {};

const areas = everyIn<{ shown: ShownPages }>('test/browser/shown').map(([, { shown }]) => shown);
const withIds = (route: string) =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  for (const { make, lists: areaLists = {} } of areas) {
    const needsIds = Object.values(areaLists).some(({ route }) => route.includes('{'));
    if (needsIds) Object.assign(ids, await make?.(product));
  }
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await page.clock.install();
  await openSignedIn(page, product);
  // Nothing is cached of the list that is opened first.
  await open('nowhere');
});

afterEach(async () => {
  await unrouteAll(page);
  const besidesTheWanted = complaints().filter((text) => !text.includes('Failed to load resource'));
  expect(besidesTheWanted).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
});

type Reply = (route: Route) => Promise<void>;

const json =
  (status: number, body: object): Reply =>
  (route) =>
    route.fulfill({ status, json: body });
const broken = json(500, { error: 'Something went wrong on our side. Try again.' });
const offline: Reply = (route) => route.abort('internetdisconnected');
const forbidden = json(403, { error: 'You have no role that allows it. Ask your ROOT user.' });

/** Sets the answer for the path from now on. */
const mockAnswer = (path: string, reply: Reply) =>
  page.route((url) => url.pathname === `/api/${path}`, reply);

/** Reloads the console at this route: nothing is cached. */
const open = async (route: string) => {
  await page.goto('about:blank');
  await page.goto(`/app#/${route}`);
};

/** Waits for the page's error, which appears after its retries; the clock is advanced for that. */
const waitForAlert = (text: string) => {
  const alert = page.getByRole('alert').filter({ hasText: text });
  return eventually(async () => {
    await page.clock.fastForward(1000);
    return alert.isVisible();
  }, Boolean);
};

const expectAccessible = async (name: string, part?: string) => {
  await saveScreenshot(page, name);
  expect(await accessibilityFaults(page, 'all', part)).toEqual([]);
};

const lists = Object.fromEntries(areas.flatMap((area) => Object.entries(area.lists ?? {})));

/** Comes from a page without data, so that a list without rows starts anew. */
const goTo = async (route: string) => {
  await page.goto('/app#/nowhere');
  await page.getByRole('heading', { name: '404' }).waitFor();
  await page.goto(`/app#/${route}`);
};

/**
 * All lists share their texts and appearance while they have no rows (`useList`): every state is
 * inspected in a list of rows. Cards arrange differently what replaces rows: loading, one notice,
 * and nothing. The notices differ in their words and in the button.
 */
const inspectedStates: Record<string, readonly State[]> = {
  'bots/list/bots': ['forbidden', 'loading', 'broken', 'empty'],
  'service-portal/apps': ['loading', 'broken', 'empty'],
};
type State = 'forbidden' | 'loading' | 'broken' | 'empty';

const others = Object.entries(lists).flatMap(([file, list]) =>
  file in inspectedStates ? [] : [list],
);

describe('the lists of this test', () => {
  it('include every list of the console', () => {
    const calling = sourcesIn('web/src/pages').filter(({ text }) => /\buseList\(/.test(text));
    const files = calling.map(({ path }) => path.replace('web/src/pages/', '').replace('.tsx', ''));
    expect(Object.keys(lists).toSorted()).toEqual(files.toSorted());
    expect(Object.keys(lists)).toEqual(expect.arrayContaining(Object.keys(inspectedStates)));
  });
});

describe.each(Object.entries(inspectedStates))('the list of %s', (file, statesToInspect) => {
  const { route = '', path = '', rows = '', emptyText = '' } = lists[file] ?? {};
  const stateLooksWell = async (state: State) => {
    if (!statesToInspect.includes(state)) return;
    await inspectPage(page, `${route.replaceAll('/', '-')}-${state}`);
  };
  const retry = () => page.getByRole('button', { name: 'Retry' });

  it('says where to ask for missing access, and offers no retry', async () => {
    await mockAnswer(path, forbidden);
    await goTo(route);
    await waitForAlert(`You have no access to ${rows}`);
    await waitForAlert('You have no role that allows it. Ask your ROOT user.');
    expect(await retry().count()).toBe(0);
    await stateLooksWell('forbidden');
  });

  it('shows that it is loading, and then that the server cannot be reached', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await mockAnswer(path, async (heldRoute) => {
      await gate;
      await offline(heldRoute);
    });
    await goTo(route);
    await page.getByText(`Loading ${rows}`).filter({ visible: true }).first().waitFor();
    await stateLooksWell('loading');
    openGate();
    await waitForAlert("Couldn't connect to the server!");
    await waitForAlert('Check your connection, then try again.');
  });

  it('loads again on retry, and reports a failure of the server', async () => {
    await mockAnswer(path, broken);
    await retry().click();
    await waitForAlert(`Could not load ${rows}`);
    await waitForAlert('Something went wrong on our side.');
    await stateLooksWell('broken');
  });

  it('shows a notice when it is empty', async () => {
    await mockAnswer(path, json(200, { items: [], count: 0 }));
    await retry().click();
    await page.getByText(emptyText, { exact: true }).waitFor();
    expect(await page.getByText(`Could not load ${rows}`).count()).toBe(0);
    await stateLooksWell('empty');
  });
});

describe.each(sampleCases(others, 2))('another list at $route', (list) => {
  const { route, rows, emptyText, failed = `Could not load ${rows}`, besides } = list;

  it('reports a failure of the server, and shows a notice when it is empty', async () => {
    const path = withIds(list.path);
    await mockAnswer(path, broken);
    await goTo(withIds(route));
    await waitForAlert(failed);
    await unrouteAll(page);
    await mockAnswer(path, json(200, { items: [], count: 0, ...besides }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(emptyText, { exact: true }).first().waitFor();
    // The shell around it is the same on each page.
    await expectAccessible(`${route.replaceAll(/\W+/g, '-')}-empty`, 'main');
  });
});

const detailPages = areas.flatMap(({ states = [] }) => states);

describe.each(sampleCases(detailPages, 4))('the page at /$route', (one) => {
  const { route, path, subject, loading, area = subject } = one;

  it('shows that it is loading, failures of the server, and where to ask for access', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    await mockAnswer(path, async (heldRoute) => {
      await gate;
      await broken(heldRoute);
    });
    await open(route);
    await page.getByText(loading).filter({ visible: true }).first().waitFor();
    openGate();
    await waitForAlert(`Could not load ${subject}`);
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await unrouteAll(page);
    await mockAnswer(path, forbidden);
    await open(route);
    await waitForAlert(`You have no access to ${area}`);
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  });
});

describe('a list that is already loaded', () => {
  it('keeps its rows when a refresh fails, and says that they are old', async () => {
    await goTo('bots');
    const link = page.getByRole('link', { name: 'Isolate hosts of severe findings' });
    await link.waitFor();
    await mockAnswer('bots', broken);
    await page.getByRole('button', { name: 'Refresh bots' }).click();
    const warning = page.getByText('Not refreshed: Something went wrong on our side. Try again.');
    await eventually(async () => {
      await page.clock.fastForward(1000);
      return warning.isVisible();
    }, Boolean);
    await link.waitFor();
    await expectAccessible('bots-old');
  });

  it('shows a notice when no item matches its filter, and clears the filter', async () => {
    await goTo('listeners?regex=nothing-like-it');
    await page.getByText('No listeners match the filter.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Sample findings' }).waitFor();
  });
});

describe('the page of a missing item', () => {
  const missing = [
    ['bots/nope', 'This bot does not exist, or it was deleted.', 'Go to bots'],
    ['bots/nope?mode=view', 'This bot does not exist, or it was deleted.', 'Go to bots'],
    ['bots/nope/executions/nope', 'This run does not exist, or it was deleted.', 'Go to bot runs'],
    ['bots/executions/nope', 'This run does not exist, or it was deleted.', 'Go to bot runs'],
    ['listeners/nope', 'This listener does not exist, or it was deleted.', 'Go to listeners'],
    ['listeners/view/nope', 'This listener does not exist, or it was deleted.', 'Go to listeners'],
    [
      'integrations/view/nope',
      'This integration does not exist, or it was deleted.',
      'Go to connected integrations',
    ],
    ['integrations/nope', "There is no integration type 'nope'.", 'Go to integrations'],
    ['approvals/nope', 'This approval does not exist, or it was deleted.', 'Go to approvals'],
    ['approvals/view/nope', 'This approval does not exist, or it was deleted.', 'Go to approvals'],
    ['user-input/nope', 'This user input does not exist, or it was deleted.', 'Go to user input'],
    ['users/nope', 'This user does not exist, or it was deleted.', 'Go to users'],
  ] as const;

  it.each(missing)(
    'reports the missing item at %s, with a link',
    async (route, sentence, linkText) => {
      await page.goto(`/app#/${route}`);
      await page.getByText(sentence).waitFor();
      await page.getByRole('link', { name: linkText }).waitFor();
      // All of them show the same notice.
      if (route === 'bots/nope') await expectAccessible('missing');
    },
  );
});

describe('an expired user input', () => {
  const form = {
    _id: 'inp_1',
    internal_name: 'New account',
    bot_id: 'bot_1',
    bot_name: 'Onboard',
    bot_exc_id: 'exc_1',
    lane: '',
    node_id: 'ask',
    node_name: 'Ask',
    status: 'EXPIRED',
    message: 'Who will own it?',
    input_for: [],
    inputs: ['Owner', 'Purpose', 'Budget'].map((label, at) => ({
      id: `input_${at}`,
      label,
      type: 'text',
      required: true,
      options: [],
      advance: { value_validation: {} },
    })),
    created_at: '2026-01-01T10:00:00.000Z',
    expires_on: '2026-01-02T10:00:00.000Z',
    may_act: false,
    reason: "Can't resolve expired user input.",
  };

  it('lies below the notice that it has expired, and links back to the list', async () => {
    await mockAnswer('user_inputs/inp_1', json(200, form));
    await goTo('user-input/inp_1');
    const notice = page.getByRole('alert').filter({ hasText: "Can't resolve expired user input." });
    await notice.waitFor();
    await expectAccessible('user-input-expired');
    await notice.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'User Input', exact: true }).waitFor();
  });
});

describe('the console as a whole', () => {
  it('shows its pages to a read-only user, and explains disabled buttons', async () => {
    await mockAnswer('users/me', async (route) => {
      const real = await route.fetch();
      const body: object = JSON.parse(await real.text());
      await route.fulfill({ response: real, json: { ...body, readOnly: true } });
    });
    await open('bots');
    await page.getByRole('link', { name: 'New', exact: true }).waitFor();
    await expectAccessible('read-only');
    await page.getByRole('link', { name: 'New', exact: true }).hover();
    await page.getByText('Your access is read only.').filter({ visible: true }).waitFor();
  });

  it('reports that the account could not be loaded', async () => {
    // Without the shell, nothing gives these notices a background.
    await page.emulateMedia({ colorScheme: 'dark' });
    await mockAnswer('users/me', broken);
    await open('bots');
    await waitForAlert('Could not load your account');
    await expectAccessible('no-account');
  });

  it('reports that it could not start', async () => {
    await page.route('**/config.json', broken);
    await open('bots');
    await page.getByText('Cloudwarden could not start').waitFor();
    await expectAccessible('no-start');
  });
});
