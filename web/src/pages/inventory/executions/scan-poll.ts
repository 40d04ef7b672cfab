import { isOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';

/** How often a scan under way is read again (ms). */
const refreshEvery = 30_000;

/** Which bots it did not start is told after its end: so long it is read, and so often (ms). */
const toldWithin = 60_000;
const lookEvery = 10_000;

/** When a scan that is shown is read again (ms); false where nothing more happens to it. */
export const pollOf = (
  shown: Pick<ScanView, 'state' | 'updated_at'> | undefined,
  now: number,
): number | false => {
  if (!shown || !isOver(shown.state)) return refreshEvery;
  return now - Date.parse(shown.updated_at) < toldWithin ? lookEvery : false;
};
