import { ExportHelp } from '#web/components/export-help.tsx';

export const auditHelp = {
  title: 'Audit Trail',
  body: (
    <>
      <p>
        Every call that changes something is recorded before it is carried out: who made it, when,
        what it affects, and its outcome. Calls that were refused for lack of permission are
        recorded as well. Calls that only read are not recorded.
      </p>
      <h3>What is in a record</h3>
      <p>
        Who made the call, with which API key and from which address; for a change, the value of
        each field before and after; for a decision, the verdict and its message. For secrets, the
        record says only that they changed. To see how the graph of a bot changed, compare its
        versions.
      </p>
      <h3>Outcomes</h3>
      <p>
        Done and Refused are self-explanatory. Failed means a defect on our side. Unknown means that
        the call is still in progress, or was interrupted before its outcome was known: check the
        resource that it affects.
      </p>
      <h3>Keeping it</h3>
      <p>Nobody can change or delete records.</p>
      <ExportHelp />
    </>
  ),
};
