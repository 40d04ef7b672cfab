import { useEffect, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import Multiselect from '@cloudscape-design/components/multiselect';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { audit } from '#web/api/audit.ts';
import type { TimeRange } from '#web/components/time-range.ts';
import { LazyTimeRangePicker } from '#web/components/lazy-time-range-picker.tsx';

/** An action with its text. */
export type Action = { _id: string; name: string };

type Person = { value: string; label: string; description?: string };

const everybody: Person = { value: '', label: 'All users' };

/** All users of the organisation, loaded 100 at a time as the list is scrolled or searched. */
const usePeople = () => {
  const { listAuditUsers } = audit;
  return useInfiniteQuery({
    queryKey: [listAuditUsers.routeKey, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      listAuditUsers({ number_of_items: 100, ...(pageParam && { next: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
};

const personOf = ({ _id, name }: { _id: string; name: string }): Person =>
  name === _id ? { value: _id, label: _id } : { value: _id, label: name, description: _id };

type UserFieldProps = { user: string | undefined; onChange: (user: string | undefined) => void };

const UserField = ({ user, onChange }: UserFieldProps) => {
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = usePeople();
  const [searches, setSearches] = useState(false);
  useEffect(() => {
    // The searched user may be on a page that is not loaded yet.
    if (searches && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [searches, hasNextPage, isFetching, isError, fetchNextPage]);
  const loadedPeople = (data?.pages ?? []).flatMap(({ items }) => items.map(personOf));
  const isKnown = user === undefined || loadedPeople.some(({ value }) => value === user);
  // Deleted users stay in the trail.
  const people = isKnown ? loadedPeople : [{ value: user, label: user }, ...loadedPeople];
  const idleStatus = hasNextPage ? 'pending' : 'finished';
  const fetchStatus = isFetching ? 'loading' : idleStatus;
  return (
    <Select
      ariaLabel="User"
      filteringType="auto"
      filteringAriaLabel="Find a user"
      filteringPlaceholder="Find a user"
      empty="No users"
      noMatch={hasNextPage ? 'No match so far. Loading more users.' : 'No users match.'}
      loadingText="Loading users"
      errorText="Could not load the users."
      recoveryText="Retry"
      expandToViewport
      statusType={isError ? 'error' : fetchStatus}
      options={[everybody, ...people]}
      selectedOption={people.find(({ value }) => value === user) ?? everybody}
      onLoadItems={({ detail }) => {
        setSearches(detail.filteringText !== '');
        if (isError) void refetch();
        else if (hasNextPage && !isFetching) void fetchNextPage();
      }}
      onChange={({ detail }) => onChange(detail.selectedOption.value || undefined)}
    />
  );
};

type ActionFieldProps = {
  actions: readonly Action[];
  selectedIds: readonly string[];
  onChange: (selectedIds: string[]) => void;
};

const ActionField = ({ actions, selectedIds, onChange }: ActionFieldProps) => {
  const options = actions
    .map(({ _id, name }) => ({ value: _id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const selected = selectedIds.map(
    (id) => options.find(({ value }) => value === id) ?? { value: id, label: id },
  );
  return (
    <Multiselect
      ariaLabel="Actions"
      placeholder="All actions"
      inlineTokens
      expandToViewport
      filteringType="auto"
      filteringAriaLabel="Find an action"
      filteringPlaceholder="Find an action"
      empty="No actions"
      noMatch="No actions match."
      deselectAriaLabel={({ label }) => `Remove ${label}`}
      options={options}
      selectedOptions={selected}
      onChange={({ detail }) =>
        onChange(detail.selectedOptions.flatMap(({ value }) => value ?? []))
      }
    />
  );
};

type Filter = { user: string | undefined; actions: string[]; range: TimeRange | undefined };

type Props = Filter & {
  availableActions: readonly Action[];
  onChange: (change: Partial<Filter>) => void;
};

/** Side by side if there is space. */
const fieldWidth = { width: 'min(16rem, 80vw)' } as const;

/** Filters by user, action and time. */
export const AuditFilter = ({ user, actions, range, availableActions, onChange }: Props) => (
  <SpaceBetween size="xs" direction="horizontal">
    <div style={fieldWidth}>
      <UserField user={user} onChange={(value) => onChange({ user: value })} />
    </div>
    <div style={fieldWidth}>
      <ActionField
        actions={availableActions}
        selectedIds={actions}
        onChange={(value) => onChange({ actions: value })}
      />
    </div>
    <div style={fieldWidth}>
      <LazyTimeRangePicker range={range} onChange={(value) => onChange({ range: value })} />
    </div>
  </SpaceBetween>
);
