import Button from '@cloudscape-design/components/button';
import { disabledBy } from '#web/components/disabled-by.ts';
import type { Scanning } from './use-scanning.ts';

type Props = { scanning: Scanning };

/** Begins scans of these integrations. */
export const ScanNow = ({ ids, scanning }: Props & { ids: readonly string[] }) => (
  <Button
    {...disabledBy(scanning.scanRefusal)}
    loading={scanning.isBusy}
    onClick={() => scanning.scan(ids)}
  >
    Scan now
  </Button>
);

/** Adds accounts to try the inventory with, where there is no cloud to connect yet. */
export const AddSamples = ({ scanning }: Props) => (
  <Button
    {...disabledBy(scanning.sampleRefusal)}
    loading={scanning.isBusy}
    onClick={scanning.addSamples}
  >
    Add sample accounts
  </Button>
);
