export const dashboardsHelp = {
  title: 'Dashboards',
  body: (
    <>
      <p>
        A dashboard has up to 10 widgets. Everybody in your organisation who may read dashboards
        sees the same ones; each widget shows only what you may read elsewhere.
      </p>
      <h3>Numbers</h3>
      <p>
        Times are UTC. Runs are counted once they have ended, in the hour in which they did. Numbers
        of the inventory and of compliance are those of the last scans.
      </p>
      <h3>Moving widgets</h3>
      <p>
        Drag a widget by its handle. By keyboard: go to the handle, press Space, move it with the
        arrows, and press Space again. What you change is kept once you save the dashboard.
      </p>
      <h3>Reading charts</h3>
      <p>
        The menu of a chart shows it as a table, and leads to what its numbers count, of all times,
        in a new tab. A printed dashboard has each chart as a table, too.
      </p>
    </>
  ),
};
