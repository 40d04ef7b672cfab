import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { csvColumns, type ExportRow } from '#lib/domain/compliance/compliance.schema.ts';
import { csvLine } from '#lib/kernel/csv.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { compliance } from '#web/api/compliance.ts';
import { ApiError } from '#web/api/api-error.ts';
import { flash } from '#web/app/flash.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { saveFile } from '#web/components/files/save-file.ts';
import { type ComplianceUrl, filterOf } from './compliance-url.ts';

const lineOf = (row: ExportRow): string => csvLine(csvColumns.map((column) => row[column]));

/** All lines of the file, fetched page by page. */
const fetchCsv = async (url: ComplianceUrl) => {
  const chunks = [csvLine(csvColumns)];
  let lines = 0;
  let next: string | undefined;
  do {
    const input = { ...filterOf(url), ...(next !== undefined && { next }) };
    const page = await compliance.exportCompliance(input);
    chunks.push(page.items.map(lineOf).join(''));
    lines += page.items.length;
    ({ next } = page);
  } while (next !== undefined);
  return { text: chunks.join(''), lines };
};

/** Saves the filtered results as compliance.csv; its controls are those of one benchmark. */
export const ExportCompliance = ({ url }: { url: ComplianceUrl }) => {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { text, lines } = await fetchCsv(url);
      saveFile('compliance.csv', text);
      flash.success(`${formatCount(lines, 'result')} exported to compliance.csv`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      flash.error('The file could not be written', { content: failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  const whyNot = url.benchmarkType
    ? undefined
    : 'Select a benchmark in the filters first; the file lists its controls.';
  return (
    <Button {...disabledBy(whyNot)} loading={isBusy} onClick={() => void save()}>
      Export to CSV
    </Button>
  );
};
