import { executableTypes } from '#lib/domain/actions/definition.schema.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { ownerNames, typeNames } from './columns.tsx';
import type { ActionUrl } from './url.ts';

type Props = {
  url: ActionUrl;
  narrow: (patch: { [P in keyof ActionUrl]?: ActionUrl[P] | undefined }) => void;
};

/** What the list is narrowed by. */
export const ActionFilter = ({ url, narrow }: Props) => {
  const { types, nameOf } = useIntegrationTypes();
  return (
    <FilterBar
      url={url}
      narrow={narrow}
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
  );
};
