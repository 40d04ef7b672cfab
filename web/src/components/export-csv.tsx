import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { csvLine } from '#lib/kernel/csv.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { AnyPage } from '#web/api/full-page.ts';
import { flash } from '#web/app/flash.tsx';
import { disabledBy } from './disabled-by.ts';
import { failureText } from './failure-text.ts';
import { saveFile } from './files/save-file.ts';
import type { ListFile } from './list-spec.ts';

export type CsvExport = {
  file: ListFile;
  /** Returns the page with a cursor; the first one without. */
  fetchPage: (next: string | undefined) => Promise<AnyPage>;
  /**
   * The most records in a file: by default 20,000, because more would take minutes of calls with
   * pages of 100.
   */
  maxRecords?: number;
};

/** Reads the first records that fit, page by page; `isCut` says whether some are left out. */
const fetchCsv = async ({ file, fetchPage, maxRecords = 20_000 }: CsvExport) => {
  const { fields } = file;
  const lines = [csvLine(fields)];
  let next: string | undefined;
  do {
    const page = await fetchPage(next);
    const items = page.items as Record<string, unknown>[];
    lines.push(...items.map((item) => csvLine(fields.map((field) => item[field]))));
    ({ next } = page);
  } while (next !== undefined && lines.length <= maxRecords);
  return { text: lines.join(''), count: lines.length - 1, isCut: next !== undefined };
};

const truncatedNotice = {
  content: 'The records at the end of the list were left out. To export them, narrow the filter.',
};

type Props = CsvExport & { disabledReason?: string | undefined };

/** A button that saves all records that match the filter, not only those of the shown page. */
export const ExportCsv = ({ disabledReason, ...csv }: Props) => {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { text, count, isCut } = await fetchCsv(csv);
      saveFile(csv.file.name, text);
      const message = `${formatCount(count, csv.file.noun)} exported to ${csv.file.name}`;
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
    <Button {...disabledBy(disabledReason)} loading={isBusy} onClick={() => void save()}>
      Export to CSV
    </Button>
  );
};
