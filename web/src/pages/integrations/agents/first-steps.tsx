import type * as z from 'zod';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { AgentView, createdAgentKey, newAgent } from '#lib/domain/agents/agent.schema.ts';
import { agents } from '#web/api/agents.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { Copy } from '#web/components/copy.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { Time } from '#web/components/time.tsx';
import type { ZodForm } from '#web/components/use-zod-form.ts';
import { isRegistered } from './agent-status.tsx';

/** The key that an agent enrols with; only this page holds it. */
export type NewKey = z.output<typeof createdAgentKey>;

export type AgentForm = ZodForm<z.input<typeof newAgent>, z.output<typeof newAgent>>;

type DetailsProps = {
  form: AgentForm;
  /** The name is fixed once the agent was added. */
  isAdded: boolean;
  /** Why no agent could reach the product. */
  unusable: string | undefined;
};

/** Shown instead of the installation of an agent that could not connect. */
export const Unreachable = ({ reason }: { reason: string }) => (
  <Alert type="error" header="An agent could not reach Cloudwarden">
    {reason}
  </Alert>
);

/** The agent's name. */
export const DetailsStep = ({ form, isAdded, unusable }: DetailsProps) => {
  const { fieldsRef, values, errorOf, set, touch } = form;
  return (
    <SpaceBetween size="m">
      {unusable !== undefined && <Unreachable reason={unusable} />}
      {form.unplaced && <FormRefusal form={form} header="The agent was not added" />}
      <div ref={fieldsRef}>
        <TextField
          label="Name"
          description="For example the cluster or host that it runs on."
          value={values.name}
          readOnly={isAdded}
          error={errorOf('name')}
          onChange={(name) => set('name', name)}
          onBlur={() => touch('name')}
        />
      </div>
    </SpaceBetween>
  );
};

const CreatedSecret = ({ createdKey }: { createdKey: NewKey }) => (
  <SpaceBetween size="m">
    <Alert type="warning">
      This secret is shown only once. The agent needs it once, to register.
    </Alert>
    <KeyValuePairs
      columns={1}
      items={[
        { label: 'API key ID', value: <Copy text={createdKey.api_key_id} subject="API key ID" /> },
        {
          label: 'Secret',
          value: (
            <Copy text={createdKey.api_key_secret} subject="secret" visibleText="••••••••••••" />
          ),
        },
        { label: 'Expires', value: <Time at={createdKey.expires_on} /> },
      ]}
    />
  </SpaceBetween>
);

type SecretProps = {
  agent: AgentView | undefined;
  createdKey: NewKey | undefined;
  /** The user tried to continue without one. */
  isKeyMissing: boolean;
  onMade: (createdKey: NewKey) => void;
};

/** Creates the secret that lets the agent register. */
export const SecretStep = ({ agent, createdKey, isKeyMissing, onMade }: SecretProps) => {
  const { mutate, isPending } = useAction(agents.createAgentKey);
  if (createdKey) return <CreatedSecret createdKey={createdKey} />;
  const make = () =>
    mutate(
      { agent_id: agent?.agent_id ?? '' },
      {
        onSuccess: (secret) => {
          flash.remove('agent-key');
          onMade(secret);
        },
        onError: (error) =>
          flash.error('The secret was not created.', {
            id: 'agent-key',
            content: failureText(error),
          }),
      },
    );
  return (
    <SpaceBetween size="m">
      <Box variant="p">
        The agent registers with a secret that works once, within an hour. After that, it signs each
        request with its own key, which never leaves the place where the agent runs.
      </Box>
      {agent && isRegistered(agent) && (
        <Box variant="p">
          An agent that already works replaces its key when it registers again, and the old key
          stops working. Do this if somebody may have copied the old key.
        </Box>
      )}
      <Button variant="primary" loading={isPending} onClick={make}>
        Create secret
      </Button>
      {isKeyMissing && <Alert type="error">Create the secret first.</Alert>}
    </SpaceBetween>
  );
};
