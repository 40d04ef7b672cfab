import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureOf } from '#web/components/failure-text.ts';

type Props = { onRemoved: () => void };

const Confirm = ({ onRemoved, onClose }: Props & { onClose: () => void }) => {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useAction(inventory.removeSampleEstate);
  const remove = () =>
    mutate(
      {},
      {
        onSuccess: () => {
          void queries.invalidateQueries({ queryKey: [integrations.countIntegrations.routeKey] });
          onRemoved();
          onClose();
          flash.success('The sample accounts were removed');
        },
      },
    );
  return (
    <ConfirmModal
      title="Remove sample accounts"
      confirm="Remove"
      loading={isPending}
      failure={failureOf('The sample accounts were not removed', error)}
      onConfirm={remove}
      onClose={onClose}
    >
      <Box>
        This removes the sample accounts and everything scans found in them: resources, findings,
        history, schedules and exceptions. Executions still lists their scans.
      </Box>
    </ConfirmModal>
  );
};

/** Removes the accounts that were added to try the inventory with. */
export const RemoveSamples = ({ onRemoved }: Props) => {
  const [asked, ask] = useState(false);
  const refusal = useRefusal(inventory.removeSampleEstate);
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => ask(true)}>
        Remove sample accounts
      </Button>
      {asked && <Confirm onRemoved={onRemoved} onClose={() => ask(false)} />}
    </>
  );
};
