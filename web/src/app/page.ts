import { useEffect, useLayoutEffect, type ReactNode } from 'react';
import type { AppLayoutProps } from '@cloudscape-design/components/app-layout';
import { createStore } from './store.ts';

/** What a page puts into the shell's slots besides its content. */
export type Page = {
  /** The last breadcrumb and the document's title. */
  title: string;
  /** The pages above, from the widest on. */
  crumbs?: readonly { text: string; to: string }[];
  contentType?: AppLayoutProps.ContentType;
  /** The content goes up to the edges: for canvases. */
  edgeToEdge?: boolean;
  /** Content of the help panel; opened by `<InfoLink />`. */
  help?: { title: string; body: ReactNode };
  /** Details of a row, at the side. Present means open. */
  splitPanel?: { title: string; body: ReactNode; onClose: () => void } | undefined;
  /** A panel for an action, at the side. Present means open. */
  drawer?: { title: string; body: ReactNode; onClose: () => void; width?: number } | undefined;
};

export const shownPage = createStore<Page | undefined>(undefined);

/** Whether the page's help is open. */
export const helpOpen = createStore(false);

const leavePage = () => {
  shownPage.set(undefined);
  helpOpen.set(false);
};

/** Called once by every page, at each render. */
export const usePage = (page: Page): void => {
  useLayoutEffect(() => shownPage.set(page));
  useLayoutEffect(() => leavePage, []);
  useEffect(() => {
    document.title = `${page.title} | Cloudwarden`;
  }, [page.title]);
};
