import './approvals.css';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ApprovalView, eventFormName } from '#lib/domain/approvals/approval.schema.ts';

type Entered = NonNullable<ApprovalView['entered']>[number];

const Values = ({ values }: Pick<Entered, 'values'>) => (
  <KeyValuePairs
    columns={3}
    items={values.map(({ label, value }) => ({
      label,
      value: <span className="approval-entered">{value || '-'}</span>,
    }))}
  />
);

type ApprovalOrigin = Pick<ApprovalView, 'requested_by' | 'written_by' | 'cause' | 'node_name'> & {
  asked_call?: unknown;
};
type RequesterProps = { approval: ApprovalOrigin };

const startText = ({ requested_by: starters, cause }: ApprovalOrigin): string => {
  if (starters.length > 0) return `The run was initiated by ${starters.join(', ')}.`;
  return cause === undefined
    ? 'The run was started by an event or a schedule.'
    : `The run was started by: ${cause}`;
};

const wroteText = 'wrote to an agent involved in this run.';

/** Who requests the approval: an agent requests it by itself, whoever started it or wrote to it. */
const Requester = ({ approval }: RequesterProps) => {
  const { asked_call, node_name, written_by: writers } = approval;
  const texts = [
    ...(asked_call === undefined ? [] : [`Requested by the agent "${node_name}".`]),
    startText(approval),
    ...(writers.length === 0 ? [] : [`${writers.join(', ')} ${wroteText}`]),
  ];
  return <Box>{texts.join(' ')}</Box>;
};

type EnteredProps = { approval: Pick<ApprovalView, 'entered'> };

type FormProps = { entered: Entered; isFolded: boolean };

const Form = ({ entered: { form, by, values }, isFolded }: FormProps) => {
  const title = by === undefined ? form : `${form}, entered by ${by}`;
  if (isFolded) {
    return (
      <ExpandableSection variant="footer" headerText={title}>
        <Values values={values} />
      </ExpandableSection>
    );
  }
  return (
    <section aria-label={form}>
      <SpaceBetween size="xs">
        <Box variant="h3">{title}</Box>
        <Values values={values} />
      </SpaceBetween>
    </section>
  );
};

type Props = RequesterProps & EnteredProps & { isFolded?: boolean };

/**
 * Who requested the approval, and what people entered for it: to be read before deciding. Collapsed
 * if the decision is about something else, such as a call with its own arguments.
 */
export const Background = ({ approval, isFolded = false }: Props) => (
  <SpaceBetween size="m">
    <Requester approval={approval} />
    {(approval.entered ?? [])
      .filter(({ form }) => form !== eventFormName)
      .map((one) => (
        <Form key={`${one.form} ${one.by ?? ''}`} entered={one} isFolded={isFolded} />
      ))}
  </SpaceBetween>
);

/**
 * The run's event, field by field; the approval's message and resources already give its essence.
 */
export const EventDetails = ({ approval: { entered = [] } }: EnteredProps) => {
  const event = entered.find(({ form }) => form === eventFormName);
  if (!event) return null;
  return (
    <ExpandableSection headerText="Event details">
      <Values values={event.values} />
    </ExpandableSection>
  );
};
