import { ExportHelp } from '#web/components/export-help.tsx';

export const exceptionsHelp = {
  title: 'Exceptions',
  body: (
    <>
      <p>
        An exception accepts findings of one rule: those of a resource, of all resources with a tag,
        or of a whole account. While the exception is active, these findings show as skipped, with
        its reason, and start no bots.
      </p>
      <h3>When it is active</h3>
      <p>
        An exception is active from the moment it is created, without another scan, until the end of
        its last day (UTC). After that, the findings are reported again. An expired exception stays
        in this list until somebody deletes it.
      </p>
      <h3>Tags</h3>
      <p>
        Tag keys and values are case-sensitive and are compared with the tags found by the last
        scan. Resources that comply still count as passed.
      </p>
      <ExportHelp />
    </>
  ),
};
