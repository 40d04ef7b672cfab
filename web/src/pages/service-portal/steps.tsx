import './portal.css';
import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { PortalRun, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import {
  autoOpenIndex,
  canOpen,
  groupState,
  personStepKinds,
} from '#lib/domain/service-portal/step.rules.ts';
import { localTime } from '#web/components/time.tsx';
import { StepBody } from './step-body.tsx';
import { StepState } from './statuses.tsx';
import { callApprovalIdsOf, pausesOf } from './waits.ts';

type Props = {
  groups: readonly StepGroup[];
  /** Undefined if the app has not been started. */
  run?: PortalRun;
  /** Called when a question of the run was answered here. */
  onAnswered?: () => void;
};

const noStatuses = {};

const namesOf = ({ steps }: StepGroup): string => steps.map(({ name }) => name).join(', ');

/** The heading of an open group, unless its steps are listed in it. */
const headingOf = (group: StepGroup): string | undefined =>
  group.kind === 'Process' || group.kind === 'Wait' ? undefined : namesOf(group);

/** The index of the open group: a group that waits for a person opens by itself. */
const useOpenGroup = (autoIndex: number | undefined) => {
  const [openState, setOpenState] = useState({ at: autoIndex, autoIndex });
  if (autoIndex !== openState.autoIndex) setOpenState({ at: autoIndex ?? openState.at, autoIndex });
  const open = (at: number | undefined) => setOpenState({ at, autoIndex });
  return [openState.at, open] as const;
};

const GroupState = ({ group, run }: { group: StepGroup; run: PortalRun }) => (
  <StepState
    status={groupState(group, run.statuses)}
    decision={decisionAt(group, run)}
    kind={group.kind}
    approvals={callApprovalIdsOf([group], run)}
    run={run.state}
    isStarted={group.steps.some(({ id }) => Object.hasOwn(run.statuses, id))}
  />
);

const decisionAt = (group: StepGroup, run: PortalRun | undefined) =>
  personStepKinds.has(group.kind) ? run?.decisions[group.steps[0]?.id ?? ''] : undefined;

/**
 * The text below the heading of a closed group: its steps, the end of its wait, or the decision.
 */
const summaryOf = (group: StepGroup, run: PortalRun | undefined): string => {
  const decision = decisionAt(group, run);
  if (decision) return `${namesOf(group)} · ${decisionText(decision)}`;
  const [pause] = run ? pausesOf(group, run) : [];
  return pause ? `${namesOf(group)}, until ${localTime(pause.until)}` : namesOf(group);
};

const NoSteps = ({ run }: { run: PortalRun | undefined }) => (
  <Box color="text-body-secondary">
    {run && !run.offered
      ? 'No steps of this run are known, because the service portal no longer has its app.'
      : 'There is nothing to follow here: this app does its work in one go.'}
  </Box>
);

/** The steps of an app, or of its run, with one open at a time. */
export const Steps = ({ groups, run, onAnswered = () => {} }: Props) => {
  const statuses = run?.statuses ?? noStatuses;
  const [openIndex, setOpenIndex] = useOpenGroup(autoOpenIndex(groups, statuses));
  return (
    <SpaceBetween size="s">
      <Header variant="h2">Steps</Header>
      {groups.length === 0 && <NoSteps run={run} />}
      {groups.map((group, at) => {
        const text = `${at + 1}. ${group.kind}`;
        const state = run && <GroupState group={group} run={run} />;
        const [{ id: key } = { id: '' }] = group.steps;
        if (!canOpen(group, statuses)) {
          return (
            <Container
              key={key}
              disableContentPaddings
              header={
                <div className="portal-shut-step">
                  <Header
                    variant="h2"
                    headingTagOverride="h3"
                    description={summaryOf(group, run)}
                    actions={state}
                  >
                    {text}
                  </Header>
                </div>
              }
            />
          );
        }
        return (
          <ExpandableSection
            key={key}
            variant="container"
            headerText={text}
            headerDescription={openIndex === at ? headingOf(group) : summaryOf(group, run)}
            headerActions={state}
            headingTagOverride="h3"
            expanded={openIndex === at}
            onChange={({ detail }) => setOpenIndex(detail.expanded ? at : undefined)}
          >
            {openIndex === at && <StepBody group={group} run={run} onAnswered={onAnswered} />}
          </ExpandableSection>
        );
      })}
    </SpaceBetween>
  );
};
