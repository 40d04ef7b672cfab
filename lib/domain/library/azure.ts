import { api } from './graph.ts';

/** Where calls of Azure are about: your subscription, to be filled in. */
export const subscription = '/subscriptions/YOUR_SUBSCRIPTION_ID';

/** Lists everything of a kind in the subscription, page by page. */
export const azureList = (kind: string, version: string, { group = '', query = '' } = {}) =>
  api('azure', `GET ${subscription}${group}/providers/${kind}?api-version=${version}${query}`, {
    paging: 'next_url',
    items_path: '/value',
    next_path: '/nextLink',
  });

const part = (at: number): string => `{% $split($loop.item.id, '/')[${at}] %}`;

/** Where an action of Azure finds what a loop is at: its id begins with both. */
export const ofAzure = { subscription: part(2), resource_group: part(4) };
