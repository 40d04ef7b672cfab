import { useState } from 'react';
import * as z from 'zod';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { defaultRange, timeRange } from '#lib/domain/dashboards/widgets/time-range.schema.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusals } from '#web/app/session.ts';
import { textParam, useUrlState } from '#web/components/use-url-state.ts';
import { dashboardsHelp } from './help.tsx';
import { type BoardWidget, widgetInputsOf } from './layout.ts';
import { ManageWidgets } from './manage-widgets.tsx';
import { useDashboards } from './use-dashboards.ts';
import { useDraft } from './use-draft.ts';

const urlState = z.object({
  dashboard: textParam,
  dateRange: timeRange.catch(defaultRange),
});

export type DashboardDraft = ReturnType<typeof useDraft>;

/** The widgets panel of an empty dashboard opens by itself. */
const useWidgetsPanel = (id: string | undefined, isEmpty: boolean) => {
  const [panelChoice, setPanelChoice] = useState<{ id: string | undefined; isOpen: boolean }>();
  const isChosen = panelChoice !== undefined && panelChoice.id === id;
  return {
    managing: isChosen ? panelChoice.isOpen : isEmpty,
    opensItself: !isChosen,
    manage: (isOpen: boolean) => setPanelChoice({ id, isOpen }),
  };
};

/** Reports the page to the shell, with the widgets panel while it is open. */
const useDrawer = (
  opened: DashboardView | undefined,
  draft: DashboardDraft,
  mayChange: boolean,
) => {
  const isEmpty = opened !== undefined && mayChange && draft.widgets.length === 0;
  const { managing, opensItself, manage } = useWidgetsPanel(opened?._id, isEmpty);
  const choose = (widgets: readonly BoardWidget[]) => {
    // The panel opened by itself, and must stay open after a choice.
    manage(true);
    draft.change(widgets);
  };
  usePage({
    page: 'dashboards',
    contentType: 'dashboard',
    help: dashboardsHelp,
    drawer:
      managing && opened
        ? {
            title: 'Manage Widgets',
            body: <ManageWidgets widgets={draft.widgets} onChange={choose} />,
            onClose: () => manage(false),
            opensItself,
          }
        : undefined,
  });
  return { managing, manage };
};

/** The open dashboard: its content and actions. */
export const useOpenDashboard = () => {
  const all = useDashboards();
  const [{ dashboard, dateRange }, change] = useUrlState(urlState);
  const opened = all.items?.find(({ _id }) => _id === dashboard) ?? all.items?.[0];
  const draft = useDraft(all.items, opened);
  const refusals = useRefusals({
    create: dashboards.createDashboard,
    update: dashboards.updateDashboard,
    remove: dashboards.deleteDashboard,
  });
  const mayChange = refusals.update === undefined;
  const drawer = useDrawer(opened, draft, mayChange);
  const open = (id: string | undefined) => change({ dashboard: id });
  return {
    all,
    opened,
    draft,
    refusals,
    mayChange,
    ...drawer,
    dateRange,
    changeRange: (range: typeof dateRange) => change({ dateRange: range }),
    open,
    create: () => all.create({}, ({ _id }) => open(_id)),
    /** Creates a new dashboard from the draft of a deleted one. */
    restore: ({ _id: deletedId, title, widgets }: DashboardDraft['lost'][number]) =>
      all.create({ title, widgets: widgetInputsOf(widgets) }, ({ _id }) => {
        draft.drop(deletedId);
        open(_id);
      }),
    save: (revision: number) => {
      if (!opened) return;
      const sent = draft.widgets;
      const input = { dashboard_id: opened._id, revision, widgets: widgetInputsOf(sent) };
      all.update(input, (saved) => {
        draft.keepLater(sent, saved.revision);
        flash.success('Dashboard saved for everybody');
      });
    },
    rename: ({ _id, revision }: DashboardView, title: string, onSaved: () => void) =>
      all.update({ dashboard_id: _id, revision, title }, (one) => {
        draft.rebase(revision, one.revision);
        onSaved();
      }),
  };
};

export type OpenDashboard = ReturnType<typeof useOpenDashboard>;
