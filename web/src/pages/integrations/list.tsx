import { useState } from 'react';
import * as z from 'zod';
import {
  integrationStates,
  type IntegrationView,
  typeName,
} from '#lib/domain/integrations/integration.schema.ts';
import { commaList } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { CreateLink } from '#web/components/create-link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { integrationColumns } from './columns.tsx';
import { DeleteIntegration } from './delete-integration.tsx';
import { EditIntegration } from './edit-integration.tsx';
import { connectedHelp } from './help.tsx';
import { filterRules, ListFilter } from './list-filter.tsx';
import type { Act } from './row-menu.tsx';
import { isTesting, pollIntervalWhile, useConnectionTest } from './use-connection-test.tsx';

const urlState = z.object({
  page_number: pageParam,
  itemCount: sizeParam,
  alias: textParam,
  accountId: textParam,
  agentTag: textParam,
  state: choiceParam(integrationStates),
  integration_type: commaList(typeName).optional().catch(undefined),
  group: textParam,
});
export type ConnectedUrl = z.output<typeof urlState>;

const Connect = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink call={integrations.createIntegration} to={pathTo('integrations')} variant={variant}>
    Connect integration
  </CreateLink>
);

export const connectedList = listOf({
  id: 'integrations',
  url: urlState,
  page: 'page_number',
  size: 'itemCount',
  filter: ['alias', 'accountId', 'agentTag', 'state', 'integration_type', 'group'],
  call: integrations.listIntegrations,
  inputOf: ({ state, integration_type, group, ...url }) => ({
    alias: filterRules.alias.safeParse(url.alias).data,
    accountId: filterRules.accountId.safeParse(url.accountId).data,
    state,
    integration_type,
    group,
    agentTag: filterRules.agentTag.safeParse(url.agentTag).data,
  }),
  poll: (data) => pollIntervalWhile(data?.items.some(isTesting)),
});

/** The connected integrations of the organisation. */
export const ConnectedIntegrationsPage = () => {
  const { url, changeFilter, list } = useList(connectedList);
  const [dialog, setDialog] = useState<{ action: Act; one: IntegrationView }>();
  const { test, testSaved, elements } = useConnectionTest({ follow: true });
  const close = () => setDialog(undefined);
  usePage({ page: 'connectedIntegrations', contentType: 'table', help: connectedHelp });
  return (
    <>
      <ListTable
        {...list}
        title={pages.connectedIntegrations.title}
        rows="integrations"
        info={<InfoLink />}
        columns={integrationColumns((action, one) =>
          action === 'test' ? test(one) : setDialog({ action, one }),
        )}
        keyOf={({ accountId }) => accountId}
        nameOf={({ alias }) => alias}
        actions={<Connect variant="primary" />}
        filter={<ListFilter url={url} changeFilter={changeFilter} />}
        empty={{
          title: 'No integrations',
          text: 'An integration is an account in another system that your bots work with.',
          action: <Connect />,
        }}
      />
      {elements}
      {dialog?.action === 'edit' && (
        <EditIntegration accountId={dialog.one.accountId} onChanged={testSaved} onClose={close} />
      )}
      {dialog?.action === 'delete' && (
        <DeleteIntegration integration={dialog.one} onClose={close} />
      )}
    </>
  );
};
