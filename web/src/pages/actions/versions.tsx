import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
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

type ChangesProps = { id: string; older: number | undefined; version: number };

/** The first version changed nothing. */
const Changes = ({ id, older, version }: ChangesProps) =>
  older === undefined ? null : <VersionChanges id={id} from={older} to={version} />;

/** What an action was, the newest first; any of it can be had again. */
export const Versions = ({ id }: { id: string }) => {
  const input = { action_id: id, number_of_items: 100 };
  const { data, error, refetch } = useCall(actions.listActionVersions, input);
  const refusal = useRefusal(actions.restoreActionVersion);
  const { mutate, isPending, variables } = useAction(actions.restoreActionVersion);
  if (error) return <LoadFailed error={error} what="the versions" onRetry={refetch} />;
  if (!data) return <Loading text="Loading versions" />;
  const base_version = data.items.find(({ is_current }) => is_current)?.version ?? 1;
  const restore = (version: number) =>
    mutate(
      { action_id: id, version, base_version },
      {
        onSuccess: () => flash.success(`Version ${version} restored`),
        onError: (failure) =>
          flash.error(`Version ${version} was not restored`, { content: failureText(failure) }),
      },
    );
  return (
    <SpaceBetween size="m">
      {data.items.map(({ version, saved_at, saved_by, name, is_current }, index) => (
        <div key={version}>
          <SpaceBetween size="xs" direction="horizontal" alignItems="center">
            <Box fontWeight="bold">Version {version}</Box>
            {is_current ? (
              <Badge color="green">Current</Badge>
            ) : (
              <Button
                variant="inline-link"
                ariaLabel={`Restore version ${version}`}
                loading={isPending && variables.version === version}
                {...disabledBy(refusal)}
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
          <Changes id={id} older={data.items[index + 1]?.version} version={version} />
        </div>
      ))}
    </SpaceBetween>
  );
};
