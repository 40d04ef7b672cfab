import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import Wizard from '@cloudscape-design/components/wizard';
import { type AgentView, newAgent } from '#lib/domain/agents/agent.schema.ts';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { agents } from '#web/api/agents.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { useDirtyReport } from '#web/components/use-dirty-report.ts';
import { useZodForm } from '#web/components/use-zod-form.ts';
import { type AgentForm, DetailsStep, type NewKey, SecretStep } from './first-steps.tsx';
import { InstallStep } from './install-step.tsx';
import { useRegistration, VerifyStep } from './verify-step.tsx';

export type InstallProps = {
  integration: IntegrationView;
  /** An agent that was added before and is not installed yet. */
  agent?: AgentView | undefined;
  onClose: () => void;
  /** Reports whether closing the panel would lose unsaved data. */
  onDirty: (dirty: boolean) => void;
};

const lastStep = 3;

/** The agent once it was added, and the form that adds it. */
const useNewAgent = (
  { accountId, cspName }: IntegrationView,
  existingAgent: AgentView | undefined,
) => {
  const { mutate, isPending } = useAction(agents.createAgent);
  const [agent, setAgent] = useState(existingAgent);
  const form: AgentForm = useZodForm(newAgent, {
    name: existingAgent?.name ?? '',
    integration_id: accountId,
    integration_type: cspName === 'linux' ? 'linux' : 'kubernetes',
  });
  const add = (onAdded: () => void) =>
    form.submit((input) =>
      mutate(input, {
        onSuccess: (added) => {
          flash.remove('agent');
          setAgent(added);
          onAdded();
        },
        onError: (error) => {
          form.refuse(error);
          if (error.field) return;
          flash.error('The agent was not added.', { id: 'agent', content: failureText(error) });
        },
      }),
    );
  return { agent, form, add, isAdding: isPending };
};

const useInstallWizard = ({ integration, agent: existingAgent }: InstallProps) => {
  const { agent, form, add, isAdding } = useNewAgent(integration, existingAgent);
  const [step, setStep] = useState(existingAgent ? 1 : 0);
  const [key, setKey] = useState<NewKey>();
  const [isKeyMissing, setKeyMissing] = useState(false);
  const go = (to: number) => {
    if (to < step) setStep(to);
    else if (step === 0 && !agent) add(() => setStep(1));
    else if (step === 1 && !key) setKeyMissing(true);
    else setStep(Math.min(step + 1, lastStep));
  };
  const registration = useRegistration(agent?.agent_id, step === lastStep);
  const startOver = () => {
    setKey(undefined);
    setStep(1);
  };
  // The secret is not shown again; in the last step it was already used.
  const isUnsaved = agent ? key !== undefined && step < lastStep : form.dirty;
  const acts = { go, startOver, setKey };
  return {
    ...acts,
    agent,
    form,
    step,
    key,
    isKeyMissing,
    isAdding,
    registration,
    isUnsaved,
  };
};

/** Adds an agent, and follows its installation until it has registered. */
export const InstallWizard = (props: InstallProps) => {
  const navigate = useNavigate();
  const wizard = useInstallWizard(props);
  const { agent, form, step, key, registration, isUnsaved } = wizard;
  useDirtyReport(props.onDirty, isUnsaved);
  const { accountId } = props.integration;
  const { data: release } = useCall(agents.getAgentRelease, {
    integration_type: form.values.integration_type,
  });
  const isBlocked = step === 0 && !agent && release?.unusable !== undefined;
  const finish = () => {
    props.onClose();
    if (agent) void navigate(pathTo('agent', { accountId, agent_id: agent.agent_id }));
  };
  return (
    <>
      <LeaveGuard dirty={isUnsaved} byPath />
      <Wizard
        activeStepIndex={step}
        isLoadingNextStep={wizard.isAdding}
        submitButtonText="Done"
        onCancel={props.onClose}
        onNavigate={({ detail }) => wizard.go(detail.requestedStepIndex)}
        onSubmit={finish}
        {...(step === lastStep &&
          !registration.isDone && {
            customPrimaryActions: <Button onClick={() => wizard.go(step - 1)}>Previous</Button>,
          })}
        {...(isBlocked && {
          customPrimaryActions: (
            <Button variant="primary" {...disabledBy(release.unusable)}>
              Next
            </Button>
          ),
        })}
        steps={[
          {
            title: 'Agent Details',
            content: (
              <DetailsStep
                form={form}
                isAdded={agent !== undefined}
                unusable={agent ? undefined : release?.unusable}
              />
            ),
          },
          {
            title: 'Create Secret',
            content: (
              <SecretStep
                agent={agent}
                createdKey={key}
                isKeyMissing={wizard.isKeyMissing && !key}
                onMade={wizard.setKey}
              />
            ),
          },
          { title: 'Install Agent', content: <InstallStep agent={agent} createdKey={key} /> },
          {
            title: 'Verify',
            content: <VerifyStep {...registration} onAnother={wizard.startOver} />,
          },
        ]}
      />
    </>
  );
};
