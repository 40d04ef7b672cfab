import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { type ListenerView, webhookSources } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { listeners } from '#web/api/listeners.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { CreateLink } from '#web/components/create-link.tsx';
import { ListTable, turnPage, usePageSize } from '#web/components/list-table.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import {
  choiceParam,
  pageParam,
  sizeParam,
  textParam,
  useUrlState,
} from '#web/components/use-url-state.ts';
import { DeleteListener } from './delete-listener.tsx';
import { listenersHelp } from './help.tsx';
import { listenerColumns, type RowAction } from './listener-columns.tsx';
import { sourceNames } from './names.ts';
import { testDrawer } from './test-drawer.tsx';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  listenerType: choiceParam(['webhook']),
  webhook_source_integration_type: choiceParam(webhookSources),
  regex: textParam,
});

type Url = z.output<typeof urlState>;

const Filter = ({ url, change }: { url: Url; change: (patch: Partial<Url>) => void }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find listeners by name"
      value={url.regex}
      onSearch={(regex) => change({ regex, page: 1 })}
    />
    <Choice
      label="Source"
      all="All sources"
      values={webhookSources}
      labelOf={(source) => sourceNames[source]}
      value={url.webhook_source_integration_type}
      onChange={(source) => change({ webhook_source_integration_type: source, page: 1 })}
    />
  </SpaceBetween>
);

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink
    call={listeners.createListener}
    to={pathTo('listener', { listener_id: 'new' })}
    variant={variant}
  >
    Create listener
  </CreateLink>
);

const noFilter = {
  regex: undefined,
  listenerType: undefined,
  webhook_source_integration_type: undefined,
  page: 1,
};

/** The webhooks of the organisation (spec 1 section 2, "Listeners"). */
export const ListenersPage = () => {
  const [url, change] = useUrlState(urlState);
  const [chosen, choose] = useState<{ action: RowAction; listener: ListenerView }>();
  const size = usePageSize('listeners', url.itemCount);
  const { page, regex, listenerType, webhook_source_integration_type } = url;
  const filter = { regex, listenerType, webhook_source_integration_type };
  const input = { ...filter, page_number: page, number_of_items: size };
  const answer = useCall(listeners.listListeners, input, { keep: true });
  const close = () => choose(undefined);
  const filtered = Object.values(filter).some(Boolean);
  usePage({
    page: 'listeners',
    contentType: 'table',
    help: listenersHelp,
    drawer: chosen?.action === 'test' ? testDrawer(chosen.listener, close) : undefined,
  });
  return (
    <>
      <ListTable
        id="listeners"
        title="Listeners"
        rows="listeners"
        info={<InfoLink />}
        columns={listenerColumns((action, listener) => choose({ action, listener }))}
        answer={answer}
        page={page}
        pageSize={size}
        onPage={turnPage(change)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<Create variant="primary" />}
        filter={<Filter url={url} change={change} />}
        onClearFilter={filtered ? () => change(noFilter) : undefined}
        empty={{
          title: 'No listeners',
          text: 'A listener receives events from other tools and starts bots.',
          action: <Create />,
        }}
      />
      {chosen?.action === 'delete' && (
        <DeleteListener listener={chosen.listener} onClose={close} onDeleted={close} />
      )}
    </>
  );
};
