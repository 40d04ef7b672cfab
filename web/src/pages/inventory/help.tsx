export const inventoryHelp = {
  title: 'Inventory',
  body: (
    <>
      <p>
        The resources that scans have found in your clouds and clusters. Nothing is asked of a cloud
        while you search: what you see is as old as the last scan, which the page tells.
      </p>
      <h3>Rules</h3>
      <p>
        A rule compares a column with a value. Texts are compared whatever their case. &quot;is
        not&quot; and &quot;does not contain&quot; hold of empty values too.
      </p>
      <h3>Tags and other JSON</h3>
      <p>
        Of a column with JSON you may name a path, such as <code>env</code> in tags or{' '}
        <code>Statement.Effect</code> in a policy. Lists are entered: the rule holds where any entry
        fits. Without a path the whole text is searched.
      </p>
      <h3>Export</h3>
      <p>
        <code>resources.csv</code> holds all that was found, with every column. A text that a
        spreadsheet would calculate begins with an apostrophe.
      </p>
    </>
  ),
};
