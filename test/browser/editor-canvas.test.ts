import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import {
  accessibilityFaults,
  expectEventually,
  readCopiedText,
  saveScreenshot,
  setTheme,
} from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type EditorPage, openEditorPage } from '#test/support/editor-page.ts';
import { eventually } from '#test/support/eventually.ts';
import { inspectPage } from './support/inspect-page.ts';

let editor: EditorPage;
let page: Page;

beforeAll(async () => {
  editor = await openEditorPage();
  page = editor.page;
});

afterEach(() => expect(editor.complaints()).toEqual([]));

afterAll(() => editor.close());

describe('the clipboard', () => {
  it('copies nodes and their arrows from one bot to another under unused names', async () => {
    await editor.open(
      'Copied from',
      draw('start -> call:http_request -> wait:delay -> end', {
        call: { url: 'https://api.example.com/?token=hush' },
        wait: { seconds: 5 },
      }),
    );
    await editor.node(/^HTTP request/).click();
    await editor.node(/^Delay/).click({ modifiers: ['Control'] });
    const text = await readCopiedText(page, () => editor.press('Control+c'));
    expect(JSON.parse(text)).toMatchObject({ cloudwarden: 'nodes' });
    expect(text).not.toContain('hush');
    await editor.open('Copied to', draw('start -> call:delay -> end'));
    await editor.node(/^Start/).click();
    await editor.press('Control+v');
    await editor.node('HTTP request: call 2').waitFor();
    await editor.press('Control+v');
    await editor.node('Delay: wait 2').waitFor();
    await editor.button('Save').click();
    await page.getByText('Saved as version 2').waitFor();
    expect(await editor.saved()).toEqual([
      'call -> end',
      'call 2 -> wait',
      'call 3 -> wait 2',
      'start -> call',
    ]);
  });

  it('cuts a node and pastes it at a free place', async () => {
    await editor.button('Fit').click();
    await editor.node('Delay: call').click();
    await editor.press('Control+x');
    await editor.node('Delay: call').waitFor({ state: 'detached' });
    await editor.press('Control+v');
    await editor.node('Delay: call').waitFor();
    await editor.press('Control+z');
    await editor.press('Control+z');
    await editor.arrow('start to call').waitFor({ state: 'attached' });
  });
});

const transform = () =>
  page.evaluate<string>(`document.querySelector('.react-flow__viewport')?.style.transform ?? ''`);

