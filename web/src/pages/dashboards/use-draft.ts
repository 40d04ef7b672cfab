import { useState } from 'react';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { isSame, type Shown } from './layout.ts';

/** What somebody has changed of a dashboard, and the revision that they began with. */
type Draft = { title: string; widgets: readonly Shown[]; revision: number };
type Drafts = Readonly<Record<string, Draft | undefined>>;

/**
 * The widgets as they are shown: those that were saved, or what somebody has made of them. A draft
 * stays whatever others save meanwhile, and which dashboard is opened, until it is saved or given
 * up; also where somebody deletes its dashboard.
 */
export const useDraft = (
  all: readonly DashboardView[] | undefined,
  saved: DashboardView | undefined,
) => {
  const [drafts, setDrafts] = useState<Drafts>({});
  const own = saved && drafts[saved._id];
  const put = (next: (before: Draft | undefined) => Draft | undefined) =>
    saved && setDrafts((all) => ({ ...all, [saved._id]: next(all[saved._id]) }));
  const widgets: readonly Shown[] = own?.widgets ?? saved?.widgets ?? [];
  const drop = (id: string) => setDrafts((all) => ({ ...all, [id]: undefined }));
  const lost = Object.entries(drafts).flatMap(([_id, draft]) =>
    draft && all && !all.some((one) => one._id === _id) ? { ...draft, _id } : [],
  );
  const dirty = own !== undefined && saved !== undefined && !isSame(own.widgets, saved.widgets);
  return {
    widgets,
    dirty,
    /** The revision that a save is based on. */
    revision: own?.revision ?? saved?.revision ?? 0,
    /** Those that are changed, whether they are open or not. */
    unsaved: (all ?? []).filter(({ _id, widgets: kept }) => {
      const other = drafts[_id];
      return other !== undefined && !isSame(other.widgets, kept);
    }),
    /** What was changed of dashboards that somebody else has deleted since. */
    lost,
    /** Somebody else has saved since. */
    isBehind: dirty && own.revision !== saved.revision,
    change: (next: readonly Shown[]) =>
      put((before) => ({
        title: saved?.title ?? '',
        widgets: next,
        revision: before?.revision ?? saved?.revision ?? 0,
      })),
    /**
     * The dashboard was written by oneself, apart from its widgets. A draft that was behind already
     * stays so: what others saved is not in it.
     */
    rebase: (from: number, to: number) =>
      put((before) => (before?.revision === from ? { ...before, revision: to } : before)),
    /** What was sent is saved; what was changed since then is still to be saved, over that. */
    keepLater: (sent: readonly Shown[], revision: number) =>
      put((before) =>
        before && !isSame(before.widgets, sent) ? { ...before, revision } : undefined,
      ),
    discard: () => put(() => undefined),
    /** Of this dashboard, whether it is open or not. */
    drop,
  };
};
