import type { Locator, Page } from 'playwright-core';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { collectComplaints, openBrowser, openWindow } from './browser.ts';
import { openEmbedded } from './embedded.ts';
import { eventually } from './eventually.ts';
import { openSignedIn } from './signed-in.ts';

/** A graph in words, independent of ids: its arrows, unconnected nodes and disabled nodes. */
export const describeGraph = ({ nodes, edges }: Graph): string[] => {
  const name = (id: string) => nodes.find((one) => one.id === id)?.name ?? id;
  const arrows = edges.map(
    ({ source, sourceHandle, target }) =>
      `${name(source)} -${sourceHandle ? `${sourceHandle}-` : ''}> ${name(target)}`,
  );
  const joined = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const alone = nodes.filter(({ id }) => !joined.has(id)).map((one) => one.name);
  const off = nodes.filter((one) => one.disabled).map((one) => `${one.name} is disabled`);
  return [...arrows, ...alone, ...off].sort();
};

/** The parts of the bot editor, by their accessible names. */
const partsOf = (page: Page) => {
  const canvas = () => page.getByRole('region', { name: /^Graph of / });
  const node = (label: string | RegExp) => canvas().getByRole('group', { name: label });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  return {
    canvas,
    node,
    arrow: (ends: string) => canvas().getByRole('img', { name: `Arrow from ${ends}`, exact: true }),
    /** The last one is in the list at a plus if that is open: it comes after the palette. */
    kind: (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) }).last(),
    button,
    /** The layout code is loaded at first use: until then the button is busy. */
    tidyUp: async () => {
      await button('Tidy up').click();
      await eventually(
        () => button('Tidy up').isEnabled(),
        (isDone) => isDone,
      );
    },
    settings: () => page.getByRole('complementary', { name: 'Settings' }),
    press: (key: string) => page.keyboard.press(key),
    selected: (name: string) =>
      eventually(
        () => node(name).first().getAttribute('class'),
        (classes) => classes?.split(' ').includes('selected') === true,
      ),
    count: (expected: number) =>
      eventually(
        () => node(/./).count(),
        (count) => count === expected,
      ),
    /** Presses Tab until the element has the focus. */
    go: async (to: Locator) => {
      for (let n = 0; n < 80; n += 1) {
        if (await to.evaluate((one) => one.matches(':focus'))) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${String(to)} has no place in the tab order.`);
    },
  };
};

/** A product of its own, and a window for the bot editor in which a user is signed in. */
export const openEditorPage = async () => {
  const [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  const window = await openWindow(browser, product);
  const complaints = collectComplaints(window);
  const page = await window.newPage();
  await openSignedIn(page, product);
  const parts = partsOf(page);
  return {
    product,
    page,
    ...parts,
    complaints,
    /** Opens an empty canvas. */
    openNew: async () => {
      await page.goto('/app#/bots');
      await page.goto('/app#/bots/new');
      await parts.node('Start: Start').waitFor();
    },
    /** Creates a bot through the API and opens it in its editor; returns its id. */
    open: async (name: string, graph: Graph): Promise<string> => {
      const { _id } = await product.api.bots.createBot({ name, graph });
      await page.goto(`/app#/bots/${_id}`);
      await page.getByRole('heading', { name }).waitFor();
      await parts.node(/^Start/).waitFor();
      return _id;
    },
    /** The saved graph of the bot that is open. */
    saved: async (): Promise<string[]> => {
      await page.waitForURL(/#\/bots\/bot_\w+$/);
      const bot_id = /bot_\w+$/.exec(page.url())?.[0] ?? '';
      return describeGraph((await product.api.bots.getBot({ bot_id })).graph);
    },
    close: async () => {
      await browser.close();
      await product.close();
    },
  };
};

export type EditorPage = Awaited<ReturnType<typeof openEditorPage>>;
