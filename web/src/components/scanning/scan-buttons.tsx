import Button from '@cloudscape-design/components/button';
import { disabledBy } from '#web/components/disabled-by.ts';
import type { Scanning } from './use-scanning.ts';

type Props = { scanning: Scanning };

/** Starts scans of these integrations. */
export const ScanNow = ({ ids, scanning }: Props & { ids: readonly string[] }) => (
  <Button
    {...disabledBy(scanning.scanRefusal)}
    loading={scanning.isBusy}
    onClick={() => scanning.scan(ids)}
  >
    Scan now
  </Button>
);

/** Adds sample accounts for trying the inventory without a cloud account. */
export const AddSamples = ({ scanning }: Props) => (
  <Button
    {...disabledBy(scanning.sampleRefusal)}
    loading={scanning.isBusy}
    onClick={scanning.addSamples}
  >
    Add sample accounts
  </Button>
);
