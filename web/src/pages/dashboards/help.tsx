export const dashboardsHelp = {
  title: 'Dashboards',
  body: (
    <>
      <p>
        A dashboard has up to 10 widgets. Everybody in your organisation who may read dashboards
        sees the same dashboards, but each widget shows only data that you may also read elsewhere.
      </p>
      <h3>Numbers</h3>
      <p>
        Times are in UTC. Runs are counted once they have ended, in the hour in which they ended.
        Numbers for inventory and compliance come from the last scans.
      </p>
      <h3>Moving widgets</h3>
      <p>
        Drag a widget by its handle. By keyboard: go to the handle, press Space, move the widget
        with the arrow keys, and press Space again. Your changes are kept only when you save the
        dashboard.
      </p>
      <h3>Reading charts</h3>
      <p>
        In the menu of a chart, you can show it as a table, or open the items that its numbers
        count, from all times, in a new tab. A printed dashboard also shows each chart as a table.
      </p>
    </>
  ),
};
