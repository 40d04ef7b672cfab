import type { Locator, Page } from 'playwright-core';
import { createBotAndWait } from '#test/support/browser.ts';
import { type EditorPage, openEditorPage } from '#test/support/editor-page.ts';
import { eventually } from '#test/support/eventually.ts';

let editor: EditorPage;
let page: Page;

beforeAll(async () => {
  editor = await openEditorPage();
  page = editor.page;
});

afterEach(() => expect(editor.complaints()).toEqual([]));

afterAll(() => editor.close());

/** A node of every kind, as it is drawn both by mouse and by keyboard. */
const expectedDrawing = [
  'Approval -approved-> End 2',
  'Condition -no-> End',
  'Condition -yes-> User input',
  'Delay -> Notification',
  'HTTP request -> Merge',
  'HTTP request is disabled',
  'Loop -body-> Parallel',
  'Loop end -> Delay',
  'Merge -> Loop end',
  'Note',
  'Notification -> Approval',
  'Parallel -branch-> HTTP request',
  'Parallel -branch-> Python code',
  'Python code -> Merge',
  'Python code is disabled',
  'Start -> Condition',
  'User input -> Loop',
];

describe('drawing a bot with the mouse alone', () => {
  /** Adds a node of a kind at the place that the list is for. */
  const pick = async (label: string, added: string) => {
    await editor.kind(label).click();
    await editor.selected(added);
  };
  const showAll = async () => {
    await editor.tidyUp();
    await editor.button('Fit').click();
  };
  /** Draws from a handle of one node to another node's input. */
  const drag = async (from: Locator, to: Locator) => {
    await from.hover();
    await page.mouse.down();
    const { x, y, width, height } = (await to.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
  };

  it('adds nodes from the palette, by the plus buttons and from handle to handle', async () => {
    await editor.openNew();
    await editor.node('Start: Start').click();
    await pick('Condition', 'Condition: Condition');
    await pick('User input', 'User input: User input');
    await showAll();
    await editor.button('Add a node after Condition by no').click();
    await pick('End', 'End: End');
    await editor.node('User input: User input').click();
    await pick('Loop Repeats', 'Loop: Loop');
    await pick('Parallel', 'Parallel: Parallel');
    await pick('HTTP request', 'HTTP request: HTTP request');
    await showAll();
    await editor.button('Add a node after Parallel by branch').click();
    await pick('Python code', 'Python code: Python code');
    await showAll();
    await editor.kind('Delay').dragTo(editor.canvas(), { targetPosition: { x: 600, y: 560 } });
    await editor.node(/^Delay/).waitFor();
    const handle = editor.node(/^Loop end/).locator('[data-handleid="next"]');
    await drag(handle, editor.node(/^Delay/).locator('[data-handlepos="top"]'));
    await editor.arrow('Loop end to Delay').waitFor({ state: 'attached' });
    await editor.count(11);
  });

  it('inserts nodes into arrows, adds a note by double-click, and disables two nodes', async () => {
    await showAll();
    await editor.button('Add a node after Delay').click();
    await pick('End', 'End: End 2');
    await editor.button('Fit').click();
    await editor.button('Add a node between Delay and End 2').hover();
    await editor.button('Add a node between Delay and End 2').click();
    await pick('Notification', 'Notification: Notification');
    await pick('Approval', 'Approval: Approval');
    await showAll();
    await editor.canvas().dblclick({ position: { x: 60, y: 120 } });
    await pick('Note', 'Note: Note');
    await editor.node(/^HTTP request/).click();
    await editor.node(/^Python code/).click({ modifiers: ['Control'] });
    await editor.settings().getByRole('button', { name: 'Disable' }).click();
    await editor.node(/^Python code: Python code, disabled/).waitFor();
    await editor.button('Save').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Drawn by mouse');
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create bot' });
    await createBotAndWait(page, () => create.click());
    expect(await editor.saved()).toEqual(expectedDrawing);
  });

  it('selects nodes by a drag over the canvas, and scrolls the canvas by the wheel', async () => {
    await editor.button('Fit').click();
    const { x, y, width, height } = (await editor.canvas().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.move(x + 4, y + 4);
    await page.mouse.down();
    await page.mouse.move(x + width - 4, y + height - 4, { steps: 5 });
    await page.mouse.up();
    await editor.settings().getByText('15 nodes').waitFor();
    const start = () => editor.node('Start: Start').boundingBox();
    const before = await start();
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.wheel(0, 40);
    await eventually(start, (now) => now?.y !== before?.y);
    expect((await start())?.width).toBe(before?.width);
  });
});

const focused = () => page.locator(':focus');

describe('drawing a bot with the keyboard alone', () => {
  /** The focus follows the selection: the next key belongs to this node. */
  const arrived = async (name: string) => {
    await editor.selected(name);
    await eventually(
      () => editor.node(name).evaluate((one) => one.matches(':focus')),
      (isFocused) => isFocused,
    );
  };
  /** Finds a kind in the list at the selected node and adds it after that node. */
  const add = async (text: string, added: string) => {
    await editor.press('Tab');
    await page.keyboard.type(text);
    await editor.press('Enter');
    await arrived(added);
  };
  const walk = async (key: string, to: string) => {
    await editor.press(key);
    await arrived(to);
  };

  it('adds nodes along the arrow keys', async () => {
    await editor.openNew();
    await editor.go(editor.node('Start: Start'));
    await editor.press('ArrowDown');
    await editor.selected('Start: Start');
    await add('branches on a condition', 'Condition: Condition');
    await add('fill in a form', 'User input: User input');
    await walk('ArrowUp', 'Condition: Condition');
    await add('ends the run', 'End: End');
    await walk('ArrowUp', 'Condition: Condition');
    await walk('ArrowDown', 'User input: User input');
    await add('repeats', 'Loop: Loop');
    await add('same time', 'Parallel: Parallel');
    await add('web api', 'HTTP request: HTTP request');
    await editor.press('d');
    await editor.node('HTTP request: HTTP request, disabled').waitFor();
    await walk('ArrowUp', 'Parallel: Parallel');
    await add('runs python', 'Python code: Python code');
    await editor.press('d');
    await walk('ArrowDown', 'Merge: Merge');
    await walk('ArrowDown', 'Loop end: Loop end');
    await add('set time', 'Delay: Delay');
    await add('sends a message', 'Notification: Notification');
    await add('to approve', 'Approval: Approval');
    await add('ends the run', 'End: End 2');
    await add('text on the canvas', 'Note: Note');
  });

  it('renames a node on F2, and returns from the settings on Esc', async () => {
    await walk('ArrowUp', 'End: End 2');
    await editor.press('F2');
    await editor
      .settings()
      .getByRole('textbox', { name: 'Name', exact: true })
      .and(focused())
      .waitFor();
    await page.keyboard.type('Finished');
    await editor.press('Enter');
    await editor.node('End: Finished').waitFor();
    await editor.press('Escape');
    await eventually(
      () => page.evaluate<string>('document.activeElement?.ariaLabel ?? ""'),
      (label) => label === 'End: Finished',
    );
    await editor.press('Control+z');
    await editor.node('End: End 2').waitFor();
  });

  it('saves on Ctrl+S the same bot that the mouse drew', async () => {
    await editor.press('Control+s');
    await editor.go(page.getByRole('dialog').getByLabel('Name'));
    await page.keyboard.type('Drawn by keys');
    await createBotAndWait(page, () => editor.press('Enter'));
    expect(await editor.saved()).toEqual(expectedDrawing);
  });

  it('undoes and redoes the deletion of all nodes', async () => {
    // The node that was selected before the bot was saved still is.
    await editor.go(editor.node('End: End 2'));
    await editor.press('Control+a');
    await editor.press('Delete');
    await editor.count(0);
    await editor.press('Control+z');
    await editor.node('Note: Note').waitFor();
    await editor.count(15);
    await editor.press('Control+Shift+z');
    await editor.count(0);
    await editor.press('Control+z');
    await editor.node('Note: Note').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  });
});
