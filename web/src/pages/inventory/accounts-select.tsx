import Multiselect from '@cloudscape-design/components/multiselect';
import { useSelectableIntegrations } from '#web/components/use-selectable-integrations.ts';

type Props = {
  /** The type of the integrations to choose from. */
  type: string;
  selectedIds: readonly string[];
  onChange: (ids: string[]) => void;
};

/**
 * A choice of several accounts of a type, or all; those beyond the first page are found by search.
 */
export const AccountsSelect = ({ type, selectedIds, onChange }: Props) => {
  const { found, search } = useSelectableIntegrations({ chosen: selectedIds, types: [type] });
  const { data, refetch, statusType } = found;
  const options = (data?.items ?? []).map(({ accountId, alias }) => ({
    value: accountId,
    label: alias,
  }));
  return (
    <div className="choices">
      <Multiselect
        ariaLabel="Integrations"
        placeholder="All of this type"
        inlineTokens
        options={options}
        selectedOptions={selectedIds.map(
          (id) => options.find(({ value }) => value === id) ?? { value: id, label: id },
        )}
        statusType={statusType}
        loadingText="Loading integrations"
        errorText="Could not load integrations."
        recoveryText="Retry"
        empty="No integrations"
        filteringType={search ? 'manual' : 'auto'}
        filteringAriaLabel="Find an integration"
        filteringPlaceholder="Find an integration"
        onLoadItems={({ detail }) => (search ? search(detail.filteringText) : void refetch())}
        onChange={({ detail }) =>
          onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))
        }
      />
    </div>
  );
};
