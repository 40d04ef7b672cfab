import { pathTo } from '#lib/pages.ts';
import { type InventoryType, inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import type { InventoryDay } from '../../inventory/history/inventory-day.schema.ts';
import { resourceTypeName } from '../../inventory/resources/resource-name.rules.ts';
import type { Snapshot, TableContents } from '../../inventory/snapshots/snapshot.schema.ts';
import { cloudNames } from '../widgets/catalogue.schema.ts';
import type { WidgetData } from '../widgets/data.schema.ts';
import { type Buckets, dailyDataNotes } from '../widgets/time-range.rules.ts';

/** Link to the resource types of a cloud, with the number of resources of each. */
const typesLinkOf = (integrationType: InventoryType): string =>
  pathTo('inventory', {}, { integrationType });

/** Link to the search for a resource type. */
const searchLinkOf = (resource_type: string): string =>
  pathTo('inventory', {}, { searchMQ: JSON.stringify({ resource_type }) });

/** Resources by cloud; clouds that were never scanned are left out. */
export const inventoryTotals = (snapshots: readonly Snapshot[]): WidgetData => {
  const scanned = snapshots.filter(({ latest }) => latest);
  const totals = inventoryTypes.flatMap((type) => {
    const typeSnapshots = scanned.filter(({ integration_type }) => integration_type === type);
    if (typeSnapshots.length === 0) return [];
    const value = typeSnapshots
      .flatMap(({ latest }) => Object.values(latest?.tables ?? {}))
      .reduce((sum, { rows }) => sum + rows, 0);
    return [{ name: cloudNames[type], value, link: typesLinkOf(type) }];
  });
  return { kind: 'totals', totals };
};

/** How many resource types are shown. */
export const maxTypesShown = 10;

const resourceCounts = {
  all: ({ rows }: TableContents) => rows,
  with_tag: ({ tagged }: TableContents) => tagged,
  without_tag: ({ rows, tagged }: TableContents) =>
    tagged === undefined ? undefined : rows - tagged,
} as const;
export type TagFilter = keyof typeof resourceCounts;

const untaggedScansNote =
  'Some accounts were scanned before tags were counted. Scan them again to include them.';

/** The types with the most resources; with a tag filter, only types that can have tags. */
export const topResources = (snapshots: readonly Snapshot[], filter: TagFilter): WidgetData => {
  const found = new Map<string, number>();
  let isComplete = true;
  for (const { latest } of snapshots) {
    for (const [table, contents] of Object.entries(latest?.tables ?? {})) {
      if (filter !== 'all' && contents.untaggable) continue;
      const number = resourceCounts[filter](contents);
      isComplete &&= number !== undefined;
      found.set(table, (found.get(table) ?? 0) + (number ?? 0));
    }
  }
  const parts = [...found]
    .filter(([, value]) => value > 0)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, maxTypesShown)
    .map(([table, value]) => ({
      name: resourceTypeName(table),
      value,
      link: searchLinkOf(table),
    }));
  return {
    kind: 'parts',
    unit: 'count',
    parts,
    ...(!isComplete && { notes: [untaggedScansNote] }),
  };
};

/** The numbers of a cloud at the end of each bucket; an account keeps its latest number. */
const totalsOverTime = (days: readonly InventoryDay[], { starts }: Buckets): (number | null)[] => {
  const last = new Map<string, number>();
  let next = 0;
  return starts.map((start) => {
    for (; (days[next]?.day ?? '~') <= start.slice(0, 10); next += 1) {
      const one = days[next];
      if (one) last.set(one.integration_id, one.resources);
    }
    return last.size === 0 ? null : [...last.values()].reduce((sum, value) => sum + value, 0);
  });
};

/** Resources by cloud, day by day. */
export const inventoryHistory = (days: readonly InventoryDay[], buckets: Buckets): WidgetData => ({
  kind: 'history',
  unit: 'count',
  interval: buckets.interval,
  times: buckets.starts,
  stacked: false,
  series: inventoryTypes.flatMap((type) => {
    const typeDays = days.filter(({ integration_type }) => integration_type === type);
    const values = totalsOverTime(typeDays, buckets);
    return typeDays.length === 0
      ? []
      : [{ name: cloudNames[type], values, link: typesLinkOf(type) }];
  }),
  notes: dailyDataNotes(buckets),
});
