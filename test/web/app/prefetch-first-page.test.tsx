import { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { type PageKey, pages } from '#lib/pages.ts';
import { setConnection } from '#web/api/connection.ts';
import { pageCode } from '#web/app/pages.ts';
import '../configure.ts';

/** The requests for a page of this address before it is drawn. */
const prefetchedKeysOf = async (key: PageKey, address: string): Promise<unknown[]> => {
  const { pathname, searchParams: search } = new URL(address, 'http://console');
  const params = matchPath(pages[key].path, pathname)?.params ?? {};
  const queries = new QueryClient();
  const { ask } = await pageCode[key]();
  ask?.(queries, { params, search });
  const cachedQueries = queries.getQueryCache().getAll();
  return cachedQueries.map(({ queryKey }) => queryKey);
};

beforeEach(() =>
  setConnection({ apiUrl: '/api', socketUrl: '', accessToken: () => new Promise(() => {}) }),
);

describe('the early requests of a list page', () => {
  it('contain the filters and the page in the address', async () => {
    const address = '/integrations/list?page_number=3&itemCount=50&alias=tok&integration_type=a,b';
    expect(await prefetchedKeysOf('connectedIntegrations', address)).toEqual([
      [
        'listIntegrations',
        { alias: 'tok', integration_type: ['a', 'b'], page_number: 3, number_of_items: 50 },
      ],
    ]);
  });

  it('contain the variables of the address', async () => {
    expect(await prefetchedKeysOf('listenerEvents', '/listeners/view/l1')).toEqual([
      ['listListenerEvents', expect.objectContaining({ listener_id: 'l1', page_number: 1 })],
    ]);
  });

  it('wait when they depend on the signed-in user', async () => {
    expect(await prefetchedKeysOf('runs', '/bots/executions?bot_caller=Self')).toEqual([]);
    expect(await prefetchedKeysOf('runs', '/bots/executions')).toHaveLength(1);
  });
});
