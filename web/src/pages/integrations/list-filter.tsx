import SpaceBetween from '@cloudscape-design/components/space-between';
import { integrationStates } from '#lib/domain/integrations/integration.schema.ts';
import { integrationRoutes } from '#lib/domain/integrations/integration.routes.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import type { ConnectedUrl } from './list.tsx';
import { stateName } from '#web/components/integration-state.tsx';

type Patch = { [K in keyof ConnectedUrl]?: ConnectedUrl[K] | undefined };
type Props = { url: ConnectedUrl; changeFilter: (patch: Patch) => void };

/** The API's rules, with their messages. */
export const filterRules = integrationRoutes.listIntegrations.input.shape;

const Searches = ({ url, changeFilter }: Props) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find by alias"
      rule={filterRules.alias}
      value={url.alias}
      onSearch={(alias) => changeFilter({ alias })}
    />
    <SearchBox
      label="Find by integration ID"
      rule={filterRules.accountId}
      value={url.accountId}
      onSearch={(accountId) => changeFilter({ accountId })}
    />
    <SearchBox
      label="Find by agent"
      rule={filterRules.agentTag}
      value={url.agentTag}
      onSearch={(agentTag) => changeFilter({ agentTag })}
    />
  </SpaceBetween>
);

/** The filters of the list. */
export const ListFilter = ({ url, changeFilter }: Props) => {
  const { types, nameOf } = useIntegrationTypes();
  const { data } = useCall(integrations.listIntegrationGroups, {});
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      searchControl={<Searches url={url} changeFilter={changeFilter} />}
      choices={[
        {
          param: 'state',
          label: 'State',
          all: 'Any state',
          values: integrationStates,
          labelOf: stateName,
        },
        {
          param: 'integration_type',
          several: true,
          label: 'Types',
          all: 'All types',
          values: types.filter(({ local }) => !local).map(({ name }) => name),
          labelOf: nameOf,
        },
        { param: 'group', label: 'Group', all: 'All groups', values: data?.items ?? [] },
      ]}
    />
  );
};
