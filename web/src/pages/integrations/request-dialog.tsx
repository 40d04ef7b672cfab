import type * as z from 'zod';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { integrationRequest } from '#lib/domain/integrations/catalogue.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useCurrentUser } from '#web/app/session.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { TextField } from '#web/components/text-field.tsx';
import { fieldOf, useZodForm } from '#web/components/use-zod-form.ts';

/** A type of the catalogue, or the user's own name for one that it lacks. */
export type RequestedType = { name?: string; displayName: string };

type Props = { type: RequestedType; onClose: () => void };

const SendFailed = ({ reason }: { reason: string }) => (
  <div role="alert">
    <Alert type="error" header="Failed to Send Email. Please try again.">
      {reason}
    </Alert>
  </div>
);

/** Requests by mail a type that cannot be connected yet. */
export const RequestDialog = ({ type, onClose }: Props) => {
  const { data: me } = useCurrentUser();
  const form = useZodForm<z.input<typeof integrationRequest>, z.output<typeof integrationRequest>>(
    integrationRequest,
    {
      email: me?._id ?? '',
      subject: '',
      description: '',
      ...(type.name ? { integration_type: type.name } : { wanted: type.displayName }),
    },
  );
  const { fieldsRef } = form;
  const { mutate, isPending, error } = useAction(integrations.requestIntegration);
  const send = (request: z.output<typeof integrationRequest>) =>
    mutate(request, {
      onSuccess: () => {
        onClose();
        flash.success('Email Sent Successfully!', { content: 'We will get back to you soon' });
      },
      onError: (refusal) => form.refuse(refusal),
    });
  return (
    <Dialog
      title={`Request ${type.displayName}`}
      actions={
        <Button variant="primary" loading={isPending} onClick={() => form.submit(send)}>
          Send request
        </Button>
      }
      busy={isPending}
      onClose={onClose}
    >
      <>
        <FormRefusal form={form} header="The request was not sent" />
        <div ref={fieldsRef}>
          <SpaceBetween size="l">
            {error && !error.field && !isPending && <SendFailed reason={failureText(error)} />}
            <TextField
              label="E-mail address"
              description="We reply to this address."
              {...fieldOf(form, 'email')}
            />
            <TextField label="Subject" {...fieldOf(form, 'subject')} />
            <FormField
              label="Description"
              description="What your bots would do with it."
              errorText={form.errorOf('description')}
            >
              <Textarea
                rows={5}
                value={form.values.description}
                onChange={({ detail }) => form.set('description', detail.value)}
                onBlur={() => form.touch('description')}
              />
            </FormField>
          </SpaceBetween>
        </div>
      </>
    </Dialog>
  );
};
