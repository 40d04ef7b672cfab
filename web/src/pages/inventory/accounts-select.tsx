import { useState } from 'react';
import Multiselect from '@cloudscape-design/components/multiselect';
import { useFoundIntegrations } from '#web/components/use-found-integrations.ts';

type Props = {
  /** The type of the integrations to choose from. */
  type: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
};

/** Some of the accounts of a type, or all; more than a page holds are found by their name. */
export const AccountsSelect = ({ type, chosen, onChange }: Props) => {
  const { found, search } = useFoundIntegrations({ chosen: chosen[0] ?? '', types: [type] });
  const { data, error, refetch } = found;
  // A chosen one keeps its name while others are looked for.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const missing = (data?.items ?? []).filter(
    ({ accountId, alias }) => names.get(accountId) !== alias,
  );
  if (missing.length > 0) {
    const added = missing.map(({ accountId, alias }) => [accountId, alias] as const);
    setNames(new Map([...names, ...added]));
  }
  return (
    <div className="choices">
      <Multiselect
        ariaLabel="Integrations"
        placeholder="All of this type"
        inlineTokens
        options={(data?.items ?? []).map(({ accountId, alias }) => ({
          value: accountId,
          label: alias,
        }))}
        selectedOptions={chosen.map((id) => ({ value: id, label: names.get(id) ?? id }))}
        statusType={data ? 'finished' : error ? 'error' : 'loading'}
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
