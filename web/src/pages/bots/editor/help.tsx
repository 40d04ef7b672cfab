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
        Press Tab on the canvas or a + at a node, find a kind of node and press Enter: it is added
        there and connected. Or drag it from the palette, and drag from handle to handle to connect.
      </p>
      <h3>AI builder</h3>
      <p>
        Say what the bot should do: one of your models draws it on a copy. The canvas shows the
        change, which you accept or refuse; one Undo reverts it. It is shown no secrets in
        settings, headers and parameters that are named as such, and cannot publish or run anything.
      </p>
      <h3>Expressions</h3>
      <p>
        Text between {'{%'} and {'%}'} is a JSONata expression: {"{% $event.severity = 'HIGH' %}"}.
        A setting that is one expression as a whole yields its value, any other text stays a text.
      </p>
      <h3>Try</h3>
      <p>
        Run tries the version that you saved last, with one of the last ten events of its listener,
        the input of an earlier run, or what you write. It only reads and reports unless you switch
        Dry run off. The Test side of a node tries that node alone.
      </p>
      <h3>Versions</h3>
      <p>
        Every save is a new version. Publishing makes the newest version the one that runs; a later
        draft changes nothing until it is published too.
      </p>
    </>
  ),
};
