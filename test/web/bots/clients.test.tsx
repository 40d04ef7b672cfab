import '@testing-library/jest-dom';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import { nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { FieldContext, Settings } from '#web/pages/bots/fields/control.ts';
import { fieldsOf } from '#web/pages/bots/fields/fields.ts';
import { SettingsForm } from '#web/pages/bots/fields/settings-form.tsx';
import '../configure.ts';

const finished = { statusType: 'finished', retry: () => undefined } as const;
const noChoices = { options: [], ...finished };

const options = [
  { value: 'int_1', label: 'Tickets', group: 'Jira', type: 'jira', use: 'requests' },
  { value: 'int_2', label: 'Repositories', group: 'GitHub', type: 'github', use: 'requests' },
];

const action = {
  _id: 'act_1',
  executable_type: 'python',
  integration_type: 'jira',
  parameters_definition: [],
  call: {
    code: 'result = 1',
    clients: [
      { name: 'jira', integration_type: 'jira', read_only: true },
      { name: 'hub', integration_type: 'github', read_only: false },
    ],
  },
} as unknown as ActionView;

const context: FieldContext = {
  choices: {
    bot: noChoices,
    listener: noChoices,
    action: noChoices,
    compliance_rules: noChoices,
    scanned_integrations: noChoices,
    integration: { options, ...finished },
  },
  action,
  nodes: [],
  references: [],
};

/** The form for the clients of a node, and their current value. */
const open = (initial: Settings) => {
  let latest = initial;
  const { shape } = nodeSettings.rest_api_action;
  const Form = () => {
    const [settings, setSettings] = useState(latest);
    return (
      <SettingsForm
        fields={fieldsOf(shape, settings).filter(({ control }) => control === 'clients')}
        settings={settings}
        readOnly={false}
        context={context}
        onChange={(next) => {
          latest = next;
          setSettings(next);
        }}
      />
    );
  };
  render(<Form />);
  return () => latest;
};

describe('the clients of a Python action', () => {
  it('offer only integrations of their type', async () => {
    const settings = open({ clients: {} });
    expect(screen.getByText('Jira. It reads only.')).toBeVisible();
    expect(screen.getByText('GitHub. It may write.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /hub/ }));
    const list = within(await screen.findByRole('listbox'));
    expect(list.queryByText('Tickets')).not.toBeInTheDocument();
    await userEvent.click(list.getByText('Repositories'));
    expect(settings()).toEqual({ clients: { hub: { type: 'github', id: 'int_2' } } });
  });

  it('show a client that the action no longer has, which can be removed', async () => {
    const gone = { type: 'slack', id: 'int_3' };
    const settings = open({ clients: { jira: { type: 'jira', id: 'int_1' }, gone } });
    expect(screen.getByText(/This action has no client gone/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(settings()).toEqual({ clients: { jira: { type: 'jira', id: 'int_1' } } });
  });
});
