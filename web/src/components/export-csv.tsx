import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Button from '@cloudscape-design/components/button';
import { csvLine } from '#lib/kernel/csv.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { ApiError, errorText } from '#web/api/api-error.ts';
import type { AnyPage } from '#web/api/full-page.ts';
import { flash } from '#web/app/flash.tsx';
import { disabledBy } from './disabled-by.ts';
import { failureText } from './failure-text.ts';
import { saveFile } from './files/save-file.ts';
import type { ListFile } from './list-spec.ts';

/** The most records in a file: more would take minutes of calls with pages of 100. */
export const maxExportedRecords = 20_000;

export type CsvExport = {
  file: ListFile;
  /** Returns the page with a cursor; the first one without. */
  fetchPage: (next: string | undefined, signal: AbortSignal) => Promise<AnyPage>;
  /** The most records in the file, if its pages have more records than others. */
  maxRecords?: number;
};

/** The most calls for one file: a filter that matches few records returns nearly empty pages. */
const maxCalls = 500;

type FetchPage = (next: string | undefined) => Promise<AnyPage>;

/** Reads the first records that fit, page by page; `isCut` says whether some are left out. */
const fetchCsv = async (
  { file, maxRecords = maxExportedRecords }: CsvExport,
  fetchPage: FetchPage,
  onProgress: (count: number) => void,
) => {
  const valuesOf = Object.values(file.columns) as ((item: unknown) => unknown)[];
  const lines: string[] = [];
  let next: string | undefined;
  let calls = 0;
  do {
    if (calls > 0) onProgress(lines.length);
    const page = await fetchPage(next);
    lines.push(...page.items.map((item) => csvLine(valuesOf.map((valueOf) => valueOf(item)))));
    ({ next } = page);
    calls += 1;
  } while (next !== undefined && lines.length < maxRecords && calls < maxCalls);
  const text = csvLine(Object.keys(file.columns)) + lines.join('');
  return { text, count: lines.length, isCut: next !== undefined };
};

const truncatedNotice = 'More records match the filter. To export them, narrow it.';

/** Exports until the component disappears: then another page, or another user, is shown. */
const useExport = (csv: CsvExport) => {
  const { name, noun } = csv.file;
  const id = `export-${name}`;
  const queries = useQueryClient();
  const [running, setRunning] = useState<AbortController>();
  useEffect(() => () => running?.abort(), [running]);

  const readAndSave = async (controller: AbortController) => {
    const { signal } = controller;
    // An earlier export, perhaps with another filter, may still wait to repeat a call.
    const startedAt = Date.now();
    const fetchPage = (next: string | undefined) => {
      signal.throwIfAborted();
      const queryFn = () => csv.fetchPage(next, signal);
      const queryKey = [id, startedAt, next ?? ''];
      return queries.fetchQuery({ queryKey, queryFn, staleTime: 0, gcTime: 0 });
    };
    const cancelButton = <Button onClick={() => controller.abort()}>Cancel</Button>;
    const { text, count, isCut } = await fetchCsv(csv, fetchPage, (soFar) =>
      flash.inProgress(`Exporting: ${formatCount(soFar, noun)} so far`, {
        id,
        action: cancelButton,
      }),
    );
    signal.throwIfAborted();
    saveFile(name, text);
    const message = `${formatCount(count, noun)} exported to ${name}`;
    if (isCut) flash.warning(message, { id, content: truncatedNotice });
    else flash.success(message, { id });
  };

  const start = async () => {
    const controller = new AbortController();
    setRunning(controller);
    try {
      await readAndSave(controller);
    } catch (error) {
      if (controller.signal.aborted) return flash.remove(id);
      const content = error instanceof ApiError ? failureText(error) : errorText(error);
      flash.error('The list could not be exported', { id, content });
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRunning(undefined);
    }
  };
  return { isBusy: running !== undefined, start };
};

type Props = CsvExport & { disabledReason?: string | undefined };

/** A button that saves all records that match the filter, not only those of the shown page. */
export const ExportCsv = ({ disabledReason, ...csv }: Props) => {
  const { isBusy, start } = useExport(csv);
  return (
    <Button {...disabledBy(disabledReason)} loading={isBusy} onClick={() => void start()}>
      Export to CSV
    </Button>
  );
};
