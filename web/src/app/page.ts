import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { type PageKey, pageOf, pages } from '#lib/pages.ts';
import { breadcrumbsOf, type PageLink } from './page-links.ts';
import { createStore } from './store.ts';

/** What a page puts into the shell's slots, apart from its content. */
type Slots = {
  contentType?: AppLayoutProps.ContentType;
  /** The content extends to the edges: for canvases. */
  edgeToEdge?: boolean;
  /** Content of the help panel, opened by `<InfoLink />`. */
  help?: { title: string; body: ReactNode };
  /** Details of a row, in a panel at the side. Open if present. */
  splitPanel?: { title: string; body: ReactNode; onClose: () => void } | undefined;
  /** A panel for an action, at the side. Open if present. */
  drawer?:
    | {
        title: string;
        body: ReactNode;
        onClose: () => void;
        width?: number;
        /** The panel opens without a user's action: the focus stays where it is. */
        opensItself?: boolean;
      }
    | undefined;
};

/** What the shell shows of a page. */
export type Page = Slots & {
  /** The last breadcrumb, and the document's title. */
  title: string;
  /** The pages above this one, the topmost first. */
  crumbs: readonly PageLink[];
};

/** A page states its key, and a title only if it differs from the one in the list of pages. */
type PageProps = Slots & { crumbs?: readonly PageLink[] } & (
    { page: PageKey; title?: string } | { page?: never; title: string }
  );

/** The shell's layout for a canvas. */
export const canvasLayout = { contentType: 'form', edgeToEdge: true } as const;

/**
 * The shell's layout for a page. It is used before the page's code is loaded too, so that the shell
 * does not move once it is.
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

/** Whether the shell would look the same; a panel's content is a new object at each render. */
const isSamePage = (current: Page | undefined, next: Page): boolean => {
  if (!current) return false;
  const names = Object.keys({ ...current, ...next }) as (keyof Page)[];
  return names.every((name) => textOf(current[name]) === textOf(next[name]));
};

/** Rendering the shell costs as much as rendering a page, so that equal values are skipped. */
const showPage = (next: Page): void => {
  if (!isSamePage(shownPage.get(), next)) shownPage.set(next);
};

/** Tells the shell about the page. Called once by every page, at each render. */
export const usePage = (props: PageProps): void => {
  const { page: key, ...slots } = props;
  const title = key ? (props.title ?? pages[key].title) : props.title;
  const crumbs = props.crumbs ?? (key ? breadcrumbsOf(key) : []);
  useLayoutEffect(() => showPage({ ...slots, title, crumbs }));
  useLayoutEffect(() => leavePage, []);
  useEffect(() => {
    document.title = `${title} | Cloudwarden`;
  }, [title]);
};
