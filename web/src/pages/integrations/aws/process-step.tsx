import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { changes } from '#lib/domain/integrations/aws/changes.schema.ts';

/** How the stack of the role is launched. */
export type Process = 'console' | 'cli';

const actionsText =
  'The role may also change resources, as listed below. Each call of a bot is narrowed to what ' +
  'was shown when the bot was published.';

/** What people agree to, read from what the role is given. */
const Changes = () => (
  <ExpandableSection variant="footer" headerText="What the role may change">
    <ul>
      {changes.map(({ what, permissions }) => (
        <li key={what}>
          {what[0]?.toUpperCase()}
          {what.slice(1)}{' '}
          <Box variant="small" color="text-body-secondary" display="inline">
            {permissions.join(', ')}
          </Box>
        </li>
      ))}
    </ul>
  </ExpandableSection>
);

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
              value: 'cli',
              label: 'Command line',
              description: 'One command of the AWS CLI makes a CloudFormation stack.',
            },
            {
              value: 'console',
              label: 'AWS console',
              description: 'Create the same stack by hand, in CloudFormation.',
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
      <Changes />
      <Alert type="info">
        The role reads what AWS's own policies SecurityAudit and ViewOnlyAccess allow, and what
        scans of its inventory and the actions that come with the product read: settings, not the
        content of your data. The template lists all of it. Its credentials last an hour at most.
      </Alert>
    </SpaceBetween>
  </Container>
);
