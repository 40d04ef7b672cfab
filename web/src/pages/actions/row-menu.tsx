import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';
import { whyNotCopyable } from '#lib/domain/actions/own-action.rules.ts';
import { actions } from '#web/api/actions.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';

const acts = ['test', 'edit', 'duplicate', 'export', 'versions', 'delete'] as const;
export type Act = (typeof acts)[number];
export type OnAct = (operation: Act, one: Pick<ActionSummary, '_id' | 'name'>) => void;

const calls = {
  test: actions.testAction,
  edit: actions.updateAction,
  duplicate: actions.duplicateAction,
  delete: actions.deleteAction,
};

const shared = 'It comes with the product. Duplicate it to change it.';

type Props = {
  one: Pick<ActionSummary, '_id' | 'name' | 'owner' | 'executable_type'>;
  onAct: OnAct;
  text?: string;
};

/** The menu of an action; with a text it is a labelled button. */
export const RowMenu = ({ one, onAct, text }: Props) => {
  const refusals = useRefusals(calls);
  const copyProblem = whyNotCopyable(one);
  const readOnlyReason = one.owner === 'self' ? undefined : (copyProblem ?? shared);
  return (
    <ButtonDropdown
      variant={text === undefined ? 'inline-icon' : 'normal'}
      expandToViewport
      ariaLabel={`Actions for ${one.name}`}
      items={[
        { id: 'test', text: 'Test', ...disabledBy(refusals.test) },
        { id: 'edit', text: 'Edit', ...disabledBy(refusals.edit ?? readOnlyReason) },
        { id: 'duplicate', text: 'Duplicate', ...disabledBy(refusals.duplicate ?? copyProblem) },
        { id: 'export', text: 'Export', ...disabledBy(copyProblem) },
        { id: 'versions', text: 'Versions', ...disabledBy(readOnlyReason) },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete ?? readOnlyReason) },
      ]}
      onItemClick={({ detail }) => {
        const operation = acts.find((name) => name === detail.id);
        if (operation) onAct(operation, one);
      }}
    >
      {text}
    </ButtonDropdown>
  );
};
