export const auditHelp = {
  title: 'Audit Trail',
  body: (
    <>
      <p>
        Every call that changes something is recorded before it is carried out: who made it, when,
        what it was about, and what came of it. What somebody was not permitted to do is recorded as
        well. Reading leaves no record.
      </p>
      <h3>What is in a record</h3>
      <p>
        Who called, with which API key and from which address; what a change made of each field,
        before and after; of decisions, the verdict and its words. Of secrets only that they changed
        is told, and of a bot's drawing its versions tell how.
      </p>
      <h3>Outcomes</h3>
      <p>
        Done and Refused are self-explanatory. Failed means a defect on our side. Unknown means that
        the
        call is under way, or was cut off before anybody could tell: look at what it was about.
      </p>
      <h3>Keeping it</h3>
      <p>Records cannot be changed or deleted, by anybody.</p>
    </>
  ),
};
