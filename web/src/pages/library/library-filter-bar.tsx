import Button from '@cloudscape-design/components/button';
import Grid from '@cloudscape-design/components/grid';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { useIntegrationFilter } from '#web/app/integration-filter.ts';
import { IntegrationToken } from '#web/components/integration-token.tsx';
import type { LibraryUrl } from './library-url.ts';
import { NameSearch } from './name-search.tsx';

type ChangeFilter = (patch: { name?: string | undefined; integrationId?: undefined }) => void;

type Props = {
  url: LibraryUrl;
  changeFilter: ChangeFilter;
  everywhere: Pick<ReturnType<typeof useIntegrationFilter>, 'chosen' | 'reset'>;
  /** The number of active filters in the panel. */
  filterCount: number;
  onFilters: () => void;
};

/** The integration whose type filters the list: from the address, or the global filter. */
const IntegrationFilter = ({
  url,
  changeFilter,
  everywhere,
}: Omit<Props, 'filterCount' | 'onFilters'>) => {
  const { integrationId } = url;
  const { chosen, reset } = everywhere;
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      {integrationId ? (
        <IntegrationToken
          id={integrationId}
          dismissLabel="Show the templates for all integrations"
          onDismiss={() => changeFilter({ integrationId: undefined })}
        />
      ) : (
        chosen && <IntegrationToken id={chosen} />
      )}
      {chosen && <Button onClick={reset}>Reset global filter</Button>}
    </SpaceBetween>
  );
};

/** The bar above the templates: a search by name, the active filters, and a button for more. */
export const LibraryFilterBar = ({ filterCount, onFilters, ...filterProps }: Props) => (
  <SpaceBetween size="xs">
    <Grid gridDefinition={[{ colspan: { default: 8, s: 6 } }, { colspan: { default: 4, s: 3 } }]}>
      <NameSearch
        value={filterProps.url.name}
        onSearch={(name) => filterProps.changeFilter({ name })}
      />
      <Button iconName="filter" onClick={onFilters}>
        {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
      </Button>
    </Grid>
    {(filterProps.url.integrationId ?? filterProps.everywhere.chosen) && (
      <IntegrationFilter {...filterProps} />
    )}
  </SpaceBetween>
);
