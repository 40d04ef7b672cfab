import * as z from 'zod';
import { executableTypes } from '#lib/domain/actions/definition.schema.ts';
import { typeName } from '#lib/domain/integrations/integration.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages } from '#lib/pages.ts';
import { actions } from '#web/api/actions.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { ActionDetails } from './action-details.tsx';
import { actionColumns, typeNames } from './columns.tsx';
import { actionsHelp } from './help.tsx';

const urlState = z.object({
  page: pageParam,
  itemCount: sizeParam,
  // All of them unless the address names one: few types have actions, and a list that begins with
  // one that has none would look as if there were no actions.
  integrationType: typeName.optional().catch(undefined),
  type: choiceParam(executableTypes),
  approvalRequired: choiceParam(['true', 'false']),
  search_action: textParam,
  selectedItem: textParam,
});

export const actionList = listOf({
  id: 'actions',
  url: urlState,
  page: 'page',
  size: 'itemCount',
  filter: ['integrationType', 'type', 'approvalRequired', 'search_action'],
  call: actions.listActions,
  inputOf: ({ integrationType, type, approvalRequired, search_action }) => ({
    integration_type: integrationType,
    action_type: type,
    approval_required: approvalRequired,
    search_text: searchText.safeParse(search_action).data,
  }),
});

/** What bots can do in other systems. */
export const ActionsPage = () => {
  const { url, change, narrow, list } = useList(actionList);
  const { types, nameOf } = useIntegrationTypes();
  const { selectedItem } = url;
  const open = ({ _id }: { _id: string }) => change({ selectedItem: _id });
  usePage({
    page: 'actions',
    contentType: 'table',
    help: actionsHelp,
    drawer: selectedItem
      ? {
          title: 'Action',
          body: <ActionDetails key={selectedItem} id={selectedItem} />,
          onClose: () => change({ selectedItem: undefined }),
        }
      : undefined,
  });
  return (
    <ListTable
      {...list}
      title={pages.actions.title}
      rows="actions"
      info={<InfoLink />}
      columns={actionColumns(open)}
      keyOf={({ _id }) => _id}
      nameOf={({ name }) => name}
      onRow={open}
      filter={
        <FilterBar
          url={url}
          narrow={narrow}
          search={{ param: 'search_action', label: 'Find actions' }}
          choices={[
            {
              param: 'integrationType',
              label: 'Integration',
              all: 'All integrations',
              values: types.filter(({ local }) => !local).map(({ name }) => name),
              labelOf: nameOf,
            },
            {
              param: 'type',
              label: 'Type',
              all: 'All types',
              values: executableTypes,
              labelOf: (type) => typeNames[type],
            },
            {
              param: 'approvalRequired',
              label: 'Approval',
              all: 'With and without approval',
              values: ['true', 'false'],
              labelOf: (value) => (value === 'true' ? 'Approval required' : 'No approval required'),
            },
          ]}
        />
      }
      empty={{ title: 'No Actions Found', text: 'This page of the list does not exist.' }}
    />
  );
};
