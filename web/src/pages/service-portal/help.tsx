export const portalHelp = {
  title: 'Service portal',
  body: (
    <>
      <p>
        An app does a piece of work for you. Start it and follow its steps: if it needs something
        that only you know, the step opens and asks you.
      </p>
      <h3>Steps</h3>
      <p>
        Input asks you to fill in a form, Approve asks for a decision, Wait pauses the run for a
        time, and Process works by itself. A step that asks others continues once they have
        answered. A step that the run did not need, or did not reach before it ended, says so.
      </p>
      <h3>Ending a run</h3>
      <p>
        Abort ends a run at once; whatever it has already done is not undone. Abort and Clear Cache
        also starts a new run. The cache holds results kept from earlier runs; the new run uses none
        of them.
      </p>
    </>
  ),
};
