import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { pageOf, type PageKey, pages } from '#lib/pages.ts';
import { above, type Way } from './place.ts';
import { createStore } from './store.ts';

/** What a page puts into the shell's slots besides its content. */
type Slots = {
  contentType?: AppLayoutProps.ContentType;
  /** The content goes up to the edges: for canvases. */
  edgeToEdge?: boolean;
  /** Content of the help panel; opened by `<InfoLink />`. */
  help?: { title: string; body: ReactNode };
  /** Details of a row, at the side. Present means open. */
  splitPanel?: { title: string; body: ReactNode; onClose: () => void } | undefined;
  /** A panel for an action, at the side. Present means open. */
  drawer?:
    | {
        title: string;
        body: ReactNode;
        onClose: () => void;
        width?: number;
        /** Nobody asked for it: the focus stays where it is. */
        opensItself?: boolean;
      }
    | undefined;
};

/** What the shell shows of a page. */
export type Page = Slots & {
  /** The last breadcrumb and the document's title. */
  title: string;
  /** The pages above, from the widest on. */
  crumbs: readonly Way[];
};

/** A page says which one it is, and its title where that is not the page's in the list. */
type Told = Slots & { crumbs?: readonly Way[] } & (
    | { page: PageKey; title?: string }
    | { page?: never; title: string }
  );

/** How a canvas lies in the shell. */
export const canvasLayout = { contentType: 'form', edgeToEdge: true } as const;

/**
 * How a page lies in the shell: drawn around one whose code is still to come, the shell must not
 * move once it has come.
 */
export const layoutOf = (key: PageKey): Pick<Slots, 'contentType' | 'edgeToEdge'> =>
  pageOf(key).canvas ? canvasLayout : {};

export const shownPage = createStore<Page | undefined>(undefined);

/** Whether the page's help is open. */
export const helpOpen = createStore(false);

const leavePage = () => {
  shownPage.set(undefined);
  helpOpen.set(false);
};

const textOf = (value: unknown): unknown => (Array.isArray(value) ? JSON.stringify(value) : value);

/** Whether the shell would be drawn alike; a panel's content is another at each render. */
const isAlike = (shown: Page | undefined, next: Page): boolean => {
  if (!shown) return false;
  const names = Object.keys({ ...shown, ...next }) as (keyof Page)[];
  return names.every((name) => textOf(shown[name]) === textOf(next[name]));
};

/** Drawing the shell costs as much as drawing a page. */
const showPage = (next: Page): void => {
  if (!isAlike(shownPage.get(), next)) shownPage.set(next);
};

/** Called once by every page, at each render. */
export const usePage = (told: Told): void => {
  const { page: key, ...slots } = told;
  const title = key ? (told.title ?? pages[key].title) : told.title;
  const crumbs = told.crumbs ?? (key ? above(key) : []);
  useLayoutEffect(() => showPage({ ...slots, title, crumbs }));
  useLayoutEffect(() => leavePage, []);
  useEffect(() => {
    document.title = `${title} | Cloudwarden`;
  }, [title]);
};