describe('the view of a bot on the canvas', () => {
  it('is restored after a reload', async () => {
    await editor.open('Seen again', draw('start -> wait:delay -> end'));
    await eventually(transform, (now) => now.endsWith('scale(1)'));
    await editor.canvas().hover({ position: { x: 300, y: 120 } });
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Control');
    const zoomed = await eventually(transform, (now) => !now.endsWith('scale(1)'));
    const zoom = /scale\((\d\.\d{3})/.exec(zoomed)?.[1] ?? 'no zoom';
    await eventually(
      () => page.evaluate<string>('Object.values(localStorage).join()'),
      (stored) => stored.includes(zoom),
    );
    await page.reload();
    await eventually(transform, (now) => now === zoomed);
  });

  it('fits the graph on key 1, and shows it at its original size on key 0', async () => {
    await editor.node(/^Start/).click();
    await editor.press('0');
    await eventually(transform, (now) => now.endsWith('scale(1)'));
    await editor.press('-');
    await eventually(transform, (now) => !now.endsWith('scale(1)'));
    await editor.press('1');
    await eventually(transform, (now) => now.endsWith('scale(1)'));
  });
});

describe('pressing a node', () => {
  const middleOf = async (label: RegExp) => {
    const box = await editor.node(label).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const press = async (label: RegExp, tremor: number) => {
    const { x, y } = await middleOf(label);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + tremor, y);
    await page.mouse.up();
    return { x, y };
  };

  beforeAll(async () => {
    const row = Array.from({ length: 30 }, (_, index) => `d${index}:delay`).join(' -> ');
    await editor.open('Pressed', draw(`start -> ${row} -> end`));
  });

  it.each([1, 3])('selects a node and ignores a move of %s pixels', async (tremor) => {
    await press(/^Start/, 0);
    await editor.selected('Start: start');
    const { x, y } = await press(/^Delay: d0\b/, tremor);
    await editor.selected('Delay: d0');
    expect(await middleOf(/^Delay: d0\b/)).toEqual({ x, y });
    expect(await page.getByText('Unsaved changes').count()).toBe(0);
  });

  it('scrolls a node at the edge of the view no further than necessary', async () => {
    await editor.button('Fit').click();
    const before = await middleOf(/^Delay: d2\b/);
    const { y: bottom, height } = (await editor.canvas().boundingBox()) ?? { y: 0, height: 0 };
    await page.mouse.move(before.x + 300, before.y);
    // The canvas moves by half the wheel's distance.
    await page.mouse.wheel(0, 2 * (before.y - (bottom + height - 80)));
    await eventually(
      () => middleOf(/^Delay: d2\b/),
      ({ y }) => Math.abs(y - (bottom + height - 80)) < 2,
    );
    const pressed = await press(/^Delay: d2\b/, 0);
    await editor.selected('Delay: d2');
    const { y } = await eventually(
      () => middleOf(/^Delay: d2\b/),
      (now) => now.y < pressed.y,
    );
    expect(pressed.y - y).toBeLessThan(120);
  });

  it('does not move a node that the browser has scrolled into view', async () => {
    const frame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
    await editor.node(/^Delay: d20\b/).evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const { x, y } = await middleOf(/^Delay: d20\b/);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.evaluate(frame);
    await page.mouse.up();
    await editor.selected('Delay: d20');
    expect(await middleOf(/^Delay: d20\b/)).toEqual({ x, y });
  });
});

describe('a graph of 200 nodes', () => {
  it('is drawn completely, and the arrow keys reach nodes outside the view', async () => {
    const delays = Array.from({ length: 198 }, (_, index) => `d${index}:delay`).join(' -> ');
    await editor.open('Large', draw(`start -> ${delays} -> end`));
    const count = (kind: string) => page.locator(`.react-flow__${kind}`).count();
    await eventually(
      () => Promise.all([count('node'), count('edge')]),
      ([nodes, arrows]) => nodes === 200 && arrows === 199,
    );
    await editor.node(/^Start/).click();
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowDown');
    await editor
      .node(/^Delay: d11\b/)
      .and(page.locator(':focus'))
      .waitFor();
  });
});

describe('a graph that is too large to be readable as a whole', () => {
  const zoom = async () => Number(/scale\(([\d.]+)/.exec(await transform())?.[1]);

  it('is fitted to its beginning first, and to the whole graph on the second click', async () => {
    const row = (prefix: string) =>
      Array.from({ length: 28 }, (_, index) => `${prefix}${index}:delay`).join(' -> ');
    const graph = draw(
      `start -> fork:condition -yes-> ${row('y')} -> end\n fork -no-> ${row('n')} -> end`,
    );
    await editor.open('Sixty nodes', graph);
    await editor.tidyUp();
    await editor.button('Fit').click();
    await eventually(zoom, (now) => now === 0.6);
    const canvas = await editor.canvas().boundingBox();
    const top = await Promise.all(
      [/^Start/, /^Delay: y0\b/, /^Delay: n0\b/].map((name) => editor.node(name).boundingBox()),
    );
    for (const box of top) {
      expect(box?.x).toBeGreaterThan(canvas?.x ?? NaN);
      expect((box?.x ?? NaN) + (box?.width ?? 0)).toBeLessThan((canvas?.x ?? 0) + 1440);
      expect(box?.y).toBeGreaterThan(canvas?.y ?? NaN);
    }
    await editor.button('Fit').click();
    await eventually(zoom, (now) => now < 0.3);
    await editor.button('Undo').click();
  });
});

describe('the side panels of the editor', () => {
  it('are open one at a time: selecting a node replaces the help with its settings', async () => {
    await editor.open('Panels', draw('start -> wait:delay -> end'));
    await editor.settings().waitFor();
    await editor.button('Info: open help').click();
    await page.getByRole('heading', { name: 'Draw' }).waitFor();
    await editor.settings().waitFor({ state: 'hidden' });
    await editor.node(/^Delay/).click();
    await editor.settings().getByLabel('Name').waitFor();
    await page.getByRole('heading', { name: 'Draw' }).waitFor({ state: 'hidden' });
  });
});

describe('frames, disabled nodes and notes', () => {
  it('pass the accessibility checks', async () => {
    const graph = draw(`
      start -> each:loop -body-> both:parallel -branch-> call:http_request -> meet:merge
      both -branch-> wait:delay -> meet -> turned:loop_end -> end
      note`);
    const nodes = graph.nodes.map((one) =>
      one.id === 'call' ? { ...one, disabled: true as const } : one,
    );
    await editor.open('Framed', { ...graph, nodes });
    await editor.tidyUp();
    await editor.node(/^Start/).click();
    await inspectPage(page, 'editor-frames');
    await editor.button('Undo').click();
  });
});

describe('the overview of a graph', () => {
  const overview = () => editor.canvas().getByRole('img', { name: 'Overview of the graph' });
  const countParts = async () => {
    await overview().waitFor();
    const count = (part: string) => overview().locator(part).count();
    return Promise.all([count('.bot-mini'), count('.bot-mini-arrow'), count('.bot-mini-frame')]);
  };

  it('shows nodes, arrows and frames, and disappears on a narrow screen', async () => {
    const loop = 'start -> all:loop -body-> call:http_request -> again:loop_end -> end';
    await editor.open('Overseen', draw(loop));
    expect(await countParts()).toEqual([5, 4, 1]);
    await page.setViewportSize({ width: 430, height: 900 });
    await overview().waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await countParts()).toEqual([5, 4, 1]);
  });
});

describe('the editor on a narrow screen, with the settings below the canvas', () => {
  const bars = 83;
  const topOf = async (element: Locator) => Math.round((await element.boundingBox())?.y ?? 0);
  const isInView = () => expectEventually(() => topOf(editor.settings()), bars);
  const back = () => editor.button('Back to the canvas');
  let id: string;

  beforeAll(async () => {
    await page.setViewportSize({ width: 430, height: 900 });
    const calls = { get: { url: 'https://api.example.com/' }, ask: { approvers: [] } };
    id = await editor.open('Narrow', draw('start -> get:http_request -> ask:approval', calls));
  });

  afterAll(() => page.setViewportSize({ width: 1440, height: 900 }));

  it('scrolls the page, not the graph, when the wheel turns over the canvas', async () => {
    const [before, top] = [await transform(), await topOf(editor.settings())];
    await editor.canvas().hover({ position: { x: 300, y: 120 } });
    await page.mouse.wheel(0, 100);
    await expectEventually(async () => (await topOf(editor.settings())) < top, true);
    expect(await transform()).toBe(before);
    await page.mouse.wheel(0, -100);
    await expectEventually(async () => (await topOf(editor.settings())) === top, true);
  });

  it('scrolls to the issues on Validate', async () => {
    expect(await topOf(editor.settings())).toBeGreaterThan(500);
    await page.getByRole('button', { name: /^Validate \(\d\)/ }).click();
    await isInView();
  });

  it('scrolls to the settings of a node when its issue or the node is clicked', async () => {
    await editor.settings().getByRole('button', { name: 'ask', exact: true }).first().click();
    await editor.settings().getByLabel('Name').and(page.locator('[value="ask"]')).waitFor();
    await isInView();
    await back().click();
    await expectEventually(async () => (await topOf(editor.settings())) > bars, true);
    await editor.node(/^HTTP request/).click();
    await isInView();
  });

  it('scrolls to the settings of the node that the address names', async () => {
    await page.goto('/app#/bots');
    await page.goto(`/app#/bots/${id}?node=get`);
    await editor.settings().getByRole('textbox', { name: 'URL' }).waitFor();
    await isInView();
  });

  it('keeps the button back to the canvas at the top, outside the form', async () => {
    await page.mouse.wheel(0, 300);
    await eventually(
      () => topOf(editor.settings()),
      (top) => top < bars - 200,
    );
    const bar = page.locator('.bot-workbench-back');
    await expectEventually(() => topOf(bar), bars);
    expect(await bar.boundingBox()).toMatchObject({ x: 0, width: 430 });
    await saveScreenshot(page, 'editor-narrow-form');
  });
});

describe('a message about the graph', () => {
  it('lies over the canvas without moving the graph, until it is hidden', async () => {
    await editor.open('Told', draw('start -> call:http_request -> end'));
    const places = () =>
      Promise.all([editor.canvas().boundingBox(), editor.node(/^End/).boundingBox()]);
    // The graph is fitted into view once it was measured.
    let last: unknown;
    const before = await eventually(places, (now) => {
      const isSame = isDeepStrictEqual(now, last);
      last = now;
      return isSame;
    });
    await editor.node(/^HTTP request/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Pin/ }).click();
    const message = editor.canvas().getByText('Uses pinned data: call.');
    await message.waitFor();
    expect(await places()).toEqual(before);
    expect(await accessibilityFaults(page)).toEqual([]);
    await editor.button('Hide this message').click();
    await message.waitFor({ state: 'detached' });
    await editor.canvas().and(page.locator(':focus')).waitFor();
    expect(await places()).toEqual(before);
    await editor.button('Save').click();
    await page.getByText('Saved as version 2').waitFor();
  });
});

