import { cleanup, render } from '@testing-library/react';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import type { ReactNode } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { setConnection } from '#web/api/connection.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { Console } from '#web/app/console.tsx';
import { flash, Flashes } from '#web/app/flash.tsx';
import { type Page, shownPage } from '#web/app/page.ts';
import { useStore } from '#web/app/store.ts';
import type { Embedded } from '../support/embedded.ts';
import './configure.ts';

const Slots = () => {
  const page: Page | undefined = useStore(shownPage);
  return (
    <aside>
      {page?.drawer?.body}
      {page?.splitPanel?.body}
    </aside>
  );
};

type PageAddress = {
  /** The route's pattern, and the address within it at which the page is opened. */
  path?: string;
  at?: string;
};

/** The console's own client, except that failed calls are retried without a pause. */
const createTestQueryClient = () => {
  const queries = createQueryClient();
  const { queries: queryOptions, ...otherOptions } = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...otherOptions, queries: { ...queryOptions, retryDelay: 0 } });
  return queries;
};

/** Renders a page as the shell does: with messages, panels and a router around it. */
export const renderPage = (page: ReactNode, { path = '/', at = path }: PageAddress = {}) => {
  const content = (
    <>
      <Flashes />
      {page}
      <Slots />
    </>
  );
  const elsewhere = { path: '*', element: <Flashes /> };
  const router = createMemoryRouter([{ path, element: content }, elsewhere], {
    initialEntries: [at],
  });
  const queries = createTestQueryClient();
  const result = render(
    <Console queries={queries}>
      <RouterProvider router={router} />
    </Console>,
  );
  return { ...result, router, queries, wrapper: createWrapper(result.container) };
};

/** The router's current address. */
export const addressOf = ({ router }: ReturnType<typeof renderPage>): string => {
  const { pathname, search } = router.state.location;
  return pathname + decodeURIComponent(search);
};

/** Makes pages call the product's own server, as the holder of its first API key. */
export const connectToEmbedded = (
  { url, api_key }: Pick<Embedded, 'url' | 'api_key'>,
  socketUrl = `${url.replace('http', 'ws')}/ws`,
  accessToken = async () => api_key,
): void => setConnection({ apiUrl: `${url}/api`, socketUrl, accessToken });

/** Holds the calls of pages from now on, until the returned function is called. */
export const holdCalls = (product: Pick<Embedded, 'url' | 'api_key'>): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  connectToEmbedded(product, undefined, () => promise.then(() => product.api_key));
  return () => {
    connectToEmbedded(product);
    resolve();
  };
};

afterEach(() => {
  cleanup();
  flash.clear();
  localStorage.clear();
});
