import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { inventoryTypes } from '#lib/domain/inventory/scans/scan.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { errorText } from '#web/api/api-error.ts';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { AddSamples } from '../schedule/samples.tsx';

/** Begins a scan of each of these accounts. */
const ScanAll = ({ ids }: { ids: readonly string[] }) => {
  const { mutateAsync, isPending } = useAction(inventory.startInventoryExecution, (_, error) => {
    if (error) flash.error('A scan was not started', { content: errorText(error) });
  });
  const refusal = useRefusal(inventory.startInventoryExecution);
  const scan = async () => {
    const begun = await Promise.allSettled(
      ids.map((integration_id) => mutateAsync({ integration_id })),
    );
    if (begun.some(({ status }) => status === 'fulfilled')) {
      flash.success('Scans have begun', { content: 'Findings are shown here once they end.' });
    }
  };
  return (
    <Button loading={isPending} {...disabledBy(refusal)} onClick={() => void scan()}>
      Scan now
    </Button>
  );
};

/** Where no account was scanned: scans those that are connected, or adds samples first. */
const FirstSteps = () => {
  const asked = { integration_type: [...inventoryTypes], number_of_items: 100 };
  const { data, refetch } = useCall(integrations.listIntegrations, asked);
  const ids = (data?.items ?? []).map(({ accountId }) => accountId);
  return (
    <Box display="inline-block">
      <SpaceBetween size="xs" direction="horizontal">
        {ids.length > 0 ? (
          <ScanAll ids={ids} />
        ) : (
          <LinkButton to={pathTo('integrations')}>Connect an integration</LinkButton>
        )}
        <AddSamples onAdded={() => void refetch()} />
      </SpaceBetween>
    </Box>
  );
};

/** In place of rules where none was evaluated. */
export const nothingEvaluated = {
  title: 'No data available',
  text: 'The rules are asked at the end of a scan, and no account was scanned yet.',
  action: <FirstSteps />,
};
