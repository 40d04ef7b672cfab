export const exceptionsHelp = {
  title: 'Exceptions',
  body: (
    <>
      <p>
        An exception accepts findings of one rule: those of a resource, of all resources with a tag,
        or of a whole account. While it counts they show as negligible, with its reason, and open
        nothing.
      </p>
      <h3>When it counts</h3>
      <p>
        From the moment it is made, without another scan, until the end of its last day (UTC). Then
        the findings show as the rule finds them again. An expired exception stays in this list
        until somebody deletes it.
      </p>
      <h3>Tags</h3>
      <p>
        A tag is compared letter by letter with the tags that the last scan has read. What keeps
        the rule is never skipped.
      </p>
    </>
  ),
};
