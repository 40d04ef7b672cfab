import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureOf } from '#web/components/failure-text.ts';
import { UsingBot } from '#web/components/using-bot.tsx';
import { useSampleUse } from './use-sample-use.ts';

type Props = { onRemoved: () => void };

/** The bots that use the samples, to be read before removing them. */
const SampleUse = () => {
  const { bots, isFailed } = useSampleUse();
  if (isFailed) return <Box>The bots that use them could not be loaded.</Box>;
  if (!bots) return <Box>Looking for bots that use them.</Box>;
  if (bots.length === 0) return <Box>No bot uses them.</Box>;
  return (
    <Alert type="warning" header="Bots use the sample accounts">
      They fail at the nodes that use them, until you choose another integration there.
      <ul>
        {bots.map((bot, at) => (
          <UsingBot key={bot.bot_id || at} {...bot} />
        ))}
      </ul>
    </Alert>
  );
};

const Confirm = ({ onRemoved, onClose }: Props & { onClose: () => void }) => {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useAction(inventory.removeSampleEstate);
  const remove = () =>
    mutate(
      {},
      {
        onSuccess: () => {
          refreshQueries(queries, { queryKey: [integrations.countIntegrations.routeKey] });
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
      <SpaceBetween size="m">
        <Box>
          This removes the sample accounts and everything scans found in them: resources, findings,
          history, schedules and exceptions. Executions still lists their scans.
        </Box>
        <SampleUse />
      </SpaceBetween>
    </ConfirmModal>
  );
};

/** Removes the sample accounts. */
export const RemoveSamples = ({ onRemoved }: Props) => {
  const [isConfirming, setConfirming] = useState(false);
  const refusal = useRefusal(inventory.removeSampleEstate);
  return (
    <>
      <Button {...disabledBy(refusal)} onClick={() => setConfirming(true)}>
        Remove sample accounts
      </Button>
      {isConfirming && <Confirm onRemoved={onRemoved} onClose={() => setConfirming(false)} />}
    </>
  );
};
