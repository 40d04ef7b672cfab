import { render } from '@testing-library/react';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { useState } from 'react';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import type { Shape } from '#lib/domain/bots/settings.rules.ts';
import { defaultsOf } from '#lib/domain/bots/settings.rules.ts';
import { problemOf } from '#lib/engine/expression.ts';
import type { FieldContext, Settings } from '#web/pages/bots/fields/control.ts';
import { fieldsOf } from '#web/pages/bots/fields/fields.ts';
import { SettingsForm } from '#web/pages/bots/fields/settings-form.tsx';
import '../configure.ts';

const finished = { statusType: 'finished', retry: () => undefined } as const;

const context: FieldContext = {
  choices: {
    bot: { options: [], ...finished },
    listener: { options: [{ value: 'lst_1', label: 'Alarms' }], ...finished },
    compliance_rules: {
      options: [
        { value: 'aws-s3-versioned', label: 'Buckets keep versions', description: 'medium, S3' },
        { value: 'aws-s3-logged', label: 'Buckets log access', description: 'low, S3' },
      ],
      ...finished,
    },
    scanned_integrations: { options: [{ value: 'int_9', label: 'Production' }], ...finished },
    integration: {
      options: [
        { value: 'int_1', label: 'Chat', group: 'Slack', type: 'slack', use: 'messages' },
        {
          value: 'int_2',
          label: 'Tickets',
          labelTag: 'Error',
          group: 'Jira',
          type: 'jira',
          use: 'requests',
          warning: 'Its last test failed.',
        },
        { value: 'int_3', label: 'Repositories', group: 'GitHub', type: 'github', use: 'requests' },
      ],
      ...finished,
    },
    action: { options: [{ value: 'okta.get_user', label: 'Read a user' }], ...finished },
  },
  nodes: [{ value: 'Fetch hosts', label: 'Fetch hosts' }],
  problemOf,
  references: [{ label: 'Event or input', code: '$event' }],
};

/** A form, its current settings, and the parts that were changed. */
export const openSettingsForm = (
  shape: Shape,
  readOnly = false,
  initial: Settings = defaultsOf(shape),
) => {
  let latest = initial;
  const parts: string[] = [];
  const Form = () => {
    const [settings, setSettings] = useState(latest);
    return (
      <SettingsForm
        fields={fieldsOf(shape, settings)}
        settings={settings}
        readOnly={readOnly}
        context={context}
        onChange={(next, part) => {
          parts.push(part);
          latest = next;
          setSettings(next);
        }}
      />
    );
  };
  const { container } = render(<Form />);
  return { wrapper: createWrapper(container), settings: () => latest, parts };
};

/** The form of a kind. */
export const openNodeForm = (kind: NodeKind, readOnly = false, initial?: Settings) =>
  openSettingsForm(nodeSettings[kind].shape, readOnly, initial);

/** The labels of all fields, in order. */
export const labelsOf = (wrapper: ReturnType<typeof openNodeForm>['wrapper']) =>
  wrapper.findAllFormFields().map((field) => {
    const label = field.findLabel() ?? field.findControl()?.findToggle()?.findLabel();
    return label?.getElement().textContent;
  });
