export const editorHelp = {
  title: 'Bots',
  body: (
    <>
      <p>
        A bot is a graph. A run begins at Start and follows the arrows; every node can use the
        output of earlier nodes by name.
      </p>
      <h3>Draw</h3>
      <p>
        Press Tab on the canvas, or + at a node, then find a kind of node and press Enter: the node
        is added there and connected. Alternatively, drag a node from the palette, then drag from
        handle to handle to connect it.
      </p>
      <h3>AI builder</h3>
      <p>
        Describe what the bot should do: one of your models draws it on a copy of the draft. The
        canvas shows the change, and you accept or refuse it; one Undo reverts it. The model is not
        shown values of settings, headers and parameters whose names mark them as secrets, and it
        cannot publish or run anything.
      </p>
      <h3>Expressions</h3>
      <p>
        Text between {'{%'} and {'%}'} is a JSONata expression: {"{% $event.severity = 'HIGH' %}"}.
        If a setting consists of a single expression, it takes the value of that expression,
        whatever its type; any other text stays text.
      </p>
      <h3>Try</h3>
      <p>
        Run tries the version that you saved last, with one of the last ten events of its listener,
        the input of an earlier run, or input that you write. It only reads and reports, unless you
        switch off Dry run. The Test tab of a node tries that node alone.
      </p>
      <h3>Versions</h3>
      <p>
        Every save creates a new version. Publishing makes the newest version the one that runs; a
        later draft has no effect until you publish it too.
      </p>
    </>
  ),
};
