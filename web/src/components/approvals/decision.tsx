import { Suspense, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQueryClient } from '@tanstack/react-query';
import type { ApprovalResource, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { approvals } from '#web/api/approvals.ts';
import { refreshQueries } from '#web/api/refetch.ts';
import { queryKey } from '#web/api/use-call.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { ActionForm } from './action-form.tsx';
import { RequestedCall } from './requested-call.tsx';
import { Background, EventDetails } from './background.tsx';
import type { Decision as Verdict } from './decision-fields.tsx';
import { Consequences } from './consequences.tsx';
import { DecisionRefused } from './decision-refused.tsx';
import { Resources } from './resources.tsx';

const LazyImpact = lazyPart(async () => (await import('./impact.tsx')).Impact);

type Props = {
  approval: ApprovalView;
  onDone: (decision: Verdict) => void;
  /** The form stands in another page, as that page's next step. */
  inPlace?: boolean;
};

/** Why the user cannot decide now, or undefined. */
export const useDecisionRefusal = ({ may_act, reason }: ApprovalView): string | undefined => {
  const refusal = useRefusal(approvals.resolveApproval);
  if (!may_act) return reason ?? 'You cannot decide on this approval.';
  return refusal;
};

/** Tells a ROOT user that they may decide although they are not one of the approvers. */
const RootNotice = ({ approvers }: Pick<ApprovalView, 'approvers'>) => {
  const { data: me } = useCurrentUser();
  const isApprover = approvers.length === 0 || (me && approvers.includes(me._id));
  if (!me || isApprover) return null;
  return (
    <Alert type="info">
      You are not an approver for this approval. As root, you can still decide.
    </Alert>
  );
};

/**
 * The error of a rejected decision, until the user continues; then the approval is fetched again.
 */
const useRefusedDecision = ({ _id: approval_id }: ApprovalView) => {
  const queries = useQueryClient();
  const [error, setError] = useState<ApiError>();
  const close = () => {
    setError(undefined);
    refreshQueries(queries, { queryKey: queryKey(approvals.getApproval, { approval_id }) });
  };
  return { error, setError, close };
};

const DecisionForm = ({ approval, inPlace, onDone }: Required<Props>) => {
  const [chosen, choose] = useState<ApprovalResource[]>([]);
  const refusedDecision = useRefusedDecision(approval);
  const refusal = useDecisionRefusal(approval);
  const hasList = approval.resource_count > 0;
  const isReadOnly = refusal !== undefined && refusedDecision.error === undefined;
  if (isReadOnly) {
    return (
      <SpaceBetween size="l">
        {approval.status === 'pending' && <Alert type="info">{refusal}</Alert>}
        {hasList && <Resources approval={approval} inPlace={inPlace} />}
      </SpaceBetween>
    );
  }
  return (
    <DecisionRefused
      error={refusedDecision.error}
      onClose={refusedDecision.close}
      inPlace={inPlace}
    >
      <SpaceBetween size="l">
        <RootNotice approvers={approval.approvers} />
        {hasList && (
          <Resources approval={approval} selection={{ chosen, choose }} inPlace={inPlace} />
        )}
        <ActionForm
          approval={approval}
          chosen={chosen}
          onDone={onDone}
          onRefused={refusedDecision.setError}
          inPlace={inPlace}
        />
      </SpaceBetween>
    </DecisionRefused>
  );
};

/** The consequences, the resources, and the form that decides on all or some of them. */
export const Decision = ({ inPlace = false, ...props }: Props) => (
  <SpaceBetween size="l">
    <Consequences approval={props.approval} />
    {props.approval.asked_call && <RequestedCall call={props.approval.asked_call} />}
    <Background
      approval={props.approval}
      isFolded={inPlace && props.approval.asked_call !== undefined}
    />
    {!inPlace && props.approval.resource_count === 0 && !props.approval.asked_call && (
      <Box>No resources are listed: your decision applies to the whole step.</Box>
    )}
    {props.approval.resource_count > 0 && (
      <Suspense
        fallback={<StatusIndicator type="loading">Counting what would change</StatusIndicator>}
      >
        <LazyImpact approval={props.approval} inPlace={inPlace} />
      </Suspense>
    )}
    <DecisionForm {...props} inPlace={inPlace} />
    <EventDetails approval={props.approval} />
  </SpaceBetween>
);
