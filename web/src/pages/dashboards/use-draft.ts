import { useState } from 'react';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { isSame, type Shown } from './layout.ts';

/** What somebody has changed of a dashboard, and the revision that they began with. */
type Draft = { widgets: readonly Shown[]; revision: number };
type Drafts = Readonly<Record<string, Draft | undefined>>;

/**
 * The widgets as they are shown: those that were saved, or what somebody has made of them. A draft
 * stays whatever others save meanwhile, and which dashboard is opened, until it is saved or given
 * up.
 */
export const useDraft = (all: readonly DashboardView[], saved: DashboardView | undefined) => {
  const [drafts, setDrafts] = useState<Drafts>({});
  const own = saved && drafts[saved._id];
  const put = (next: (before: Draft | undefined) => Draft | undefined) =>
    saved && setDrafts((all) => ({ ...all, [saved._id]: next(all[saved._id]) }));
  const widgets: readonly Shown[] = own?.widgets ?? saved?.widgets ?? [];
  const dirty = own !== undefined && saved !== undefined && !isSame(own.widgets, saved.widgets);
  return {
    widgets,
    dirty,
    /** The revision that a save is based on. */
    revision: own?.revision ?? saved?.revision ?? 0,
    /** That one, or another. */
    anyDirty: all.some(({ _id, widgets: kept }) => {
      const other = drafts[_id];
      return other !== undefined && !isSame(other.widgets, kept);
    }),
    /** Somebody else has saved since. */
    isBehind: dirty && own.revision !== saved.revision,
    change: (next: readonly Shown[]) =>
      put((before) => ({ widgets: next, revision: before?.revision ?? saved?.revision ?? 0 })),
    /** The dashboard was written by oneself, apart from its widgets. */
    rebase: (revision: number) => put((before) => before && { ...before, revision }),
    discard: () => put(() => undefined),
  };
};
