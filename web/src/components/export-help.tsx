import { formatCount } from '#lib/kernel/text.ts';
import { maxExportedRecords } from './export-csv.tsx';

/** For the help of a list with an export to a file. */
export const ExportHelp = () => (
  <>
    <h3>Export to CSV</h3>
    <p>
      The file contains all records that match the filter, on every page and whether or not they are
      selected, up to {formatCount(maxExportedRecords, 'record')}.
    </p>
  </>
);
