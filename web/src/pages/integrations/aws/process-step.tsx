import { type ReactNode, useState } from 'react';
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

/** What launches it: a link, the template of a stack or of a StackSet, or one that is there. */
export type Way = 'link' | 'stack' | 'stackSet' | 'update';

/** A link asks for the least. */
const usual = (way: Way): Process => (way === 'link' ? 'console' : 'cli');

/** The process of a way: the usual one until another is chosen. */
export const useProcess = () => {
  const [chosen, onProcess] = useState<Process>();
  return (way: Way) => ({ way, process: chosen ?? usual(way), onProcess });
};

export const actionsText =
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
  way: Way;
  process: Process;
  onProcess: (process: Process) => void;
  /** What is chosen of its rights. */
  children: ReactNode;
};

const label = 'How to create the role';

const texts: Record<Way, Record<'label' | Process, string>> = {
  link: {
    label,
    console: 'One link opens CloudFormation with the form of the stack filled in.',
    cli: 'One command of the AWS CLI makes the same CloudFormation stack.',
  },
  stack: {
    label,
    cli: 'One command of the AWS CLI makes a CloudFormation stack.',
    console: 'Create the same stack by hand, in CloudFormation.',
  },
  stackSet: {
    label,
    cli: 'One command of the AWS CLI makes a CloudFormation StackSet.',
    console: 'Create the same StackSet by hand, in CloudFormation.',
  },
  update: {
    label: 'How the role is updated',
    cli: 'One command of the AWS CLI updates its CloudFormation stack.',
    console: 'Update its stack by hand, in CloudFormation.',
  },
};

const labels: Record<Process, string> = { cli: 'Command line', console: 'AWS console' };

/** The usual one stands first. */
const tilesOf = (way: Way) => {
  const order: Process[] = usual(way) === 'cli' ? ['cli', 'console'] : ['console', 'cli'];
  return order.map((value) => ({ value, label: labels[value], description: texts[way][value] }));
};

type ActingProps = {
  allowActions: boolean;
  onAllowActions: (allow: boolean) => void;
  /** A setup was begun with the other choice. */
  isChanged: boolean;
};

/** Whether a new role may also act. */
export const Acting = ({ allowActions, onAllowActions, isChanged }: ActingProps) => (
  <SpaceBetween size="s">
    <Checkbox
      checked={allowActions}
      description={actionsText}
      onChange={({ detail }) => onAllowActions(detail.checked)}
    >
      Allow bots to make changes in this account
    </Checkbox>
    {isChanged && (
      <Alert type="warning">
        Next creates a new role and a new external ID. A stack that you have launched for the role
        before does not connect the account then: launch the new one.
      </Alert>
    )}
  </SpaceBetween>
);

/** How the role gets into the account, and what it may do there. */
export const ProcessStep = ({ way, process, onProcess, children }: Props) => (
  <Container>
    <SpaceBetween size="l">
      <FormField label={texts[way].label} stretch>
        <Tiles
          value={process}
          onChange={({ detail }) => onProcess(detail.value === 'cli' ? 'cli' : 'console')}
          items={tilesOf(way)}
        />
      </FormField>
      {children}
      <Changes />
      <Alert type="info">
        The role reads what AWS's own policies SecurityAudit and ViewOnlyAccess allow, and what
        scans of its inventory and the actions that come with the product read: settings, not the
        content of your data. The template lists all of it. Its credentials last an hour at most.
      </Alert>
    </SpaceBetween>
  </Container>
);
