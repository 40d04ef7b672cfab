import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalResource, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useRefusal } from '#web/app/session.ts';
import { ActionForm } from './action-form.tsx';
import { Resources } from './resources.tsx';

type Props = {
  approval: ApprovalView;
  onDone: () => void;
  /** It stands in a page of something else, whose next step this is. */
  inPlace?: boolean;
};

/** Why this person cannot decide now, or nothing. */
export const useActRefusal = ({ may_act, reason }: ApprovalView): string | undefined => {
  const refusal = useRefusal(approvals.resolveApproval);
  if (!may_act) return reason ?? 'You cannot decide on this approval.';
  return refusal;
};

/** The resources, and below them the form that decides on all of them or on those selected. */
export const Decision = ({ approval, onDone, inPlace = false }: Props) => {
  const [chosen, choose] = useState<ApprovalResource[]>([]);
  const refusal = useActRefusal(approval);
  const hasList = !inPlace || approval.resource_count > 0;
  if (refusal) {
    return (
      <SpaceBetween size="l">
        {approval.status === 'pending' && <Alert type="info">{refusal}</Alert>}
        {hasList && <Resources approval={approval} inPlace={inPlace} />}
      </SpaceBetween>
    );
  }
  return (
    <SpaceBetween size="l">
      {hasList && (
        <Resources approval={approval} selection={{ chosen, choose }} inPlace={inPlace} />
      )}
      <ActionForm approval={approval} chosen={chosen} onDone={onDone} inPlace={inPlace} />
    </SpaceBetween>
  );
};
