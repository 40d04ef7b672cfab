import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { inventoryType, inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import type { ScannedIntegration } from '#lib/domain/inventory/schedules/scan-schedule.schema.ts';
import { commaList, searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { failureOf } from '#web/components/failure-text.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useBatchedTask } from '#web/components/run/use-batched-task.ts';
import { SearchBox } from '#web/components/search-box.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';
import { AddSamples } from '#web/components/scanning/scan-buttons.tsx';
import { useScanning } from '#web/components/scanning/use-scanning.ts';
import { RemoveSamples } from '../remove-samples.tsx';
import { scheduleColumns } from './schedule-columns.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

const urlState = z.object({
  page: pageParam,
  integrationType: commaList(inventoryType).optional().catch(undefined),
  alias: textParam,
  accountId: textParam,
  status: choiceParam(['enabled', 'disabled']),
});
type Url = z.output<typeof urlState>;

export const scheduleList = listOf({
  id: 'inventory-schedules',
  url: urlState,
  page: 'page',
  filter: ['integrationType', 'alias', 'accountId', 'status'],
  call: inventory.listInventorySchedules,
  inputOf: ({ integrationType, alias, accountId, status }) => ({
    integrationType,
    alias: searchText.safeParse(alias).data,
    accountId: (accountId ?? '').length > 1 ? accountId : undefined,
    status,
  }),
});

/** The API's rules for names and ids. */
const someText = z.string().trim().min(2, 'There should be more than 1 character.');
const someName = someText.pipe(searchText);

type FilterProps = {
  url: Url;
  changeFilter: (patch: { [P in keyof Url]?: Url[P] | undefined }) => void;
};

const statusNames = { enabled: 'Scheduled', disabled: 'Not scheduled' };

const ScheduleFilter = ({ url, changeFilter }: FilterProps) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      search={{ param: 'alias', label: 'Find integrations by name', rule: someName }}
      searchControl={
        <SearchBox
          label="Find by account ID"
          rule={someText}
          value={url.accountId}
          onSearch={(accountId) => changeFilter({ accountId })}
        />
      }
      choices={[
        {
          param: 'integrationType',
          several: true,
          label: 'Type',
          all: 'All types',
          values: inventoryTypes,
          labelOf: nameOf,
        },
        {
          param: 'status',
          label: 'Schedule',
          all: 'With or without a schedule',
          values: ['enabled', 'disabled'],
          labelOf: (status) => statusNames[status],
        },
      ]}
    />
  );
};

type EndProps = { integration: ScannedIntegration; onEnded: () => void; onClose: () => void };

const EndSchedule = ({ integration, onEnded, onClose }: EndProps) => {
  const { alias, schedule } = integration;
  const { mutate, isPending, error } = useAction(inventory.deleteInventorySchedule);
  const end = () =>
    mutate(
      { schedule_id: schedule?._id ?? '' },
      {
        onSuccess: () => {
          onEnded();
          onClose();
          flash.success('Schedule disabled', {
            content: `${alias} is no longer scanned automatically.`,
          });
        },
      },
    );
  return (
    <ConfirmModal
      title="Disable schedule"
      confirm="Disable"
      loading={isPending}
      failure={failureOf('The schedule was not disabled', error)}
      onConfirm={end}
      onClose={onClose}
    >
      <Box>
        <Box variant="strong">{alias}</Box> is no longer scanned automatically. Its schedule is
        deleted; the results of the last scan are kept.
      </Box>
    </ConfirmModal>
  );
};

/** The integrations that can be scanned, and their schedules. */
export const ScanSchedulesPage = () => {
  const { url, changeFilter, answer, list, refreshList } = useList(scheduleList);
  const [toggleTarget, setToggleTarget] = useState<ScannedIntegration>();
  const [editTarget, setEditTarget] = useState<ScannedIntegration>();
  const refetchSoon = useBatchedTask(refreshList);
  useChannel('inventory_execution_updated', () => refetchSoon());
  usePage({ page: 'scanSchedules', contentType: 'table' });
  const refusal = useRefusal(inventory.createInventorySchedule);
  const close = () => setToggleTarget(undefined);
  const refetch = () => void answer.refetch();
  const scanning = useScanning(refetch);
  const hasSamples = answer.data?.items.some(({ sample }) => sample !== undefined);
  return (
    <>
      <ListTable
        {...list}
        title={pages.scanSchedules.title}
        rows="integrations"
        // A toggle cannot show why it is disabled.
        description={refusal && `Schedules cannot be changed. ${refusal}`}
        columns={scheduleColumns({ onToggle: setToggleTarget, onOpen: setEditTarget })}
        keyOf={({ accountId }) => accountId}
        nameOf={({ alias }) => alias}
        filter={<ScheduleFilter url={url} changeFilter={changeFilter} />}
        actions={hasSamples && <RemoveSamples onRemoved={refetch} />}
        empty={{
          title: 'No integrations',
          text: 'Connect an AWS, Azure, GCP or Kubernetes account, or try it with samples.',
          action: (
            <SpaceBetween size="xs" direction="horizontal">
              <LinkButton to={pathTo('integrations')}>Connect integration</LinkButton>
              <AddSamples scanning={scanning} />
            </SpaceBetween>
          ),
        }}
      />
      {toggleTarget && !toggleTarget.schedule && (
        <ScheduleDialog integration={toggleTarget} onScheduled={refetch} onClose={close} />
      )}
      {editTarget && (
        <ScheduleDialog
          integration={editTarget}
          onScheduled={refetch}
          onClose={() => setEditTarget(undefined)}
        />
      )}
      {toggleTarget?.schedule && (
        <EndSchedule integration={toggleTarget} onEnded={refetch} onClose={close} />
      )}
    </>
  );
};
