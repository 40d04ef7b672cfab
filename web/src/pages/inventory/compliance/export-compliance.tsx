import { csvColumns } from '#lib/domain/compliance/compliance.schema.ts';
import { compliance } from '#web/api/compliance.ts';
import { ExportCsv } from '#web/components/export-csv.tsx';
import { fieldColumns } from '#web/components/list-spec.ts';
import { type ComplianceUrl, filterOf } from './compliance-url.ts';

/** Saves the filtered results; the file lists the controls of one benchmark. */
export const ExportCompliance = ({ url }: { url: ComplianceUrl }) => (
  <ExportCsv
    file={{ name: 'compliance.csv', noun: 'result', columns: fieldColumns(csvColumns) }}
    fetchPage={(next, signal) =>
      compliance.exportCompliance({ ...filterOf(url), next }, signal)
    }
    // Its pages have up to 5,000 records.
    maxRecords={Infinity}
    disabledReason={
      url.benchmarkType
        ? undefined
        : 'Select a benchmark in the filters first; the file lists its controls.'
    }
  />
);
