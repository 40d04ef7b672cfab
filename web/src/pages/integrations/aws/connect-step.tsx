import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { AwsSetupCheck, AwsSetupView } from '#lib/domain/integrations/aws/setup.schema.ts';
import { Copy } from '#web/components/copy.tsx';
import { saveFile } from '#web/components/files/save-file.ts';
import type { Process } from './process-step.tsx';

const templateFile = 'cloudwarden-role.json';

type LaunchProps = { setup: AwsSetupView; process: Process; onLaunch: () => void };

const Launch = ({ setup, process, onLaunch }: LaunchProps) => {
  const { template, launch_url, aws_cli_command } = setup;
  return (
    <SpaceBetween size="m">
      <SpaceBetween size="xs">
        <Box variant="p">1. Download the template. All of its values are filled in.</Box>
        <Button iconName="download" onClick={() => saveFile(templateFile, template)}>
          Download template
        </Button>
      </SpaceBetween>
      {process === 'console' ? (
        <SpaceBetween size="xs">
          <Box variant="p">
            2. Sign in to the account, choose "Upload a template file", and go on to the end.
          </Box>
          <Button
            variant="primary"
            href={launch_url}
            target="_blank"
            iconAlign="right"
            iconName="external"
            onClick={onLaunch}
          >
            Launch stack
          </Button>
        </SpaceBetween>
      ) : (
        <SpaceBetween size="xs">
          <Box variant="p">2. Run this beside the file, signed in to the account.</Box>
          <Copy text={aws_cli_command} what="command" />
          <Button onClick={onLaunch}>It is running</Button>
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
};

const Found = ({ check }: { check: AwsSetupCheck | undefined }) => {
  if (check?.state === 'DEPLOYED') {
    return (
      <StatusIndicator type="success">
        The role is there, and asks for its external ID
      </StatusIndicator>
    );
  }
  return (
    <SpaceBetween size="s">
      <StatusIndicator type="in-progress">
        Waiting for the stack. We look every 15 seconds.
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
    </SpaceBetween>
  );
};

type Props = LaunchProps & { launched: boolean; check: AwsSetupCheck | undefined };

/** Launching the stack of the role, and waiting for it. */
export const ConnectStep = ({ launched, check, ...launch }: Props) => {
  const { externalId, targetPrincipal, role_name } = launch.setup;
  return (
    <SpaceBetween size="l">
      <Container header={<Header variant="h2">Launch the stack</Header>}>
        <SpaceBetween size="l">
          <Launch {...launch} />
          {launched && <Found check={check} />}
        </SpaceBetween>
      </Container>
      <Container header={<Header variant="h2">What the stack makes</Header>}>
        <KeyValuePairs
          columns={1}
          items={[
            { label: 'Role', value: <Copy text={role_name} what="role" /> },
            { label: 'External ID', value: <Copy text={externalId} what="external ID" /> },
            { label: 'Who may assume it', value: targetPrincipal },
          ]}
        />
      </Container>
    </SpaceBetween>
  );
};
