import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { isScanOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';
import { inventory } from '#web/api/inventory.ts';
import { useAction } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureOf } from '#web/components/failure-text.ts';

type Props = { scan: ScanView; onCancelled: () => void };

const CancelDialog = ({ scan, onCancelled, onClose }: Props & { onClose: () => void }) => {
  const { mutate, isPending, error } = useAction(inventory.cancelInventoryExecution);
  const cancel = () =>
    mutate(
      { execution_id: scan._id },
      {
        onSuccess: () => {
          onClose();
          onCancelled();
        },
      },
    );
  return (
    <ConfirmModal
      title="Cancel scan"
      confirm="Cancel scan"
      closeText="Keep scanning"
      loading={isPending}
      failure={failureOf('The scan was not cancelled', error)}
      onConfirm={cancel}
      onClose={onClose}
    >
      <Box>
        The scan of <Box variant="strong">{scan.alias}</Box> stops within seconds. Tables already
        read are updated; the others keep the data of the previous scan.
      </Box>
    </ConfirmModal>
  );
};

/** Cancels a scan in progress. */
export const CancelScan = (props: Props) => {
  const { state, cancelled_by } = props.scan;
  const [isConfirming, setConfirming] = useState(false);
  const refusal = useRefusal(inventory.cancelInventoryExecution);
  if (isScanOver(state)) return null;
  const reason = refusal ?? (cancelled_by && 'This scan is being cancelled.');
  return (
    <>
      <Button {...disabledBy(reason)} onClick={() => setConfirming(true)}>
        Cancel scan
      </Button>
      {isConfirming && <CancelDialog {...props} onClose={() => setConfirming(false)} />}
    </>
  );
};
