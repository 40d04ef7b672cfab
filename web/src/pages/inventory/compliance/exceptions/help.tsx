export const exceptionsHelp = {
  title: 'Exceptions',
  body: (
    <>
      <p>
        An exception accepts findings of one rule: those of a resource, of all resources with a tag,
        or of a whole account. While it is active they show as skipped, with its
        reason, and start no bots.
      </p>
      <h3>When it is active</h3>
      <p>
        From the moment it is created, without another scan, until the end of its last day (UTC).
        Then the findings are reported again. An expired exception stays in this list until somebody
        deletes it.
      </p>
      <h3>Tags</h3>
      <p>
        Tag keys and values are case-sensitive, and compared with the tags of the last scan.
        Resources that comply stay passed.
      </p>
    </>
  ),
};
