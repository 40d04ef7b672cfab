import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import * as z from 'zod';
import { newApiKey } from '#lib/domain/api-keys/api-key.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { apiKeys } from '#web/api/api-keys.ts';
import { useAction } from '#web/api/use-call.ts';
import { ActionFailed } from '#web/components/confirm-modal.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { Time } from '#web/components/time.tsx';
import { useNow } from '#web/components/use-now.ts';
import { fieldOf, useZodForm } from '#web/components/use-zod-form.ts';
import type { CreatedKey } from './new-key.tsx';

const day = 24 * 3600_000;

/** 1 to 365 days; 30 by default and for invalid input. */
const clampedDays = (text: string): number => {
  const days = Math.round(Number(text));
  if (text.trim() === '' || Number.isNaN(days)) return 30;
  return Math.min(365, Math.max(1, days));
};

const { name } = newApiKey.shape;
const keyForm = z.object({ name, days: z.string(), never: z.boolean() });
type KeyForm = z.infer<typeof keyForm>;

const expiryOf = ({ days, never }: KeyForm, now: number): string | null =>
  never ? null : new Date(now + clampedDays(days) * day).toISOString();

type Props = { onCreated: (created: CreatedKey) => void; onClose: () => void };

const ExpiryFields = ({ form }: { form: ReturnType<typeof useZodForm<KeyForm, KeyForm>> }) => {
  const { days, never } = form.values;
  const expires_on = expiryOf(form.values, useNow(60_000));
  return (
    <SpaceBetween size="xs">
      <FormField
        label="Expires after days"
        constraintText={
          expires_on === null ? (
            'It is valid until you delete it.'
          ) : (
            <>
              1 to 365 days. It expires at <Time at={expires_on} />.
            </>
          )
        }
      >
        <Input
          type="number"
          inputMode="numeric"
          step={1}
          disabled={never}
          value={days}
          onChange={({ detail }) => form.set('days', detail.value)}
          onBlur={() => form.set('days', String(clampedDays(days)))}
        />
      </FormField>
      <Toggle checked={never} onChange={({ detail }) => form.set('never', detail.checked)}>
        Never expires
      </Toggle>
    </SpaceBetween>
  );
};

/** Asks for a name and an expiry; the key itself is shown on the page, once. */
export const CreateKey = ({ onCreated, onClose }: Props) => {
  const form = useZodForm(keyForm, { name: '', days: '30', never: false });
  const { mutate, isPending } = useAction(apiKeys.createApiKey);
  const [failure, setFailure] = useState<string>();
  const { fieldsRef } = form;
  const onError = (error: ApiError) => {
    form.refuse(error);
    if (error.field !== 'name') setFailure(error.message);
  };
  const create = (values: KeyForm) => {
    setFailure(undefined);
    mutate(
      { name: values.name, expires_on: expiryOf(values, Date.now()) },
      {
        onSuccess: (created) => {
          onCreated(created);
          onClose();
        },
        onError,
      },
    );
  };
  return (
    <Dialog
      title="Create API key"
      actions={
        <Button variant="primary" loading={isPending} onClick={() => form.submit(create)}>
          Create
        </Button>
      }
      busy={isPending}
      onClose={onClose}
    >
      <div ref={fieldsRef}>
        <SpaceBetween size="l">
          <TextField
            label="Name"
            constraint="What uses the key, for example deployment."
            {...fieldOf(form, 'name')}
          />
          <ExpiryFields form={form} />
          {failure && (
            <ActionFailed header="Error while generating new API key." content={failure} />
          )}
        </SpaceBetween>
      </div>
    </Dialog>
  );
};
