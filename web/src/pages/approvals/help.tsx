import { ExportHelp } from '#web/components/export-help.tsx';

export const approvalsHelp = {
  title: 'Approvals',
  body: (
    <>
      <p>
        A bot pauses at an approval and continues once enough of its approvers agree. You see the
        approvals that name you as an approver. An approval that names nobody is mailed to the ROOT
        users, and only they can decide it.
      </p>
      <h3>Parts</h3>
      <p>
        You may approve only some of the resources. The bot then acts on those that every approver
        approved, and skips the rest.
      </p>
      <h3>Changes in the meantime</h3>
      <p>
        The list of resources is fixed when the bot asks. Resources that change afterwards are
        skipped, and the run reports them.
      </p>
      <ExportHelp />
    </>
  ),
};
