import './approvals.css';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AskedCall as Call } from '#lib/domain/approvals/approval.schema.ts';
import { escapeInvisible } from '#lib/kernel/display-text.ts';
import { Copy } from '#web/components/copy.tsx';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

/**
 * Characters that reverse the text direction, or are invisible, could make a call read as another
 * one.
 */
const SafeText = ({ text }: { text: string }) => (
  <span className="approval-entered">{text === '' ? '-' : escapeInvisible(text)}</span>
);

/** The arguments that the agent gives to the tool, and the agent's own reason for the call. */
const CallArguments = ({ call }: { call: Call }) => (
  <SpaceBetween size="m">
    <SpaceBetween size="xs">
      <Box variant="awsui-key-label">Arguments</Box>
      {Object.keys(call.arguments).length === 0 ? (
        <Box>None</Box>
      ) : (
        <KeyValuePairs
          columns={1}
          items={Object.entries(call.arguments).map(([label, value]) => ({
            label,
            value: <SafeText text={textOf(value)} />,
          }))}
        />
      )}
    </SpaceBetween>
    <Alert type="warning" header="Reason given by the agent">
      <SpaceBetween size="xxs">
        <SafeText text={call.claim === '' ? 'The agent gave no reason.' : call.claim} />
        <Box variant="small">
          Written by a model and not verified. It may repeat untrusted text.
        </Box>
      </SpaceBetween>
    </Alert>
    <ExpandableSection variant="footer" headerText="The approval covers this exact call, once">
      <Box variant="small">
        SHA-256: <Copy text={call.digest} subject="SHA-256" />
      </Box>
    </ExpandableSection>
  </SpaceBetween>
);

/** The call that an agent wants to make, as far as the user may read it. */
export const RequestedCall = ({ call }: { call: Call }) => (
  <section aria-label="Requested call">
    <SpaceBetween size="m">
      <Box variant="h3">Requested call</Box>
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Action', value: <SafeText text={call.action} /> },
          { label: 'Integration', value: <SafeText text={call.integration} /> },
        ]}
      />
      {call.withheld ? (
        <KeyValuePairs
          columns={1}
          items={[{ label: 'Arguments and reason', value: 'Shown to approvers only' }]}
        />
      ) : (
        <CallArguments call={call} />
      )}
    </SpaceBetween>
  </section>
);
