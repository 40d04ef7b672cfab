export const portalHelp = {
  title: 'Service portal',
  body: (
    <>
      <p>
        An app does a piece of work for you. Start it, and follow its steps: where it needs
        something that only you know, its step opens and asks.
      </p>
      <h3>Steps</h3>
      <p>
        Input asks you to fill in a form, Approve asks for a decision, Wait lets time pass, and
        Process works by itself. A step that asks others goes on once they have answered. A step
        that a run had no need of, or did not reach before it ended, says so.
      </p>
      <h3>Ending a run</h3>
      <p>
        Abort ends a run at once; what it has done stays done. Abort and Clear Cache also starts it
        anew. The cache holds results kept from earlier runs; the new run uses none of them.
      </p>
    </>
  ),
};
