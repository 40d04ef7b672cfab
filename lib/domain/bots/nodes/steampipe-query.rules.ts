import { emptyList, outsideCallOf, type Reach } from '../node-reach.rules.ts';
import { steampipeQuerySettings } from './steampipe-query.schema.ts';

/**
 * A live query of a Kubernetes cluster is a job of its agents; others make no calls listed here.
 */
const calls: Reach['calls'] = (settings) => {
  const { data } = steampipeQuerySettings.safeParse(settings);
  if (data?.mode !== 'live' || data.integration_type !== 'kubernetes') return [];
  return data.integrations.flatMap(({ id }) =>
    id === undefined ? [] : [outsideCallOf(id, { method: 'kubernetes.snapshot', host: 'agent' })],
  );
};

export const steampipeQueryReach: Reach = {
  uses: {
    queried: ({ integration_type }) =>
      steampipeQuerySettings.shape.integration_type.safeParse(integration_type).data,
  },
  calls,
  // The AWS rights of live queries are derived from the tables that they read.
  inAws: emptyList,
  questions: emptyList,
};
