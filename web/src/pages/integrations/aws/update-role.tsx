import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Wizard from '@cloudscape-design/components/wizard';
import type { AwsRoleView } from '#lib/domain/integrations/aws/setup.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { ShellCode } from '#web/components/code/code-view.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { integrationsHelp } from '../help.tsx';
import { useStartTest } from '../use-connection-test.tsx';
import { Download, RoleFacts, wrapAtOptions } from './connect-step.tsx';
import { actionsText, type Process, ProcessStep, useProcess } from './process-step.tsx';

type Rights = keyof AwsRoleView['templates'];

type RightsProps = {
  rights: Rights | undefined;
  isMissing: boolean;
  onRights: (to: Rights) => void;
};

/** Only the account knows the role's current permissions: they are chosen again. */
const RightsField = ({ rights, isMissing, onRights }: RightsProps) => (
  <FormField
    label="What the role may do"
    description="The role loses all permissions that are not chosen here."
    errorText={isMissing && 'Choose what the role may do.'}
    stretch
  >
    <RadioGroup
      value={rights ?? ''}
      onChange={({ detail }) => onRights(detail.value === 'acts' ? 'acts' : 'reads')}
      items={[
        { value: 'reads', label: 'Read only' },
        { value: 'acts', label: 'Read and act', description: actionsText },
      ]}
    />
  </FormField>
);

type UpdateProps = { role: AwsRoleView; process: Process; rights: Rights };

const UpdateStep = ({ role, process, rights }: UpdateProps) => (
  <SpaceBetween size="l">
    <Container header={<Header variant="h2">Update the stack</Header>}>
      <SpaceBetween size="m">
        <Download template={role.templates[rights]} />
        {process === 'cli' ? (
          <SpaceBetween size="xs">
            <Box variant="p">
              2. Run this in the folder with the template, using credentials for the account{' '}
              {role.aws_account}.
            </Box>
            <ShellCode text={wrapAtOptions(role.aws_cli_command)} subject="command" />
          </SpaceBetween>
        ) : (
          <Box variant="p">
            2. Sign in to the account {role.aws_account}, open CloudFormation in {role.region},
            choose the stack {role.role_name}, &quot;Update&quot;, &quot;Replace existing
            template&quot; and &quot;Upload a template file&quot;, and follow the steps to the end.
          </Box>
        )}
        <Box variant="p">3. Once AWS has updated the stack, test the connection.</Box>
        <Alert type="info">
          If a StackSet created the role, replace the template of the StackSet {role.role_name} in
          the management account. If the stack was created in another region, update it there.
        </Alert>
      </SpaceBetween>
    </Container>
    <Container header={<Header variant="h2">What stays</Header>}>
      <RoleFacts role={role} />
    </Container>
  </SpaceBetween>
);

const LoadedRole = ({ accountId, role }: { accountId: string; role: AwsRoleView }) => {
  const navigate = useNavigate();
  const containerRef = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(0);
  const choice = useProcess()('update');
  const [rights, setRights] = useState<Rights>();
  const [isMissing, setMissing] = useState(false);
  const { start, isPending } = useStartTest();
  const back = () => void navigate(pathTo('integration', { accountId }));
  usePage({
    page: 'awsRole',
    title: `Update the role of ${role.alias}`,
    contentType: 'wizard',
    help: integrationsHelp,
  });
  const go = (to: number) => {
    setMissing(!rights);
    if (rights || to === 0) setStep(to);
    else
      containerRef.current
        ?.querySelector<HTMLInputElement>('input[type=radio][value=reads]')
        ?.focus();
  };
  return (
    <Wizard
      activeStepIndex={step}
      submitButtonText="Test connection"
      isLoadingNextStep={isPending}
      onCancel={back}
      onNavigate={({ detail }) => go(detail.requestedStepIndex)}
      onSubmit={() => start(accountId, { onSettled: back })}
      steps={[
        {
          title: 'Integration process Type',
          info: <InfoLink />,
          description: 'How the stack of the role is updated, and what the role may do.',
          content: (
            <div ref={containerRef}>
              <ProcessStep {...choice}>
                <RightsField
                  rights={rights}
                  isMissing={isMissing && !rights}
                  onRights={setRights}
                />
              </ProcessStep>
            </div>
          ),
        },
        {
          title: 'Connect',
          description: 'The integration stays: its ID, alias, groups, and the bots that use it.',
          content: rights && <UpdateStep role={role} process={choice.process} rights={rights} />,
        },
      ]}
    />
  );
};

/** `/integrations/view/{accountId}/role`: the current template for the role of an AWS account. */
export const UpdateRolePage = () => {
  const { accountId = '' } = useParams();
  const { data, error, refetch } = useCall(integrations.getAwsRole, { accountId });
  if (data) return <LoadedRole key={accountId} accountId={accountId} role={data} />;
  return <ItemPlaceholder page="awsRole" error={error} onRetry={refetch} />;
};
