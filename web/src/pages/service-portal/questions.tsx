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
  const part = opener && opensTurns(opener.type) ? 'iteration' : 'branch';
  const own = `${opener?.name ?? origin.opener}, ${part} ${origin.from + 1}`;
  const around = positionText(groups, origin.parent);
  return around === '' ? own : `${around}, ${own}`;
};

const idOf = ({ user_input_id, approval_id }: PortalWait): string =>
  user_input_id ?? approval_id ?? '';

/** The questions of a step; if the turns of a loop ask one each, one of them is shown. */
export const Questions = ({ groups, waits, children }: Props) => {
  const [chosen, choose] = useState<string>();
  const shown = waits.find((wait) => idOf(wait) === chosen) ?? waits[0];
  if (!shown) return null;
  const id = idOf(shown);
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
              onChange={({ detail }) => choose(detail.value)}
            />
          </div>
        </FormField>
      )}
      <div key={id}>{children(shown)}</div>
    </SpaceBetween>
  );
};
