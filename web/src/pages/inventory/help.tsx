export const inventoryHelp = {
  title: 'Inventory',
  body: (
    <>
      <p>
        The resources that scans have found in your clouds and clusters. Searches use the data of
        the last scan and make no calls to the cloud. The page shows the time of that scan.
      </p>
      <h3>Rules</h3>
      <p>
        A rule compares a column with a value. Comparisons of text are not case-sensitive. &quot;is
        not&quot; and &quot;does not contain&quot; also match empty values.
      </p>
      <h3>Tags and other JSON</h3>
      <p>
        For JSON columns you can give a path, such as <code>env</code> in tags or{' '}
        <code>Statement.Effect</code> in a policy. In a list, the rule matches if any entry does.
        Without a path the whole text is searched.
      </p>
      <h3>Export</h3>
      <p>
        <code>resources.csv</code> holds all resources found, with every column. Text that a
        spreadsheet would run as a formula gets a leading apostrophe.
      </p>
    </>
  ),
};
