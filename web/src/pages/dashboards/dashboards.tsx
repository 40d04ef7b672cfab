import { Suspense, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { DashboardView } from '#lib/domain/dashboards/dashboard.schema.ts';
import { pages } from '#lib/pages.ts';
import { dashboards } from '#web/api/dashboards.ts';
import { onboarding } from '#web/api/onboarding.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { lazyExtra } from '#web/components/lazy-part.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Board } from './board.tsx';
import { Controls } from './controls.tsx';
import { DashboardTabs } from './dashboard-tabs.tsx';
import {
  type DashboardDraft,
  type OpenDashboard,
  useOpenDashboard,
} from './use-open-dashboard.tsx';
import './dashboards.css';

const LazyGettingStarted = lazyExtra(
  async () => (await import('./getting-started.tsx')).GettingStarted,
);

/** Another user has saved the dashboard meanwhile: the user chooses one of the two versions. */
const ConflictAlert = ({ draft, onSave }: { draft: DashboardDraft; onSave: () => void }) => (
  <Alert
    type="warning"
    header="Somebody else changed this dashboard after you opened it"
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Button onClick={draft.discard}>Show theirs</Button>
        <Button onClick={onSave}>Save mine instead</Button>
      </SpaceBetween>
    }
  >
    Your changes are kept here, but they are not saved.
  </Alert>
);

/** Another user has deleted a dashboard with unsaved changes. */
const DeletedAlert = ({
  page,
  lost,
}: {
  page: OpenDashboard;
  lost: DashboardDraft['lost'][number];
}) => (
  <Alert
    type="warning"
    header={`${lost.title} was deleted while you were editing it`}
    action={
      <SpaceBetween size="xs" direction="horizontal">
        <Button onClick={() => page.draft.drop(lost._id)}>Discard changes</Button>
        <Button loading={page.all.isCreating} onClick={() => page.restore(lost)}>
          Save as new dashboard
        </Button>
      </SpaceBetween>
    }
  >
    Your changes are kept here, but they are not saved.
  </Alert>
);

/** Lists the dashboards with unsaved changes, which may not be the visible one. */
const UnsavedChangesGuard = ({ titles }: { titles: readonly string[] }) => (
  <LeaveGuard dirty={titles.length > 0} byPath>
    {({ stay, leave }) => (
      <Dialog
        title="Leave without saving?"
        closeText="Stay"
        actions={<Button onClick={leave}>Leave without saving</Button>}
        onClose={stay}
      >
        Your unsaved changes to <b>{titles.join(', ')}</b> will be lost.
      </Dialog>
    )}
  </LeaveGuard>
);

/**
 * The dashboard to show after this one is deleted: the previous one, or for the first, the next.
 */
const neighbourOf = (items: readonly DashboardView[], { _id }: DashboardView) => {
  const at = items.findIndex((one) => one._id === _id);
  return items[at - 1] ?? items[at + 1];
};

type DeleteProps = {
  one: DashboardView;
  items: readonly DashboardView[];
  onDeleted: () => void;
  onOpen: (id: string | undefined) => void;
  onClose: () => void;
};

const Delete = ({ one, items, onDeleted, onOpen, onClose }: DeleteProps) => (
  <DeleteDialog
    subject="dashboard"
    call={dashboards.deleteDashboard}
    input={{ dashboard_id: one._id, revision: one.revision }}
    successText="Dashboard deleted"
    failureHeader="The dashboard was not deleted."
    onDeleted={() => {
      onDeleted();
      onOpen(neighbourOf(items, one)?._id);
    }}
    onClose={onClose}
  >
    Delete <b>{one.title}</b> for everybody in your organisation?
  </DeleteDialog>
);

const Heading = ({ page, onDelete }: { page: OpenDashboard; onDelete: () => void }) => (
  <Header
    variant="h1"
    info={<InfoLink />}
    description="Everybody in your organisation sees the same dashboards."
    actions={
      <Controls
        dateRange={page.dateRange}
        onRange={page.changeRange}
        refusals={page.refusals}
        isOpen={page.opened !== undefined}
        dirty={page.draft.dirty}
        isSaving={page.all.isSaving}
        isCreating={page.all.isCreating}
        onManage={() => page.manage(!page.managing)}
        onCreate={page.create}
        onDelete={onDelete}
        onDiscard={page.draft.discard}
        onSave={() => page.save(page.draft.revision)}
      />
    }
  >
    {pages.dashboards.title}
  </Header>
);

const NoDashboards = ({ page }: { page: OpenDashboard }) => (
  <EmptyState
    title="No dashboards"
    text="Add one to see how your bots and clouds are doing."
    action={
      <Button
        loading={page.all.isCreating}
        onClick={page.create}
        {...disabledBy(page.refusals.create)}
      >
        Add dashboard
      </Button>
    }
  />
);

/** Milliseconds between polls for steps of Getting Started that other users complete. */
const progressPollEvery = 30_000;

/** The start page: the dashboards of the organisation. */
export const DashboardsPage = () => {
  const page = useOpenDashboard();
  const onboardingQuery = useCall(onboarding.getOnboarding, {}, { poll: progressPollEvery });
  const { all, opened, draft, mayChange, open } = page;
  const { items, error, refetch } = all;
  const [deleting, setDeleting] = useState<DashboardView>();
  if (error && !items) {
    return <LoadFailed error={error} subject="dashboards" onRetry={refetch} wholePage />;
  }
  // Content that arrived later would move the page under the pointer.
  const isAwaited = onboardingQuery.isPending && onboardingQuery.failureCount === 0;
  if (!items || isAwaited) return <Loading text="Loading dashboards" />;
  return (
    <Suspense fallback={<Loading text="Loading dashboards" />}>
      <SpaceBetween size="l">
        <Heading page={page} onDelete={() => setDeleting(opened)} />
        {onboardingQuery.data?.shown && (
          <LazyGettingStarted
            steps={onboardingQuery.data.steps}
            isAdding={all.isCreating}
            onAddDashboard={page.create}
            onAdded={() => void onboardingQuery.refetch()}
          />
        )}
        {draft.isBehind && (
          <ConflictAlert draft={draft} onSave={() => page.save(opened?.revision ?? 0)} />
        )}
        {draft.lost.map((lost) => (
          <DeletedAlert key={lost._id} page={page} lost={lost} />
        ))}
        {items.length === 0 && <NoDashboards page={page} />}
        {items.length > 0 && (
          <DashboardTabs
            dashboards={items}
            active={opened?._id}
            unsaved={new Set(draft.unsaved.map(({ _id }) => _id))}
            mayRename={mayChange}
            isSaving={all.isSaving}
            onOpen={open}
            onRename={page.rename}
          />
        )}
        {opened && (
          <Board
            key={opened._id}
            title={opened.title}
            widgets={draft.widgets}
            dateRange={page.dateRange}
            mayChange={mayChange}
            onChange={draft.change}
            onManage={() => page.manage(true)}
          />
        )}
        {deleting && (
          <Delete
            one={deleting}
            items={items}
            onDeleted={() => draft.drop(deleting._id)}
            onOpen={open}
            onClose={() => {
              setDeleting(undefined);
              // If it was not deleted, its data here is outdated.
              void refetch();
            }}
          />
        )}
        <UnsavedChangesGuard titles={[...draft.unsaved, ...draft.lost].map(({ title }) => title)} />
      </SpaceBetween>
    </Suspense>
  );
};
