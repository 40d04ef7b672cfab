import { useState } from 'react';
import Autosuggest from '@cloudscape-design/components/autosuggest';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import TokenGroup from '@cloudscape-design/components/token-group';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import type { IntegrationForm } from './integration-form.ts';

/** The problem with the name of a group. */
const groupNameProblem = (name: string): string | undefined =>
  newIntegration.shape.groups.safeParse([name]).error?.issues[0]?.message;

type Props = { form: IntegrationForm; optional: boolean };

/** The groups of an integration: existing ones are suggested, and new ones can be typed. */
export const GroupsField = ({ form, optional }: Props) => {
  const { data } = useCall(integrations.listIntegrationGroups, {});
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const { groups } = form.values;
  /** Adds a group; an invalid name stays in the field. */
  const add = (entry: string) => {
    const name = entry.trim();
    const found = name === '' ? undefined : groupNameProblem(name);
    setProblem(found);
    if (found !== undefined) return;
    setText('');
    if (name !== '' && !groups.includes(name)) form.set('groups', [...groups, name]);
  };
  const error = problem ?? form.errorOf('groups');
  // A list that opened with the focus would cover the error.
  const isQuiet = error !== undefined && text === '';
  const suggested = isQuiet ? [] : (data?.items ?? []).filter((name) => !groups.includes(name));
  return (
    <FormField
      label={optional ? 'Groups - optional' : 'Groups'}
      description="Use groups to find and filter integrations. Choose one, or type a new name."
      constraintText={`${optional ? '' : 'At least one. '}Press Enter to add a group.`}
      errorText={error}
    >
      <SpaceBetween size="xs">
        <Autosuggest
          value={text}
          options={suggested.map((value) => ({ value }))}
          placeholder="production"
          enteredTextLabel={(value) => `Add "${value}"`}
          empty={isQuiet ? undefined : 'No groups yet: type a name.'}
          onChange={({ detail }) => {
            setText(detail.value);
            setProblem(undefined);
          }}
          onSelect={({ detail }) => add(detail.value)}
          onKeyDown={({ detail }) => {
            if (detail.key === 'Enter') add(text);
          }}
          onBlur={() => {
            add(text);
            form.touch('groups');
          }}
        />
        {groups.length > 0 && (
          <TokenGroup
            items={groups.map((label) => ({ label, dismissLabel: `Remove ${label}` }))}
            onDismiss={({ detail }) => form.set('groups', groups.toSpliced(detail.itemIndex, 1))}
          />
        )}
      </SpaceBetween>
    </FormField>
  );
};