describe('the menu of the canvas', () => {
  const item = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) });

  it('opens by mouse and by keyboard on a node, and returns the focus', async () => {
    await editor.open('Menus', draw('start -> wait:delay -> end'));
    await editor.node('Delay: wait').click({ button: 'right' });
    await page.getByRole('menu', { name: 'wait' }).waitFor();
    for (const scheme of ['light', 'dark'] as const) {
      await setTheme(page, scheme);
      const rules = scheme === 'light' ? 'all' : 'colours';
      expect([scheme, await accessibilityFaults(page, rules)]).toEqual([scheme, []]);
      await saveScreenshot(page, `editor-menu-${scheme}-1440`);
    }
    await setTheme(page, 'light');
    await editor.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await editor.node('Delay: wait').and(page.locator(':focus')).waitFor();
    await editor.press('Shift+F10');
    await page.getByRole('menu', { name: 'wait' }).waitFor();
    await page.keyboard.type('cc');
    await editor.press('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it('adds a node to an arrow, and pastes at the clicked place of the canvas', async () => {
    await editor.tidyUp();
    await editor
      .button('Add a node between start and wait')
      .click({ button: 'right', force: true });
    await item('Add a node here').click();
    await page.getByRole('dialog', { name: 'Add a node between start and wait' }).waitFor();
    await editor.press('Escape');
    await page
      .locator('.react-flow__pane')
      .click({ button: 'right', position: { x: 300, y: 100 } });
    await item('Paste').click();
    await editor.selected('Delay: wait 2');
    await editor.button('Undo').click();
  });
});

