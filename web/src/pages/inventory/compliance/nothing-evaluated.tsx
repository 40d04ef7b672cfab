import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { LinkButton } from '#web/components/link.tsx';
import { AddSamples, ScanNow } from '#web/components/scanning/scan-buttons.tsx';
import { useScanning } from '#web/components/scanning/use-scanning.ts';

/** Shown before the first scan: scans the connected accounts, or adds samples first. */
const FirstSteps = () => {
  const input = { integration_type: [...inventoryTypes], number_of_items: 100 };
  const { data, refetch } = useCall(integrations.listIntegrations, input);
  const scanning = useScanning(() => void refetch());
  const ids = (data?.items ?? []).map(({ accountId }) => accountId);
  return (
    <Box display="inline-block">
      <SpaceBetween size="xs" direction="horizontal">
        {ids.length > 0 ? (
          <ScanNow ids={ids} scanning={scanning} />
        ) : (
          <LinkButton to={pathTo('integrations')}>Connect an integration</LinkButton>
        )}
        <AddSamples scanning={scanning} />
      </SpaceBetween>
    </Box>
  );
};

/** Shown instead of rules if none was evaluated. */
export const nothingEvaluatedMessage = (isScanning: boolean) => {
  const title = 'No data available';
  if (isScanning) return { title, text: 'Scans are running. Rules run at the end of each scan.' };
  const text = 'Rules run at the end of each scan. No account has been scanned yet.';
  return { title, text, action: <FirstSteps /> };
};
