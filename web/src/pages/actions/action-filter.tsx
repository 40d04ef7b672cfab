import { useMemo } from 'react';
import { executableTypes } from '#lib/domain/actions/definition.schema.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { allActions } from '#web/components/graph/use-action-names.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { ownerNames, typeNames } from './columns.tsx';
import type { ActionUrl } from './url.ts';

type Props = {
  url: ActionUrl;
  changeFilter: (patch: { [P in keyof ActionUrl]?: ActionUrl[P] | undefined }) => void;
};

/** The types that have actions, and the one that the address names. */
const useTypeOptions = (selectedType: string | undefined): string[] => {
  const { data } = useCall(actions.listActions, allActions);
  return useMemo(() => {
    const types = (data?.items ?? []).flatMap(({ integration_types }) => integration_types);
    return [...new Set([...types, ...(selectedType === undefined ? [] : [selectedType])])];
  }, [data, selectedType]);
};

/** The filters of the list. */
export const ActionFilter = ({ url, changeFilter }: Props) => {
  const { nameOf } = useIntegrationTypes();
  const typeOptions = useTypeOptions(url.integrationType);
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      search={{ param: 'search_action', label: 'Find actions' }}
      choices={[
        {
          param: 'owner',
          label: 'Owner',
          all: ownerNames.all,
          values: ['self'],
          labelOf: () => ownerNames.self,
        },
        {
          param: 'integrationType',
          label: 'Integration',
          all: 'All integrations',
          values: typeOptions.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))),
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
  );
};
