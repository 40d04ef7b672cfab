import { useState } from 'react';
import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type * as z from 'zod';
import type { actionVersionView } from '#lib/domain/actions/own-action.schema.ts';
import { actions } from '#web/api/actions.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { VersionChanges } from './version-changes.tsx';

/** Versions per page of the panel. */
const pageSize = 20;

type Version = z.output<typeof actionVersionView>;

/** A page, and the next one, whose first version is compared with the last one of the page. */
const usePages = (action_id: string, page_number: number) => {
  const input = { action_id, number_of_items: pageSize };
  const currentPage = useCall(
    actions.listActionVersions,
    { ...input, page_number },
    { keep: true },
  );
  const nextInput = { ...input, page_number: page_number + 1 };
  const enabled = currentPage.data?.next !== undefined;
  const { data } = useCall(actions.listActionVersions, nextInput, { enabled });
  return { ...currentPage, after: enabled ? data?.items[0] : undefined };
};

/** Restores a version by saving it as a new one. */
const useRestore = (action_id: string, onRestored: () => void) => {
  const { data: currentAction } = useCall(actions.getAction, { action_id });
  const refusal = useRefusal(actions.restoreActionVersion);
  const { mutate, isPending, variables } = useAction(actions.restoreActionVersion);
  const restore = (version: number) => {
    if (currentAction?.version === undefined) return;
    mutate(
      { action_id, version, base_version: currentAction.version },
      {
        onSuccess: () => {
          flash.success(`Version ${version} restored`);
          onRestored();
        },
        onError: (failure) =>
          flash.error(`Version ${version} was not restored`, { content: failureText(failure) }),
      },
    );
  };
  const pending = isPending ? variables.version : undefined;
  return { restore, pending, refusal, isReady: currentAction !== undefined };
};

type Restoring = ReturnType<typeof useRestore>;
type VersionItemProps = {
  id: string;
  one: Version;
  older: Version | undefined;
  restoring: Restoring;
};

const VersionItem = ({ id, one, older, restoring }: VersionItemProps) => {
  const { version, is_current, name, saved_at, saved_by } = one;
  const { restore, pending, refusal, isReady } = restoring;
  return (
    <div>
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box fontWeight="bold">Version {version}</Box>
        {is_current ? (
          <Badge color="green">Current</Badge>
        ) : (
          <Button
            variant="inline-link"
            ariaLabel={`Restore version ${version}`}
            loading={pending === version}
            {...disabledBy(refusal ?? (isReady ? undefined : 'The action is being loaded.'))}
            onClick={() => restore(version)}
          >
            Restore
          </Button>
        )}
      </SpaceBetween>
      <div>{name}</div>
      <Box color="text-body-secondary">
        <Time at={saved_at} /> by {saved_by}
      </Box>
      {older && <VersionChanges id={id} from={older.version} to={version} />}
    </div>
  );
};

/** The versions of an action, the newest first; each can be restored. */
export const Versions = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  const { data, error, refetch, after } = usePages(id, page);
  const restoring = useRestore(id, () => setPage(1));
  if (error) return <LoadFailed error={error} subject="the versions" onRetry={refetch} />;
  if (!data) return <Loading text="Loading versions" />;
  const { items, next } = data;
  return (
    <SpaceBetween size="m">
      {items.map((one, index) => (
        <VersionItem
          key={one.version}
          {...{ id, one, restoring }}
          older={items[index + 1] ?? after}
        />
      ))}
      {(page > 1 || next !== undefined) && (
        <Pagination
          currentPageIndex={page}
          pagesCount={page}
          openEnd={next !== undefined}
          ariaLabels={{ paginationLabel: 'Pages of versions' }}
          onChange={({ detail }) => setPage(detail.currentPageIndex)}
        />
      )}
    </SpaceBetween>
  );
};
