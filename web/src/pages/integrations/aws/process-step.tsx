import { type ReactNode, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tiles from '@cloudscape-design/components/tiles';
import { changeGroups } from '#lib/domain/integrations/aws/changes.schema.ts';

/** How the role's stack is launched. */
export type Process = 'console' | 'cli';

/**
 * What is launched: by a link, from the template of a stack or of a StackSet, or as an update of an
 * existing stack.
 */
export type LaunchMethod = 'link' | 'stack' | 'stackSet' | 'update';

/** The default process: a link is the simplest. */
const defaultProcess = (method: LaunchMethod): Process => (method === 'link' ? 'console' : 'cli');

/** The process for a launch method: its default until another is chosen. */
export const useProcess = () => {
  const [chosenProcess, onProcess] = useState<Process>();
  return (method: LaunchMethod) => ({
    method,
    process: chosenProcess ?? defaultProcess(method),
    onProcess,
  });
};

export const actionsText =
  'The role may also change resources, as listed below. Each call of a bot is limited to the ' +
  'rights that were shown when the bot was published.';

/** The changes that the user agrees to, from the permissions of the role. */
const AllowedChanges = () => (
  <ExpandableSection variant="footer" headerText="What the role may change">
    <ul>
      {changeGroups.map(({ description, permissions }) => (
        <li key={description}>
          {description[0]?.toUpperCase()}
          {description.slice(1)}{' '}
          <Box variant="small" color="text-body-secondary" display="inline">
            {permissions.join(', ')}
          </Box>
        </li>
      ))}
    </ul>
  </ExpandableSection>
);

type Props = {
  method: LaunchMethod;
  process: Process;
  onProcess: (process: Process) => void;
  /** The controls for the role's permissions. */
  children: ReactNode;
};

const label = 'How to create the role';

const texts: Record<LaunchMethod, Record<'label' | Process, string>> = {
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

/** The default comes first. */
const tilesOf = (method: LaunchMethod) => {
  const order: Process[] =
    defaultProcess(method) === 'cli' ? ['cli', 'console'] : ['console', 'cli'];
  return order.map((value) => ({ value, label: labels[value], description: texts[method][value] }));
};

type AllowActionsProps = {
  allowActions: boolean;
  onAllowActions: (allow: boolean) => void;
  /** The setup was started with the other choice. */
  isChanged: boolean;
};

/** Whether a new role may also make changes. */
export const AllowActionsField = ({
  allowActions,
  onAllowActions,
  isChanged,
}: AllowActionsProps) => (
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
        Next creates a new role and a new external ID. If you have already launched a stack for the
        previous role, it will not connect the account: launch the new one.
      </Alert>
    )}
  </SpaceBetween>
);

/** How the role is created in the account, and its permissions. */
export const ProcessStep = ({ method, process, onProcess, children }: Props) => (
  <Container>
    <SpaceBetween size="l">
      <FormField label={texts[method].label} stretch>
        <Tiles
          value={process}
          onChange={({ detail }) => onProcess(detail.value === 'cli' ? 'cli' : 'console')}
          items={tilesOf(method)}
        />
      </FormField>
      {children}
      <AllowedChanges />
      <Alert type="info">
        The role can read what the AWS managed policies SecurityAudit and ViewOnlyAccess allow, and
        what inventory scans and the actions that come with the product read: settings, not the
        content of your data. The template lists all these permissions. Its credentials are valid
        for an hour at most.
      </Alert>
    </SpaceBetween>
  </Container>
);
