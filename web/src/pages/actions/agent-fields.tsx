import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { agentTypes } from '#lib/domain/agents/agent-platform.schema.ts';
import { kindsFor } from '#lib/domain/actions/own-agent-work.schema.ts';
import { CodeText } from '#web/components/code/code-text.tsx';
import { TextField } from '#web/components/text-field.tsx';
import type { ActionForm } from './action-fields.tsx';

const typeOptions = agentTypes.map((value) => ({
  value,
  label: { kubernetes: 'Kubernetes', linux: 'Linux hosts' }[value],
}));

/** The task of an agent, and its arguments. */
export const AgentFields = ({ form }: { form: ActionForm }) => {
  const { integration_type, kind, agent, args } = form.values;
  const type = agentTypes.find((one) => one === integration_type);
  const kinds = type ? kindsFor(type).map((value) => ({ value })) : [];
  return (
    <SpaceBetween size="m">
      <FormField label="Integration" errorText={form.errorOf('integration_type')}>
        <Select
          placeholder="Choose where the agent works"
          selectedOption={typeOptions.find(({ value }) => value === type) ?? null}
          options={typeOptions}
          onBlur={() => form.touch('integration_type')}
          onChange={({ detail }) => form.set('integration_type', detail.selectedOption.value ?? '')}
        />
      </FormField>
      <FormField label="Work" errorText={form.errorOf('call.kind')}>
        <Select
          placeholder="Choose the work"
          empty="Choose where the agent works first."
          selectedOption={kinds.find(({ value }) => value === kind) ?? null}
          options={kinds}
          onBlur={() => form.touch('call.kind')}
          onChange={({ detail }) => form.set('kind', detail.selectedOption.value ?? '')}
        />
      </FormField>
      <TextField
        label={
          <>
            Agent <i>- optional</i>
          </>
        }
        constraint="Its name, or {name} of a parameter. Default: any agent of the integration."
        value={agent}
        onChange={(value) => form.set('agent', value)}
        onBlur={() => form.touch('call.agent')}
        error={form.errorOf('call.agent')}
      />
      <FormField
        stretch
        label="Arguments"
        description={
          '"{name}" stands for the value of a parameter. To see which arguments a piece of work ' +
          'takes, copy an action of the product.'
        }
        errorText={form.errorOf('call.args')}
      >
        <CodeText
          language="json"
          text={args}
          label="Arguments"
          height={200}
          onChange={(value) => form.set('args', value)}
        />
      </FormField>
    </SpaceBetween>
  );
};
