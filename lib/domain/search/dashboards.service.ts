import type { Database } from '#lib/kernel/database.ts';
import { counted } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { shownOf } from '../dashboards/dashboard.rules.ts';
import type { Dashboard } from '../dashboards/dashboard.schema.ts';
import { dashboardStore } from '../dashboards/dashboard.store.ts';
import { bestOf, folded } from './match.rules.ts';
import { type HitGroup, mostHits } from './search.schema.ts';

const candidateOf = ({ _id, title, widgets }: Dashboard) => ({
  name: folded(title),
  hit: {
    id: _id,
    title,
    subtitle: counted(widgets.length, 'widget'),
    link: pathTo('dashboards', {}, { dashboard: _id }),
  },
});

/** Searches dashboards by title: they are so few that all of them are read. */
export const searchDashboards = async (
  db: Database,
  tenantId: string,
  words: readonly string[],
): Promise<HitGroup> => {
  const saved = await dashboardStore(db, tenantId).known();
  const matching = bestOf(shownOf(tenantId, saved).map(candidateOf), words);
  return {
    kind: 'dashboard',
    hits: matching.slice(0, mostHits).map(({ hit }) => hit),
    more: matching.length > mostHits,
    partial: false,
  };
};
