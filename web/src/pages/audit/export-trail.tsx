import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { type AuditRecordSummary, auditRecordSummary } from '#lib/domain/audit/audit.schema.ts';
import { csvLine } from '#lib/kernel/csv.ts';
import { limits } from '#lib/kernel/limits.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { audit } from '#web/api/audit.ts';
import { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { saveFile } from '#web/components/files/save-file.ts';

/** The fields of a record under their API names, in the order of the schema. */
const columns = auditRecordSummary.keyof().options;

const lineOf = (one: AuditRecordSummary): string => csvLine(columns.map((column) => one[column]));

/**
 * The most records in a file: more would take minutes of calls, and can be exported by time range.
 */
const maxRecords = 20_000;

type Filter = Parameters<typeof audit.listAuditTrails>[0];

/** The lines of the newest records that fit, and whether older ones are left out. */
const fetchCsv = async (filter: Filter) => {
  const chunks = [csvLine(columns)];
  let count = 0;
  let next: string | undefined;
  do {
    const input = { ...filter, number_of_items: limits.pageSize, ...(next && { next }) };
    const page = await audit.listAuditTrails(input);
    chunks.push(page.items.map(lineOf).join(''));
    count += page.items.length;
    ({ next } = page);
  } while (next !== undefined && count < maxRecords);
  return { text: chunks.join(''), count, isCut: next !== undefined };
};

const truncatedNotice = {
  content: 'Older records were left out. To export them, choose a time range.',
};

/** Saves all records that match the filter, not only those of the page, as audit-trail.csv. */
export const ExportTrail = ({ filterNow }: { filterNow: () => Filter }) => {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { text, count, isCut } = await fetchCsv(filterNow());
      saveFile('audit-trail.csv', text);
      const message = `${formatCount(count, 'record')} exported to audit-trail.csv`;
      if (isCut) flash.warning(message, truncatedNotice);
      else flash.success(message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      flash.error('The file could not be written', { content: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      Export to CSV
    </Button>
  );
};
