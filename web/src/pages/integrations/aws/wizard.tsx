import { type ComponentProps, useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Wizard from '@cloudscape-design/components/wizard';
import { groupLimitProblem } from '#lib/domain/integrations/aws/organisation.rules.ts';
import type { AwsSetupCheck, AwsSetupView } from '#lib/domain/integrations/aws/setup.schema.ts';
import { withDefaults } from '#lib/domain/integrations/form.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { ApiError } from '#web/api/api-error.ts';
import { integrations } from '#web/api/integrations.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { integrationsHelp } from '../help.tsx';
import {
  type IntegrationForm,
  type IntegrationInput,
  useIntegrationForm,
} from '../integration-form.ts';
import { NoForm } from '../no-form.tsx';
import { AccountStep } from './account-step.tsx';
import { ConnectStep } from './connect-step.tsx';
import { AllowActionsField, ProcessStep, useProcess } from './process-step.tsx';
import { useSetupInAddress } from './use-setup-in-address.ts';
import { useDeployment, useSetup } from './use-setup.ts';
import {
  formFieldOf,
  initialInputOf,
  setupProblem,
  splitList,
  stepOf,
  wizardForm,
} from './wizard-form.ts';

const connectedText = (alias: string, connectedAccounts: unknown[], waiting: unknown[]): string =>
  `${alias}: ${formatCount(connectedAccounts.length, 'account')} connected` +
  (waiting.length > 0 ? `, ${waiting.length} still without the role` : '');

/** What was connected, and the setup that connects any remaining accounts. */
type Connected = { text: string; waiting?: { setup_id: string; count: number } };

const showConnected = ({ text, waiting }: Connected): void => {
  if (!waiting) {
    flash.success('Connection established', { content: text });
    return;
  }
  const waits = waiting.count === 1 ? '1 account waits' : `${waiting.count} accounts wait`;
  flash.warning(`Connection established; ${waits}`, {
    content: text,
    action: (
      <LinkButton to={pathTo('awsAccount', {}, { setup: waiting.setup_id })}>
        Connect the others
      </LinkButton>
    ),
  });
};

/** A successful test connects the accounts and then leads to the list. */
const useTest = (form: IntegrationForm, onRename: () => void) => {
  const navigate = useNavigate();
  const one = useAction(integrations.connectAwsSetup);
  const all = useAction(integrations.connectAwsOrganisation);
  const [connected, setConnected] = useState<Connected>();
  useEffect(() => {
    if (!connected) return;
    void navigate(pathTo('connectedIntegrations'));
    showConnected(connected);
  }, [connected, navigate]);
  const onError = (error: ApiError) => {
    const content = error.message || 'Connection Not Established';
    flash.error('Test Failed', { id: 'aws-test', content });
    if (!error.field) return;
    form.refuse(error);
    onRename();
  };
  const test = (setup_id: string) => {
    const { alias, groups } = form.values;
    const input = { setup_id, alias, groups };
    if (!isOrganisation(form.values)) {
      one.mutate(input, { onSuccess: () => setConnected({ text: alias }), onError });
      return;
    }
    all.mutate(input, {
      onSuccess: ({ connected: connectedAccounts, waiting }) =>
        setConnected({
          text: connectedText(alias, connectedAccounts, waiting),
          ...(waiting.length > 0 && { waiting: { setup_id, count: waiting.length } }),
        }),
      onError,
    });
  };
  const isTesting = one.isPending || all.isPending;
  return { test, isTesting, connected: connected !== undefined };
};

/** Whether at least one account is ready: the others can be connected later. */
const isReady = (check: AwsSetupCheck | undefined): boolean =>
  check?.state === 'DEPLOYED' || (check?.accounts ?? []).some(({ state }) => state === 'DEPLOYED');

type ActionsProps = { onBack: () => void; onTest: () => void; testing: boolean; ready: boolean };

const ConnectActions = ({ onBack, onTest, testing, ready }: ActionsProps) => (
  <SpaceBetween size="xs" direction="horizontal">
    <Button disabled={testing} onClick={onBack}>
      Previous
    </Button>
    {ready && (
      <Button variant="primary" loading={testing} onClick={onTest}>
        Test Connection
      </Button>
    )}
  </SpaceBetween>
);

const setupInput = ({ values }: IntegrationInput, allow_actions: boolean) => {
  const { account_id = '', region = '', ...organisation } = withDefaults(wizardForm, values);
  return {
    aws_account: account_id,
    further_accounts: splitList(organisation.further_accounts),
    units: splitList(organisation.units),
    region,
    allow_actions,
  };
};

/** Whether a StackSet creates the role in several accounts. */
const isOrganisation = ({ values }: IntegrationInput): boolean =>
  splitList(withDefaults(wizardForm, values).units).length > 0;

/** An error in the aliases of all accounts together. */
const aliasesProblem = (input: IntegrationInput): ApiError | undefined => {
  const reason = isOrganisation(input) ? groupLimitProblem(input) : undefined;
  return reason === undefined ? undefined : new ApiError(400, reason, 'groups');
};

/** The setup to continue, and the callback for one that is started here. */
type AwsWizardProps = { existingSetup: AwsSetupView | undefined; onBegun: (id: string) => void };

const lastStep = 2;

/** The state shared by the steps: the current step, and the choices. */
const useAwsWizard = ({ existingSetup, onBegun }: AwsWizardProps) => {
  const [params] = useSearchParams();
  const initialInput = existingSetup && initialInputOf(existingSetup, params);
  const form = useIntegrationForm(wizardForm, undefined, initialInput);
  const [step, setStep] = useState(existingSetup ? stepOf(params, lastStep) : 0);
  const processOf = useProcess();
  const [allowActions, setAllowActions] = useState(existingSetup?.allow_actions ?? false);
  // A returning user has launched the stack, or wants to see its state.
  const [launched, setLaunched] = useState(existingSetup?.setup_id);
  const { setup, begin, isBeginning } = useSetup(existingSetup, (error) => {
    const { status, message, field = '' } = error;
    setStep(0);
    form.refuse(new ApiError(status, message, formFieldOf(field)));
  });
  useSetupInAddress(setup, step, form.values, onBegun);
  const waits = setup !== undefined && launched === setup.setup_id;
  const { data: check } = useDeployment(setup, waits && step === lastStep);
  const testing = useTest(form, () => setStep(0));
  const describe = () => {
    const problem =
      setupProblem(setupInput(form.values, allowActions)) ?? aliasesProblem(form.values);
    if (problem) form.refuse(problem);
    else setStep(1);
  };
  const go = (to: number) => {
    if (isBeginning || to > step + 1) return;
    if (to < step) setStep(to);
    else if (step === 0) form.submit(describe);
    else begin(setupInput(form.values, allowActions), () => setStep(lastStep));
  };
  const launch = () => setLaunched(setup?.setup_id);
  const acting = {
    allowActions,
    onAllowActions: setAllowActions,
    isChanged: setup !== undefined && setup.allow_actions !== allowActions,
  };
  const shared = { form, step, go, setup, launch, waits, check, processOf, acting, isBeginning };
  return { ...shared, ...testing };
};

const AwsWizard = (props: AwsWizardProps) => {
  const { existingSetup } = props;
  const navigate = useNavigate();
  const wizard = useAwsWizard(props);
  const { form, step, go, setup, check } = wizard;
  const { data, error, refetch } = useCall(integrations.getIntegrationForm, { cspName: 'aws' });
  const { hindrance, launch_link } = data ?? {};
  const ofOrganisation = isOrganisation(form.values);
  const single = launch_link ? 'link' : 'stack';
  const choice = wizard.processOf(ofOrganisation ? 'stackSet' : single);
  const mayNot = useRefusal(integrations.initAwsSetup);
  const refusal = mayNot ?? hindrance;
  usePage({ page: 'awsAccount', contentType: 'wizard', help: integrationsHelp });
  if (!data && error) return <NoForm type="aws" error={error} onRetry={refetch} />;
  if (!data) return <Loading text="Loading form" />;
  return (
    <>
      <LeaveGuard dirty={form.dirty && !setup && !wizard.connected} />
      <Wizard
        activeStepIndex={step}
        isLoadingNextStep={wizard.isBeginning}
        onCancel={() => void navigate(pathTo('connectedIntegrations'))}
        onNavigate={({ detail }) => go(detail.requestedStepIndex)}
        customPrimaryActions={
          (refusal && (
            <Button variant="primary" {...disabledBy(refusal)}>
              Next
            </Button>
          )) ??
          (step === lastStep && setup && (
            <ConnectActions
              ready={isReady(check)}
              testing={wizard.isTesting}
              onBack={() => go(1)}
              onTest={() => wizard.test(setup.setup_id)}
            />
          ))
        }
        steps={[
          {
            title: 'Account Details',
            info: <InfoLink />,
            description: 'Choose the account to connect and give it a name.',
            content: <AccountStep {...{ form, existingSetup, hindrance }} refusal={mayNot} />,
          },
          {
            title: 'Integration process Type',
            description: 'How the role is created in the account, and what it may do there.',
            content: (
              <ProcessStep {...choice}>
                <AllowActionsField {...wizard.acting} />
              </ProcessStep>
            ),
          },
          {
            title: 'Connect',
            description: 'You create the role in your account and can delete it at any time.',
            content: setup && (
              <ConnectStep
                setup={setup}
                process={choice.process}
                ofOrganisation={ofOrganisation}
                launched={wizard.waits}
                check={check}
                onLaunch={wizard.launch}
              />
            ),
          },
        ]}
      />
    </>
  );
};

const Waiting = () => {
  usePage({ page: 'awsAccount', contentType: 'wizard' });
  return <Loading text="Loading setup" />;
};

const Failed = ({ error, onRetry }: Omit<ComponentProps<typeof NoForm>, 'type'>) => {
  usePage({ page: 'awsAccount', contentType: 'wizard' });
  return (
    <LoadFailed
      error={error}
      subject="this setup"
      onRetry={onRetry}
      back={{ text: 'Begin again', to: pathTo('awsAccount') }}
    />
  );
};

/** The setup that the address opened, and the one started since. */
type SetupIds = { openId: string; ownId?: string };

/**
 * `/integrations/aws?setup=`: connects an AWS account through its own role, and continues an
 * earlier setup.
 */
export const AwsWizardPage = () => {
  const [params] = useSearchParams();
  const setupInUrl = params.get('setup') ?? '';
  const [{ openId, ownId }, setIds] = useState<SetupIds>({ openId: setupInUrl });
  // A setup that the wizard started itself is not reopened, but any other one is.
  const setup_id = setupInUrl === ownId ? openId : setupInUrl;
  const onBegun = useCallback((id: string) => setIds({ openId: setup_id, ownId: id }), [setup_id]);
  const enabled = setup_id !== '';
  const { data, error, refetch } = useCall(integrations.getAwsSetup, { setup_id }, { enabled });
  if (!enabled || data) return <AwsWizard key={setup_id} existingSetup={data} onBegun={onBegun} />;
  return error ? <Failed error={error} onRetry={refetch} /> : <Waiting />;
};
