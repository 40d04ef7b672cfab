import { type ReactNode, useState } from 'react';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { opensTurns } from '#lib/domain/bots/node-facts.schema.ts';
import { originOf } from '#lib/domain/executions/lanes/lane.rules.ts';
import type { PortalWait, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';
import { localTime } from '#web/components/time.tsx';

type Props = {
  groups: readonly StepGroup[];
  waits: readonly PortalWait[];
  /** Renders one of them. */
  children: (wait: PortalWait) => ReactNode;
};

/** The place of a question in the run: `Each host, turn 3`. */
const positionText = (groups: readonly StepGroup[], lane: string): string => {
  const origin = originOf(lane);
  if (!origin) return '';
  const opener = groups.flatMap(({ steps }) => steps).find(({ id }) => id === origin.opener);
  const laneKind = opener && opensTurns(opener.type) ? 'iteration' : 'branch';
  const ownText = `${opener?.name ?? origin.opener}, ${laneKind} ${origin.from + 1}`;
  const outerText = positionText(groups, origin.parent);
  return outerText === '' ? ownText : `${outerText}, ${ownText}`;
};

const idOf = ({ user_input_id, approval_id }: PortalWait): string =>
  user_input_id ?? approval_id ?? '';

/** The questions of a step; if the turns of a loop ask one each, one of them is shown. */
export const Questions = ({ groups, waits, children }: Props) => {
  const [chosenId, setChosenId] = useState<string>();
  const activeWait = waits.find((wait) => idOf(wait) === chosenId) ?? waits[0];
  if (!activeWait) return null;
  const id = idOf(activeWait);
  return (
    <SpaceBetween size="l">
      {waits.length > 1 && (
        <FormField label={`Questions (${waits.length})`} stretch>
          <div className="portal-questions">
            <RadioGroup
              value={id}
              items={waits.map((wait) => ({
                value: idOf(wait),
                label: positionText(groups, wait.lane ?? ''),
                description: `Until ${localTime(wait.until)}`,
              }))}
              onChange={({ detail }) => setChosenId(detail.value)}
            />
          </div>
        </FormField>
      )}
      <div key={id}>{children(activeWait)}</div>
    </SpaceBetween>
  );
};
