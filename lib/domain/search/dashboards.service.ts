import type { Database } from '#lib/kernel/database.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { shownDashboards } from '../dashboards/dashboard.rules.ts';
import type { Dashboard } from '../dashboards/dashboard.schema.ts';
import { dashboardStore } from '../dashboards/dashboard.store.ts';
import { bestOf, foldText } from './match.rules.ts';
import { type HitGroup, maxHits } from './search.schema.ts';

const candidateOf = ({ _id, title, widgets }: Dashboard) => ({
  name: foldText(title),
  hit: {
    id: _id,
    title,
    subtitle: formatCount(widgets.length, 'widget'),
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
  const matching = bestOf(shownDashboards(tenantId, saved).map(candidateOf), words);
  return {
    kind: 'dashboard',
    hits: matching.slice(0, maxHits).map(({ hit }) => hit),
    more: matching.length > maxHits,
    partial: false,
  };
};
