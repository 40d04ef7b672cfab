import { Suspense, useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { type ListenerView, webhookSources } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { CreateLink } from '#web/components/create-link.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { DeleteListener } from './delete-listener.tsx';
import { listenersHelp } from './help.tsx';
import { listenerColumns, type RowAction } from './listener-columns.tsx';
import { sourceNames } from './names.ts';
import { createTestDrawer } from './test-drawer.tsx';
import { useReplayParked } from './use-replay-parked.tsx';

const LazyRotateSecret = lazyDialog(async () => (await import('./rotate-secret.tsx')).RotateSecret);
const LazyEndPreviousSecret = lazyDialog(
  async () => (await import('./rotate-secret.tsx')).EndPreviousSecret,
);

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  listenerType: choiceParam(['webhook']),
  webhook_source_integration_type: choiceParam(webhookSources),
  regex: textParam,
});

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink
    call={listeners.createListener}
    to={pathTo('listener', { listener_id: 'new' })}
    variant={variant}
  >
    Create listener
  </CreateLink>
);

export const listenerList = listOf({
  id: 'listeners',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['regex', 'listenerType', 'webhook_source_integration_type'],
  call: listeners.listListeners,
  inputOf: ({ regex, listenerType, webhook_source_integration_type }) => ({
    regex,
    listenerType,
    webhook_source_integration_type,
  }),
});

/** The webhook listeners of the organisation. */
export const ListenersPage = () => {
  const { url, changeFilter, list } = useList(listenerList);
  const [activeRow, setActiveRow] = useState<{ action: RowAction; listener: ListenerView }>();
  const close = () => setActiveRow(undefined);
  const parked = useReplayParked();
  usePage({
    page: 'listeners',
    contentType: 'table',
    help: listenersHelp,
    drawer: activeRow?.action === 'test' ? createTestDrawer(activeRow.listener, close) : undefined,
  });
  return (
    <>
      <ListTable
        {...list}
        title="Listeners"
        rows="listeners"
        info={<InfoLink />}
        columns={listenerColumns((action, listener) => setActiveRow({ action, listener }))}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            {parked.button}
            <Create variant="primary" />
          </SpaceBetween>
        }
        filter={
          <FilterBar
            url={url}
            changeFilter={changeFilter}
            search={{ param: 'regex', label: 'Find listeners by name' }}
            choices={[
              {
                param: 'webhook_source_integration_type',
                label: 'Source',
                all: 'All sources',
                values: webhookSources,
                labelOf: (source) => sourceNames[source],
              },
            ]}
          />
        }
        empty={{
          title: 'No listeners',
          text: 'A listener receives events from other tools and starts bots.',
          action: <Create />,
        }}
      />
      {parked.dialog}
      {activeRow?.action === 'rotate' && (
        <Suspense fallback={null}>
          <LazyRotateSecret listener={activeRow.listener} onClose={close} />
        </Suspense>
      )}
      {activeRow?.action === 'end-old' && (
        <Suspense fallback={null}>
          <LazyEndPreviousSecret listener={activeRow.listener} onClose={close} />
        </Suspense>
      )}
      {activeRow?.action === 'delete' && (
        <DeleteListener listener={activeRow.listener} onClose={close} />
      )}
    </>
  );
};