describe('dropping with the mouse', () => {
  const middleOf = async (label: string | RegExp) => {
    const box = await editor.node(label).boundingBox();
    if (!box) throw new Error(`${String(label)} is not on the canvas.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const dragTo = async (x: number, y: number) => {
    await page.mouse.down();
    await page.mouse.move(x - 10, y, { steps: 4 });
    await page.mouse.move(x, y);
  };
  const wayOf = (label: string) => editor.node(label).locator('[data-handleid="next"]');

  it('asks for the kind of node when an arrow is dropped on the empty canvas', async () => {
    await editor.openNew();
    const start = await middleOf('Start: Start');
    await wayOf('Start: Start').hover();
    await dragTo(start.x + 220, start.y + 180);
    await page.mouse.up();
    await page.getByRole('dialog', { name: 'Add a node after Start' }).waitFor();
    await page.keyboard.type('delay');
    await editor.press('Enter');
    await editor.selected('Delay: Delay');
    // The view moves to show all of it.
    await eventually(
      async () => (await middleOf('Delay: Delay')).y - (await middleOf('Start: Start')).y,
      (distance) => Math.abs(distance - 180 - 36) < 15,
    );
  });

  it('connects an arrow that is dropped on the middle of a node', async () => {
    await editor.button('Add a node after Delay').click();
    await editor.kind('End').click();
    await editor.selected('End: End');
    await editor.node('Delay: Delay').click();
    await editor
      .settings()
      .getByRole('button', { name: /^Next / })
      .click();
    await page.getByRole('option', { name: 'Nothing', exact: true }).click();
    await editor.arrow('Delay to End').waitFor({ state: 'detached' });
    const target = await middleOf('End: End');
    await wayOf('Delay: Delay').hover();
    await dragTo(target.x, target.y);
    await page.mouse.up();
    await editor.arrow('Delay to End').waitFor({ state: 'attached' });
  });

  it('inserts a node that is dropped on an arrow, and marks the arrow before', async () => {
    const plus = await editor.button('Add a node between Start and Delay').boundingBox();
    await editor.kind('Notification').scrollIntoViewIfNeeded();
    await editor.kind('Notification').hover();
    await dragTo((plus?.x ?? 0) + 12, (plus?.y ?? 0) + 12);
    await page.locator('.bot-drop-here').waitFor();
    await saveScreenshot(page, 'editor-drop-light-1440');
    await page.mouse.up();
    await editor.arrow('Start to Notification').waitFor({ state: 'attached' });
    await editor.arrow('Notification to Delay').waitFor({ state: 'attached' });
    expect(await page.locator('.bot-drop-here').count()).toBe(0);
  });
});

describe('the help on keyboard shortcuts', () => {
  it('opens on the key ? and passes the accessibility checks', async () => {
    await editor.press('?');
    await page.getByRole('dialog', { name: 'Keys on the canvas' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await saveScreenshot(page, 'editor-keys-light-1440');
    await editor.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });
});
