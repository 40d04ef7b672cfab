import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { templateFile } from '#lib/domain/integrations/aws/setup-form.schema.ts';
import type {
  AwsAccountCheck,
  AwsSetupCheck,
  AwsSetupView,
} from '#lib/domain/integrations/aws/setup.schema.ts';
import { ShellCode } from '#web/components/code/code-view.tsx';
import { Copy } from '#web/components/copy.tsx';
import { saveFile } from '#web/components/files/save-file.ts';
import type { Process } from './process-step.tsx';

type LaunchProps = {
  setup: AwsSetupView;
  /** A StackSet creates the role, in several accounts. */
  ofOrganisation: boolean;
  process: Process;
  onLaunch: () => void;
};

const uploadInstructions = {
  stack:
    'Sign in to the account, open CloudFormation in the region that you chose, choose "Create ' +
    'stack" and "Upload a template file", and follow the steps to the end.',
  stackSet:
    'Sign in to the management account, open StackSets in CloudFormation, choose ' +
    '"Service-managed permissions" and "Upload a template file", deploy to the units that you ' +
    'have entered, and follow the steps to the end. AWS creates the role in their accounts, and ' +
    'not in the management account itself.',
};

export const Download = ({ template }: Pick<AwsSetupView, 'template'>) => (
  <SpaceBetween size="xs">
    <Box variant="p">1. Download the template. All of its values are filled in.</Box>
    <Button iconName="download" onClick={() => saveFile(templateFile, template)}>
      Download template
    </Button>
  </SpaceBetween>
);

/** The command with a line break before each option: a backslash continues the line in shells. */
export const wrapAtOptions = (command: string): string => command.replaceAll(' --', ' \\\n  --');

const ByCommand = ({ setup, ofOrganisation, onLaunch }: LaunchProps) => (
  <SpaceBetween size="m">
    <Download template={setup.template} />
    <SpaceBetween size="xs">
      <Box variant="p">
        2. Run this in the folder with the template, using credentials for{' '}
        {ofOrganisation ? 'the management account' : 'that account'}.
      </Box>
      <ShellCode text={wrapAtOptions(setup.aws_cli_command)} subject="command" />
      <Button onClick={onLaunch}>I ran the command</Button>
    </SpaceBetween>
  </SpaceBetween>
);

const ByUpload = ({ setup, ofOrganisation, onLaunch }: LaunchProps) => (
  <SpaceBetween size="m">
    <Download template={setup.template} />
    <SpaceBetween size="xs">
      <Box variant="p">
        2. {ofOrganisation ? uploadInstructions.stackSet : uploadInstructions.stack}
      </Box>
      {setup.stack_sets_url !== undefined && (
        <Link href={setup.stack_sets_url} external>
          Create a StackSet in AWS
        </Link>
      )}
      <Button onClick={onLaunch}>I created the {ofOrganisation ? 'StackSet' : 'stack'}</Button>
    </SpaceBetween>
  </SpaceBetween>
);

const ByLink = ({ url, onLaunch }: { url: string; onLaunch: () => void }) => (
  <SpaceBetween size="xs">
    <Box variant="p">
      Sign in to the account. The link opens the form of the stack with all values filled in. At its
      end, confirm that the stack creates a role.
    </Box>
    <Button
      variant="primary"
      href={url}
      target="_blank"
      iconAlign="right"
      iconName="external"
      onClick={onLaunch}
    >
      Launch stack
    </Button>
  </SpaceBetween>
);

const Launch = (props: LaunchProps) => {
  const { launch_url } = props.setup;
  if (props.process === 'cli') return <ByCommand {...props} />;
  if (launch_url === undefined) return <ByUpload {...props} />;
  return <ByLink url={launch_url} onLaunch={props.onLaunch} />;
};

/** The data that identifies a role. */
export const RoleFacts = ({
  role: { role_name, externalId, targetPrincipal },
}: {
  role: Pick<AwsSetupView, 'role_name' | 'externalId' | 'targetPrincipal'>;
}) => (
  <KeyValuePairs
    columns={1}
    items={[
      { label: 'Role', value: <Copy text={role_name} subject="role" /> },
      { label: 'External ID', value: <Copy text={externalId} subject="external ID" /> },
      { label: 'Who may assume it', value: targetPrincipal },
    ]}
  />
);

const indicators = { DEPLOYED: 'success', WAITING: 'pending', REFUSED: 'error' } as const;
const accountStateTexts = {
  DEPLOYED: 'has the role',
  WAITING: 'waits for it',
  REFUSED: 'is refused',
};

/** The state of each account of an organisation. */
const Accounts = ({ accounts }: { accounts: AwsAccountCheck[] }) => (
  <SpaceBetween size="xxs">
    {accounts.map(({ aws_account, state, reason }) => (
      <div key={aws_account}>
        <StatusIndicator type={indicators[state]}>
          {aws_account} {accountStateTexts[state]}
        </StatusIndicator>
        {state === 'REFUSED' && <Box variant="small">{reason}</Box>}
      </div>
    ))}
  </SpaceBetween>
);

const RoleCheck = ({ check }: { check: AwsSetupCheck | undefined }) => {
  if (check?.state === 'DEPLOYED') {
    return (
      <StatusIndicator type="success">Role found; it requires the external ID</StatusIndicator>
    );
  }
  return (
    <SpaceBetween size="s">
      <StatusIndicator type="in-progress">
        Waiting for the stack. We check every 15 seconds.
      </StatusIndicator>
      {check?.state === 'REFUSED' && (
        <Alert type="error" header="This role is not accepted">
          {check.reason}
        </Alert>
      )}
      {check?.state === 'WAITING' && (
        <Box color="text-body-secondary" fontSize="body-s">
          {check.reason}
        </Box>
      )}
      {check?.accounts && <Accounts accounts={check.accounts} />}
    </SpaceBetween>
  );
};

type Props = LaunchProps & { launched: boolean; check: AwsSetupCheck | undefined };

/** Launches the role's stack, and waits for it. */
export const ConnectStep = ({ launched, check, ...launch }: Props) => (
  <SpaceBetween size="l">
    <Container header={<Header variant="h2">Launch the stack</Header>}>
      <SpaceBetween size="l">
        <Launch {...launch} />
        {launched && <RoleCheck check={check} />}
      </SpaceBetween>
    </Container>
    <Container header={<Header variant="h2">What the stack creates</Header>}>
      <RoleFacts role={launch.setup} />
    </Container>
  </SpaceBetween>
);
