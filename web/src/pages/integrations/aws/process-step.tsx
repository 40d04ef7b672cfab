import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';

/** How the stack of the role is launched. */
export type Process = 'console' | 'cli';

const actionsText =
  'Stop and start instances, close security groups, block public buckets, switch off access ' +
  'keys. No action gives anybody further rights.';

type Props = {
  process: Process;
  onProcess: (process: Process) => void;
  allowActions: boolean;
  onAllowActions: (allow: boolean) => void;
};

/** How the role gets into the account, and what it may do there. */
export const ProcessStep = ({ process, onProcess, allowActions, onAllowActions }: Props) => (
  <Container>
    <SpaceBetween size="l">
      <FormField label="How the role is made" stretch>
        <Tiles
          value={process}
          onChange={({ detail }) => onProcess(detail.value === 'cli' ? 'cli' : 'console')}
          items={[
            {
              value: 'console',
              label: 'AWS console',
              description: 'Launch a CloudFormation stack by hand: for most people.',
            },
            {
              value: 'cli',
              label: 'Command line',
              description: 'Launch the same stack by the AWS CLI, or in CloudShell.',
            },
          ]}
        />
      </FormField>
      <Checkbox
        checked={allowActions}
        description={actionsText}
        onChange={({ detail }) => onAllowActions(detail.checked)}
      >
        Bots may also act in the account
      </Checkbox>
      <Alert type="info">
        The role reads what AWS's own policies SecurityAudit and ViewOnlyAccess allow: settings, not
        the content of your data. Its credentials last an hour at most.
      </Alert>
    </SpaceBetween>
  </Container>
);
