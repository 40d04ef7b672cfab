import { api } from './graph.ts';

/** The path of a subscription; users fill in its id. */
export const subscription = '/subscriptions/YOUR_SUBSCRIPTION_ID';

/** Lists all resources of a type in the subscription, page by page. */
export const azureList = (kind: string, version: string, { group = '', query = '' } = {}) =>
  api('azure', `GET ${subscription}${group}/providers/${kind}?api-version=${version}${query}`, {
    paging: 'next_url',
    items_path: '/value',
    next_path: '/nextLink',
  });

const part = (at: number): string => `{% $split($loop.item.id, '/')[${at}] %}`;

/** The subscription and resource group of the current loop item, taken from its id. */
export const azureScope = { subscription: part(2), resource_group: part(4) };
