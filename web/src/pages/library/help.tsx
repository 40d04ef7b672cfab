export const libraryHelp = {
  title: 'Library',
  body: (
    <>
      <p>
        Bots to begin with, for security, cloud and IT teams. Everybody sees the same ones, and
        nobody changes them.
      </p>
      <h3>Making one your own</h3>
      <p>
        Use as new bot opens it in the editor. Nothing is stored until you save, and nothing runs
        until you publish and start it.
      </p>
      <h3>Before the first run</h3>
      <p>
        The addresses are examples. Put yours in their place, choose a credential for each call, and
        enter who approves and who is told. The yellow note on the canvas says what is missing.
      </p>
      <h3>Tags</h3>
      <p>
        Of the tags of one group any will do; with tags of both groups a template needs one of each.
      </p>
    </>
  ),
};
