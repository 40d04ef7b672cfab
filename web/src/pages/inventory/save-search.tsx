import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { newSavedSearch } from '#lib/domain/inventory/searches/saved-search.schema.ts';
import { inventory } from '#web/api/inventory.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { type Failure, failureOf } from '#web/components/failure-text.ts';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf, useZodForm } from '#web/components/use-zod-form.ts';

const nameForm = z.object({ name: newSavedSearch.shape.name });

type Props = { query: SearchQuery; onClose: () => void };

/** Asks for a name, and saves a query under it. */
export const SaveSearch = ({ query, onClose }: Props) => {
  const form = useZodForm(nameForm, { name: '' });
  const { fieldsRef } = form;
  const { mutate, isPending } = useAction(inventory.saveSearch);
  const [failure, setFailure] = useState<Failure>();
  const queries = useQueryClient();
  const save = ({ name }: { name: string }) =>
    mutate(
      { name, query },
      {
        onSuccess: () => {
          refreshQueries(queries, { queryKey: [inventory.listSavedSearches.routeKey] });
          flash.success(`"${name}" was saved`);
          onClose();
        },
        onError: (error) => {
          form.refuse(error);
          if (error.field !== 'name') setFailure(failureOf('The search was not saved', error));
        },
      },
    );
  return (
    <ConfirmModal
      title="Save search"
      confirm="Save"
      loading={isPending}
      failure={failure}
      onConfirm={() => form.submit(save)}
      onClose={onClose}
    >
      <div ref={fieldsRef}>
        <TextField
          label="Name"
          constraint="Visible to everyone with access to the inventory."
          {...fieldOf(form, 'name')}
        />
      </div>
    </ConfirmModal>
  );
};
