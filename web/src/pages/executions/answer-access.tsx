import type { ReactNode } from 'react';
import type { WaitingFor } from '#lib/domain/executions/execution.schema.ts';
import { formatShortList } from '#lib/kernel/text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useApproval } from '#web/components/approvals/use-approval.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { useUserInput } from '#web/components/user-inputs/use-user-input.ts';

type Props = {
  view: Pick<RunViewState, 'graph'>;
  wait: WaitingFor;
  /** The link to answer. */
  children: ReactNode;
};

type Setting = 'approvers' | 'authorizers';

/**
 * The people named by a node, or the expressions for them; undefined if the node's settings do not
 * say.
 */
const namedPeople = ({ view, wait }: Props, setting: Setting): string[] | undefined => {
  const node = view.graph.nodes.find(({ id }) => id === wait.node_id);
  const people: unknown = node?.settings[setting];
  if (!Array.isArray(people)) return undefined;
  const names = people.map(String);
  return names.some((one) => one.includes('{%')) ? undefined : names;
};

const fallbackTexts: Record<Setting, { anybody: string; unknown: string }> = {
  approvers: {
    anybody: 'Only a ROOT user can decide.',
    unknown: 'Only its approvers and ROOT users can decide.',
  },
  authorizers: {
    anybody: 'Only people who may answer user inputs can answer.',
    unknown: 'Only those who were asked can answer.',
  },
};

/** Whom a run waits for, shown to users who may not open the question. */
const answerersText = (props: Props, setting: Setting): string => {
  const people = namedPeople(props, setting);
  if (people === undefined) return fallbackTexts[setting].unknown;
  return people.length === 0
    ? fallbackTexts[setting].anybody
    : `Asked: ${formatShortList(people, 120)}.`;
};

type Answer = { error: unknown; refused: string | undefined; data: unknown };

/** Whether the user may not read the question. After a passing error, they may. */
const isForbidden = ({ error, refused, data }: Answer): boolean =>
  refused !== undefined || (!data && error instanceof ApiError && error.status === 403);

type AskedProps = Props & { id: string };

const Approval = (props: AskedProps) =>
  isForbidden(useApproval(props.id)) ? answerersText(props, 'approvers') : props.children;

const Form = (props: AskedProps) =>
  isForbidden(useUserInput(props.id)) ? answerersText(props, 'authorizers') : props.children;

/** The link to a run's question for users who may open it; others see whom it waits for. */
export const AnswerAccess = (props: Props) => {
  const { approval_id, user_input_id } = props.wait;
  if (approval_id) return <Approval {...props} id={approval_id} />;
  return user_input_id ? <Form {...props} id={user_input_id} /> : props.children;
};
