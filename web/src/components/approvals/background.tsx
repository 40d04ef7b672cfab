import './approvals.css';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';

type Props = { approval: Pick<ApprovalView, 'requested_by' | 'entered'> };

/** Who asked for what is to be decided, and what people entered for it: read before one decides. */
export const Background = ({ approval: { requested_by, entered = [] } }: Props) => (
  <SpaceBetween size="m">
    <Box>
      {requested_by.length > 0
        ? `Asked by ${requested_by.join(', ')}.`
        : 'Started by an event or a schedule.'}
    </Box>
    {entered.map(({ form, by, values }) => (
      <section key={`${form} ${by ?? ''}`} aria-label={form}>
        <SpaceBetween size="xs">
          <Box variant="h3">
            {by === undefined ? form : `${form}, entered by ${by}`}
          </Box>
          <KeyValuePairs
            columns={3}
            items={values.map(({ label, value }) => ({
              label,
              value: <span className="approval-entered">{value || '-'}</span>,
            }))}
          />
        </SpaceBetween>
      </section>
    ))}
  </SpaceBetween>
);
