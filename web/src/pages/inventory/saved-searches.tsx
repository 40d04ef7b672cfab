import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Table from '@cloudscape-design/components/table';
import { resourceTypeName } from '#lib/domain/inventory/resources/resource-name.rules.ts';
import {
  maxSavedSearches,
  type SavedSearchView,
} from '#lib/domain/inventory/searches/saved-search.schema.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';

type ColumnCallbacks = {
  onOpen: (one: SavedSearchView) => void;
  onDelete: (one: SavedSearchView) => void;
  /** Why deleting is not possible here. */
  whyNot: string | undefined;
};

const columns = ({ onOpen, onDelete, whyNot }: ColumnCallbacks) => [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (one: SavedSearchView) => (
      <Button variant="inline-link" onClick={() => onOpen(one)}>
        {one.name}
      </Button>
    ),
  },
  {
    id: 'type',
    header: 'Resource type',
    cell: ({ query }: SavedSearchView) => resourceTypeName(query.resource_type),
  },
  {
    id: 'delete',
    header: 'Actions',
    width: 100,
    cell: (one: SavedSearchView) => (
      <Button
        variant="icon"
        iconName="remove"
        ariaLabel={`Delete ${one.name}`}
        {...disabledBy(whyNot)}
        onClick={() => onDelete(one)}
      />
    ),
  },
];

type Props = { onSearch: (query: string) => void; onClose: () => void };

/** The saved searches, to be opened or deleted. */
export const SavedSearches = ({ onSearch, onClose }: Props) => {
  const [deleting, setDeleting] = useState<SavedSearchView>();
  const answer = useCall(inventory.listSavedSearches, { number_of_items: maxSavedSearches });
  const { data, error, isLoading, refetch } = answer;
  const whyNot = useRefusal(inventory.deleteSavedSearch);
  if (deleting) {
    return (
      <DeleteDialog
        subject="saved search"
        call={inventory.deleteSavedSearch}
        input={{ search_id: deleting._id }}
        successText={`"${deleting.name}" was deleted`}
        failureHeader="The saved search was not deleted"
        onDeleted={() => void refetch()}
        onClose={() => setDeleting(undefined)}
      >
        Delete "{deleting.name}"? It will be deleted for everyone.
      </DeleteDialog>
    );
  }
  const open = ({ query }: SavedSearchView) => {
    onClose();
    onSearch(JSON.stringify(query));
  };
  return (
    <Dialog title="Saved searches" closeText="Close" actions={null} onClose={onClose}>
      {error ? (
        <LoadFailed error={error} subject="the saved searches" onRetry={refetch} />
      ) : (
        <Table
          variant="embedded"
          enableKeyboardNavigation
          loading={isLoading}
          loadingText="Loading saved searches"
          items={data?.items ?? []}
          trackBy="_id"
          columnDefinitions={columns({ onOpen: open, onDelete: setDeleting, whyNot })}
          empty={<EmptyState title="No saved searches" text="Run a search, then save it." />}
        />
      )}
    </Dialog>
  );
};
