import { useState } from 'react';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { type BoardWidget, hasSameWidgets } from './layout.ts';

/** The unsaved changes of a dashboard, and the revision that they are based on. */
type Draft = { title: string; widgets: readonly BoardWidget[]; revision: number };
type Drafts = Readonly<Record<string, Draft | undefined>>;

/**
 * The widgets to show: the saved ones, or the user's draft. A draft is kept until it is saved or
 * discarded, whatever other users save and whichever dashboard is open; even if its dashboard is
 * deleted.
 */
export const useDraft = (
  all: readonly DashboardView[] | undefined,
  saved: DashboardView | undefined,
) => {
  const [drafts, setDrafts] = useState<Drafts>({});
  const own = saved && drafts[saved._id];
  const put = (next: (before: Draft | undefined) => Draft | undefined) =>
    saved && setDrafts((all) => ({ ...all, [saved._id]: next(all[saved._id]) }));
  const widgets: readonly BoardWidget[] = own?.widgets ?? saved?.widgets ?? [];
  const drop = (id: string) => setDrafts((all) => ({ ...all, [id]: undefined }));
  const lost = Object.entries(drafts).flatMap(([_id, draft]) =>
    draft && all && !all.some((one) => one._id === _id) ? { ...draft, _id } : [],
  );
  const dirty =
    own !== undefined && saved !== undefined && !hasSameWidgets(own.widgets, saved.widgets);
  return {
    widgets,
    dirty,
    /** The revision that a save is based on. */
    revision: own?.revision ?? saved?.revision ?? 0,
    /** The dashboards with drafts, open or not. */
    unsaved: (all ?? []).filter(({ _id, widgets: kept }) => {
      const other = drafts[_id];
      return other !== undefined && !hasSameWidgets(other.widgets, kept);
    }),
    /** The drafts of dashboards that other users have deleted. */
    lost,
    /** Another user has saved since. */
    isBehind: dirty && own.revision !== saved.revision,
    change: (next: readonly BoardWidget[]) =>
      put((before) => ({
        title: saved?.title ?? '',
        widgets: next,
        revision: before?.revision ?? saved?.revision ?? 0,
      })),
    /**
     * The user changed the dashboard apart from its widgets. A draft that was outdated stays so, as
     * it lacks the other user's changes.
     */
    rebase: (from: number, to: number) =>
      put((before) => (before?.revision === from ? { ...before, revision: to } : before)),
    /** The sent widgets are saved; later changes become a draft on top of that. */
    keepLater: (sent: readonly BoardWidget[], revision: number) =>
      put((before) =>
        before && !hasSameWidgets(before.widgets, sent) ? { ...before, revision } : undefined,
      ),
    discard: () => put(() => undefined),
    /** Discards the draft of a dashboard, open or not. */
    drop,
  };
};
