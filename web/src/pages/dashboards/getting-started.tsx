import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import {
  type Progress,
  type SkippableStep,
  skippableSteps,
  type StepProgress,
} from '#lib/domain/onboarding/getting-started.schema.ts';
import { onboarding } from '#web/api/onboarding.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LinkButton } from '#web/components/link.tsx';
import { AddSamples } from '#web/components/scanning/scan-buttons.tsx';
import { useScanning } from '#web/components/scanning/use-scanning.ts';
import { statusTexts, stepCalls, stepTexts } from './first-steps.ts';
import { type ChosenStep, openStepOf } from './open-step.ts';

const icons: Record<StepProgress['status'], StepsProps.Status> = {
  unchecked: 'pending',
  completed: 'success',
  skipped: 'stopped',
};

type Props = { isAdding: boolean; onAddDashboard: () => void };

type ActionProps = Props & { step: StepProgress; refusal: string | undefined };

/** The button of a step: a link, or the action itself. */
const StepButton = ({ step: { key }, refusal, isAdding, onAddDashboard }: ActionProps) => {
  const { button, to } = stepTexts[key];
  const disabledProps = disabledBy(refusal);
  if (to !== undefined) {
    return (
      <LinkButton variant="primary" to={to} {...disabledProps}>
        {button}
      </LinkButton>
    );
  }
  return (
    <Button variant="primary" loading={isAdding} onClick={onAddDashboard} {...disabledProps}>
      {button}
    </Button>
  );
};

const Samples = ({ onAdded }: { onAdded: () => void }) => (
  <AddSamples scanning={useScanning(onAdded)} />
);

type OpenStepProps = ActionProps & {
  steps: readonly StepProgress[];
  isSkipping: boolean;
  onGo: (step: StepProgress) => void;
  onSkip: (key: SkippableStep) => void;
  onAdded: () => void;
};

/** The open step: its explanation, its button, and links to the previous and next ones. */
const OpenStep = ({ steps, isSkipping, onGo, onSkip, onAdded, ...actionProps }: OpenStepProps) => {
  const { key, status, step } = actionProps.step;
  const previous = steps[step - 2];
  const next = steps[step];
  const skippable = skippableSteps.find((one) => one === key);
  return (
    <Box padding={{ top: 'xxs', bottom: 's' }}>
      <SpaceBetween size="s">
        <Box variant="p" padding="n">
          {stepTexts[key].text}
        </Box>
        <SpaceBetween size="xs" direction="horizontal">
          <StepButton {...actionProps} />
          {key === 'cloud' && status !== 'completed' && <Samples onAdded={onAdded} />}
          {previous && <Button onClick={() => onGo(previous)}>Back</Button>}
          {next && <Button onClick={() => onGo(next)}>Next Step</Button>}
          {skippable && status === 'unchecked' && (
            <Button variant="link" loading={isSkipping} onClick={() => onSkip(skippable)}>
              Skip
            </Button>
          )}
        </SpaceBetween>
      </SpaceBetween>
    </Box>
  );
};

const doneCount = (steps: readonly StepProgress[]): number =>
  steps.filter(({ status }) => status !== 'unchecked').length;

/** Explains why some steps are already done in a new organisation. */
const doneText = (steps: readonly StepProgress[]): string | undefined => {
  if (doneCount(steps) === steps.length) return 'All steps are done. Close this card to hide it.';
  return steps.some(({ status }) => status === 'completed')
    ? 'Checked steps are already done for your organisation.'
    : undefined;
};

/** Changes the progress; errors are shown above the page. */
const useProgressChange = () => {
  const { mutate, isPending } = useAction(onboarding.updateOnboarding, (_, error) => {
    if (error) flash.error('The step was not changed.', { content: failureText(error) });
  });
  return { isPending, change: mutate };
};

type CardProps = Props & Pick<Progress, 'steps'> & { onAdded: () => void };

/** Guides a new organisation to its first bots, step by step. */
export const GettingStarted = ({ steps, onAdded, ...props }: CardProps) => {
  const [chosenStep, setChosenStep] = useState<ChosenStep>();
  const refusals = useRefusals(stepCalls);
  const { change, isPending } = useProgressChange();
  const activeStep = openStepOf(steps, chosenStep);
  const goToStep = ({ key, status }: StepProgress) => setChosenStep({ key, status });
  const doneStepCount = doneCount(steps);
  const isDone = doneStepCount === steps.length;
  const partOf = (step: StepProgress): StepsProps.Step => ({
    status: icons[step.status],
    statusIconAriaLabel: statusTexts[step.status],
    header: (
      <Button
        variant="inline-link"
        ariaExpanded={step === activeStep}
        onClick={() => goToStep(step)}
      >
        {stepTexts[step.key].title}
      </Button>
    ),
    details:
      step === activeStep ? (
        <OpenStep
          {...props}
          step={step}
          steps={steps}
          refusal={refusals[step.key]}
          isSkipping={isPending}
          onGo={goToStep}
          onSkip={(skip) => {
            goToStep(step);
            change({ skip });
          }}
          onAdded={onAdded}
        />
      ) : undefined,
  });
  const close = (
    <Button
      variant="icon"
      iconName="close"
      ariaLabel="Close Getting Started"
      loading={isPending}
      onClick={() => change({ closed: true })}
    />
  );
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={`(${doneStepCount}/${steps.length})`}
          description={doneText(steps)}
          actions={isDone && close}
        >
          Getting Started
        </Header>
      }
    >
      <Steps ariaLabel="Getting Started" steps={steps.map(partOf)} />
    </Container>
  );
};
