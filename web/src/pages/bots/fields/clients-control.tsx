import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { clientsOf } from '#lib/domain/actions/action.rules.ts';
import type { PythonClient } from '#lib/domain/actions/definition.schema.ts';
import { integrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { displayNameOf } from '#web/components/use-catalogue.ts';
import type { ControlProps } from './control.ts';
import type { Field } from './fields.ts';

const clientSettings = z.record(z.string(), z.unknown()).catch({});

const chosenOne = z.strictObject(integrationSetting.shape, 'Choose one of the integrations.');

const fieldOf =
  (uses: Field['uses'], nameOf: (type: string) => string) =>
  ({ name, integration_type, read_only }: PythonClient): Field => ({
    name,
    title: name,
    description: `${nameOf(integration_type)}. ${read_only ? 'It reads only.' : 'It may write.'}`,
    control: 'integration',
    optional: false,
    fallback: undefined,
    options: [],
    uses,
    only: [integration_type],
    schema: chosenOne,
  });

/** The integrations that the code of the chosen action calls: a field for each client. */
export const ClientsControl = (props: ControlProps) => {
  const { field, value, onChange, context, Form, readOnly } = props;
  const { options } = context.choices.integration;
  const nameOf = (type: string) =>
    options.find((one) => one.type === type)?.group ?? displayNameOf(type);
  const { action } = context;
  const clients = action ? clientsOf(action) : [];
  const values = clientSettings.parse(value);
  const unknownClients = Object.keys(values).filter(
    (name) => !clients.some((one) => one.name === name),
  );
  return (
    <SpaceBetween size="s">
      {clients.length === 0 && <Box color="text-body-secondary">No clients added</Box>}
      <Form
        fields={clients.map(fieldOf(field.uses, nameOf))}
        settings={values}
        readOnly={readOnly}
        context={{ ...context, issueOf: undefined, onLeave: undefined }}
        onChange={onChange}
      />
      {action && unknownClients.length > 0 && (
        <Box variant="small" color="text-status-warning">
          This action has no client {unknownClients.join(', ')}.{' '}
          {!readOnly && (
            <Button
              variant="inline-link"
              onClick={() =>
                onChange(
                  Object.fromEntries(
                    Object.entries(values).filter(([name]) => !unknownClients.includes(name)),
                  ),
                )
              }
            >
              Remove
            </Button>
          )}
        </Box>
      )}
    </SpaceBetween>
  );
};
