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
  const currentDraft = saved && drafts[saved._id];
  const updateDraft = (next: (previous: Draft | undefined) => Draft | undefined) =>
    saved && setDrafts((all) => ({ ...all, [saved._id]: next(all[saved._id]) }));
  const widgets: readonly BoardWidget[] = currentDraft?.widgets ?? saved?.widgets ?? [];
  const drop = (id: string) => setDrafts((all) => ({ ...all, [id]: undefined }));
  const lost = Object.entries(drafts).flatMap(([_id, draft]) =>
    draft && all && !all.some((one) => one._id === _id) ? { ...draft, _id } : [],
  );
  const dirty =
    currentDraft !== undefined &&
    saved !== undefined &&
    !hasSameWidgets(currentDraft.widgets, saved.widgets);
  return {
    widgets,
    dirty,
    /** The revision that a save is based on. */
    revision: currentDraft?.revision ?? saved?.revision ?? 0,
    /** The dashboards with drafts, open or not. */
    unsaved: (all ?? []).filter(({ _id, widgets: savedWidgets }) => {
      const otherDraft = drafts[_id];
      return otherDraft !== undefined && !hasSameWidgets(otherDraft.widgets, savedWidgets);
    }),
    /** The drafts of dashboards that other users have deleted. */
    lost,
    /** Another user has saved since. */
    isBehind: dirty && currentDraft.revision !== saved.revision,
    change: (next: readonly BoardWidget[]) =>
      updateDraft((previous) => ({
        title: saved?.title ?? '',
        widgets: next,
        revision: previous?.revision ?? saved?.revision ?? 0,
      })),
    /**
     * The user changed the dashboard apart from its widgets. A draft that was outdated stays so, as
     * it lacks the other user's changes.
     */
    rebase: (from: number, to: number) =>
      updateDraft((previous) =>
        previous?.revision === from ? { ...previous, revision: to } : previous,
      ),
    /** The sent widgets are saved; later changes become a draft on top of that. */
    keepLater: (sent: readonly BoardWidget[], revision: number) =>
      updateDraft((previous) =>
        previous && !hasSameWidgets(previous.widgets, sent) ? { ...previous, revision } : undefined,
      ),
    discard: () => updateDraft(() => undefined),
    /** Discards the draft of a dashboard, open or not. */
    drop,
  };
};
