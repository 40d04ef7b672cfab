import { none, type Reach, through } from '../node-reach.rules.ts';
import { steampipeQuerySettings } from './steampipe-query.schema.ts';

/** A live query of a cluster is a job of its agents; of other clouds their readers call. */
const calls: Reach['calls'] = (settings) => {
  const { data } = steampipeQuerySettings.safeParse(settings);
  if (data?.mode !== 'live' || data.integration_type !== 'kubernetes') return [];
  return data.integrations.flatMap(({ id }) =>
    id === undefined ? [] : [through(id, { method: 'kubernetes.snapshot', host: 'agent' })],
  );
};

export const steampipeQueryReach: Reach = {
  uses: {
    queried: ({ integration_type }) =>
      steampipeQuerySettings.shape.integration_type.safeParse(integration_type).data,
  },
  calls,
  // What live queries may read in AWS comes with what reads their tables.
  inAws: none,
  questions: none,
};
