import * as z from 'zod';
import { inventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { type ScanState, scanStates } from '#lib/domain/inventory/scans/scan.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { commaList } from '#lib/kernel/page.ts';
import { endOfToday, parseRange } from '#web/components/time-range.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

/** The names shown for the states of scans. */
export const scanStateNames: Record<ScanState, string> = {
  IN_PROGRESS: 'In progress',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  WAITING_FOR_APPROVAL: 'Approval Required',
};

const evaluated = ['true', 'false'] as const;

export const evaluatedNames: Record<(typeof evaluated)[number], string> = {
  true: 'With compliance results',
  false: 'Without compliance results',
};

/** The filters of the list of scans in the address. */
export const scansUrl = z.object({
  page: pageParam,
  status: choiceParam(scanStates),
  /** Milliseconds: the range of the start time. */
  startDate: textParam,
  endDate: textParam,
  hasEvalResult: choiceParam(evaluated),
  integration_id: textParam,
  integrationType: commaList(inventoryType).optional().catch(undefined),
});
export type ScansUrl = z.output<typeof scansUrl>;

export const scanFilterParams = [
  'status',
  'startDate',
  'endDate',
  'hasEvalResult',
  'integration_id',
  'integrationType',
] as const;

/**
 * An address may set only one of both: the range is then open on the other side, up to the end of
 * today.
 */
export const scansRange = ({ startDate, endDate }: ScansUrl, now: number) =>
  startDate === undefined && endDate === undefined
    ? undefined
    : parseRange(`${startDate ?? 0},${endDate ?? endOfToday(now)}`, now);

/** The input of the call. */
export const scansQuery = (url: ScansUrl, now: number) => {
  const range = scansRange(url, now);
  return {
    status: url.status,
    hasEvalResult: url.hasEvalResult,
    integration_id: url.integration_id,
    integration_type: url.integrationType,
    ...(range && { startDate: isoTime(range.start), endDate: isoTime(range.end) }),
  };
};
