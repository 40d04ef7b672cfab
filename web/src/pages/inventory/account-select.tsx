import Select from '@cloudscape-design/components/select';
import { useSelectableIntegrations } from '#web/components/use-selectable-integrations.ts';

type Props = {
  /** The type of the integrations to choose from. */
  type: string;
  /** The id of the chosen one, blank if none. */
  selectedId: string;
  placeholder: string;
  /** The option for all; absent if a choice is required. */
  all?: string;
  onChange: (id: string) => void;
};

/** A choice of the accounts of a type; those beyond the first page are found by search. */
export const AccountSelect = ({ type, selectedId, placeholder, all, onChange }: Props) => {
  const { found, search } = useSelectableIntegrations({ chosen: selectedId, types: [type] });
  const { data, refetch, statusType } = found;
  const accounts = (data?.items ?? []).map(({ accountId, alias }) => ({
    value: accountId,
    label: alias,
  }));
  const options = [...(all === undefined ? [] : [{ value: '', label: all }]), ...accounts];
  const isChosen = selectedId !== '' || all !== undefined;
  return (
    <Select
      ariaLabel="Account"
      placeholder={placeholder}
      options={options}
      statusType={statusType}
      loadingText="Loading accounts"
      errorText="Could not load accounts."
      recoveryText="Retry"
      empty="No accounts"
      filteringType={search ? 'manual' : 'none'}
      filteringAriaLabel="Find an account"
      filteringPlaceholder="Find an account"
      selectedOption={
        options.find(({ value }) => value === selectedId) ??
        (isChosen ? { value: selectedId, label: selectedId } : null)
      }
      onLoadItems={({ detail }) => (search ? search(detail.filteringText) : void refetch())}
      onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
    />
  );
};
