import { emptyList, hostIn, outsideCallOf, type Reach } from '../node-reach.rules.ts';
import { httpRequestSettings } from './http-request.schema.ts';

const calls: Reach['calls'] = (settings) => {
  const { data } = httpRequestSettings.safeParse(settings);
  if (!data) return [];
  const { method, url, integration } = data;
  const isPath = integration !== undefined && url.trim().startsWith('/');
  return [outsideCallOf(integration?.id, { method, host: isPath ? 'default' : hostIn(url) })];
};

export const httpRequestReach: Reach = { uses: {}, calls, inAws: emptyList, questions: emptyList };
