import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { useRunPath } from '#web/components/bot-link.tsx';
import { Link } from '#web/components/link.tsx';

/** The run that requests the approval, as a link for users who may open it. */
export const RunLink = ({ approval }: { approval: ApprovalView }) => {
  const to = useRunPath(approval, 'view');
  return to === undefined ? <>{approval.bot_exc_id}</> : <Link to={to}>{approval.bot_exc_id}</Link>;
};
