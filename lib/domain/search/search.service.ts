import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { Files } from '#lib/ports/files.ts';
import { decide } from '../account/permission.rules.ts';
import { historyStore } from '../executions/history/history.store.ts';
import { searchDashboards } from './dashboards.service.ts';
import { bestOf, wordsOf } from './match.rules.ts';
import { nameStore, type NameStore } from './names.store.ts';
import { searchResources } from './resources.service.ts';
import { searchRuns } from './runs.service.ts';
import type { searchRoutes } from './search.routes.ts';
import { type HitGroup, maxHits, type SearchKind, searchKinds } from './search.schema.ts';
import { type SourceResult, sources } from './sources.service.ts';

export type SearchDeps = { db: Database; files: Pick<Files, 'get'> };

type SearchRequest = { caller: Caller; names: NameStore; words: readonly string[] };

/** The combined results of the sources of one kind. */
const groupOf = (
  kind: SearchKind,
  found: readonly SourceResult[],
  words: readonly string[],
): HitGroup => {
  const best = bestOf(
    found.flatMap((one) => one.best),
    words,
  );
  const matching = found.reduce((sum, one) => sum + one.matching, 0);
  return {
    kind,
    hits: best.slice(0, maxHits).map(({ hit }) => hit),
    more: matching > maxHits,
    partial: found.some(({ isComplete }) => !isComplete),
  };
};

const namedIn = async ({ caller, names, words }: SearchRequest): Promise<HitGroup[]> => {
  const allowed = sources.filter(({ list }) => decide(caller, list).allowed);
  const found = await Promise.all(
    allowed.map(async ({ kind, search }) => ({ kind, found: await search({ names, words }) })),
  );
  return searchKinds.map((kind) =>
    groupOf(
      kind,
      found.filter((one) => one.kind === kind).map((one) => one.found),
      words,
    ),
  );
};

const runsIn = async (
  db: Database,
  { caller, names, words }: SearchRequest,
): Promise<HitGroup[]> => {
  if (!decide(caller, guards.listExecutions).allowed) return [];
  const runs = historyStore(db, caller.tenant_id);
  const { isComplete, ...found } = await searchRuns({ runs, names }, words);
  return [{ kind: 'run', ...found, partial: !isComplete }];
};

const dashboardsIn = async (db: Database, { caller, words }: SearchRequest): Promise<HitGroup[]> =>
  decide(caller, guards.listDashboards).allowed
    ? [await searchDashboards(db, caller.tenant_id, words)]
    : [];

/** The groups that have results, in the order of their kinds. */
const sortGroups = (groups: readonly HitGroup[]): HitGroup[] => {
  const orderOf = ({ kind }: HitGroup) => searchKinds.indexOf(kind);
  return groups
    .filter(({ hits, partial }) => hits.length > 0 || partial)
    .toSorted((a, b) => orderOf(a) - orderOf(b));
};

/** Calls of the search, one function a route. */
export const searchService = (deps: SearchDeps): Service<typeof searchRoutes> => {
  const resources = searchResources(deps);
  return {
    async searchNames(caller, { text }) {
      const names = nameStore(deps.db, caller.tenant_id);
      const request = { caller, names, words: wordsOf(text) };
      const found = await Promise.all([
        namedIn(request),
        runsIn(deps.db, request),
        dashboardsIn(deps.db, request),
      ]);
      return { groups: sortGroups(found.flat()) };
    },

    async searchResourceNames({ tenant_id }, { text }) {
      return { groups: sortGroups([await resources(tenant_id, wordsOf(text))]) };
    },
  };
};
