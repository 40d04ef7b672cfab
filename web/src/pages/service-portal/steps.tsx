import './portal.css';
import { useState } from 'react';
import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalRun, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import { canOpen, groupState, opensItself } from '#lib/domain/service-portal/step.rules.ts';
import { StepBody } from './step-body.tsx';
import { StepState } from './statuses.tsx';

type Props = {
  groups: readonly StepGroup[];
  /** Absent where the app has not been started. */
  run?: PortalRun;
  /** Called when a question of the run was answered here. */
  onAnswered?: () => void;
};

const nothing = {};

const namesOf = ({ steps }: StepGroup): string => steps.map(({ name }) => name).join(', ');

/** What is inside of it once it is open. */
const listsSteps = ({ kind }: StepGroup): boolean => kind === 'Process' || kind === 'Wait';

/** The number of the open group: the one that waits for a person opens by itself. */
const useOpened = (own: number | undefined) => {
  const [opened, setOpened] = useState({ at: own, own });
  if (own !== opened.own) setOpened({ at: own ?? opened.at, own });
  const open = (at: number | undefined) => setOpened({ at, own });
  return [opened.at, open] as const;
};

/** The steps of an app, or of its run, one open at a time (spec 3 section 4). */
export const Steps = ({ groups, run, onAnswered = () => {} }: Props) => {
  const statuses = run?.statuses ?? nothing;
  const [opened, open] = useOpened(opensItself(groups, statuses));
  return (
    <SpaceBetween size="s">
      <Header variant="h2">Steps</Header>
      {groups.map((group, at) => {
        const text = `${at + 1}. ${group.kind}`;
        const state = run && <StepState status={groupState(group, statuses)} />;
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
                    description={namesOf(group)}
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
            headerDescription={opened === at && listsSteps(group) ? undefined : namesOf(group)}
            headerActions={state}
            headingTagOverride="h3"
            expanded={opened === at}
            onChange={({ detail }) => open(detail.expanded ? at : undefined)}
          >
            {opened === at && <StepBody group={group} run={run} onAnswered={onAnswered} />}
          </ExpandableSection>
        );
      })}
    </SpaceBetween>
  );
};
