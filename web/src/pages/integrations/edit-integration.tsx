import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { flash } from '#web/app/flash.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { IntegrationFields } from './integration-fields.tsx';
import {
  type Definition,
  type IntegrationInput,
  removedSecrets,
  sentValues,
  useIntegrationForm,
} from './integration-form.ts';
import { saveFailure } from './save-failure.ts';
import { resultMessageId } from './use-connection-test.tsx';

/** Called with the saved integration, and whether its connection has changed. */
type OnChanged = (saved: IntegrationView, changed: boolean) => void;
type Props = { accountId: string; onChanged: OnChanged; onClose: () => void };

type LoadedProps = Omit<Props, 'accountId'> & {
  existingIntegration: IntegrationView;
  definition: Definition;
  onReload: () => void;
};

const LoadedIntegration = ({
  existingIntegration,
  definition,
  onChanged,
  onClose,
  onReload,
}: LoadedProps) => {
  const form = useIntegrationForm(definition, existingIntegration);
  const { fieldsRef } = form;
  const { mutate, isPending, error } = useAction(integrations.updateIntegration);
  const save = ({ alias, groups, ...fieldInput }: IntegrationInput) => {
    const { accountId } = existingIntegration;
    const values = sentValues(definition, fieldInput, existingIntegration.values);
    const removed = removedSecrets(definition, fieldInput);
    mutate(
      { accountId, base_revision: existingIntegration.revision, alias, groups, values, removed },
      {
        onSuccess: (saved) => {
          onClose();
          flash.success('Integration saved', { id: resultMessageId(accountId) });
          onChanged(saved, Object.keys(values).length + removed.length > 0);
        },
        onError: (refusal) => form.refuse(refusal),
      },
    );
  };
  const failure = error ? saveFailure(error) : undefined;
  return (
    <Dialog
      title={`Edit ${existingIntegration.alias}`}
      size="large"
      actions={
        <Button variant="primary" loading={isPending} onClick={() => form.submit(save)}>
          Save integration
        </Button>
      }
      busy={isPending}
      onClose={onClose}
    >
      <SpaceBetween size="l">
        {failure && !isPending && (
          <div role="alert">
            <Alert type="error" header={failure.header}>
              {failure.content}
            </Alert>
          </div>
        )}
        {!isPending && (
          <FormRefusal
            form={form}
            header="The integration was not saved"
            {...(error?.field === 'base_revision' && { onReload })}
          />
        )}
        <div ref={fieldsRef}>
          <IntegrationFields
            form={form}
            definition={definition}
            existingIntegration={existingIntegration}
          />
        </div>
      </SpaceBetween>
    </Dialog>
  );
};

const Editing = ({ accountId, onReload, ...rest }: Props & { onReload: () => void }) => {
  const query = useCall(integrations.getIntegration, { accountId });
  const existingIntegration = useInitialData(query);
  const type = existingIntegration?.cspName ?? '';
  const form = useCall(
    integrations.getIntegrationForm,
    { cspName: type },
    { enabled: existingIntegration !== undefined },
  );
  if (existingIntegration && form.data) {
    const reload = () => void query.refetch().then(onReload);
    const { children } = form.data;
    return (
      <LoadedIntegration
        existingIntegration={existingIntegration}
        definition={children}
        {...rest}
        onReload={reload}
      />
    );
  }
  const error = query.error ?? form.error;
  const retry = () => void (query.error ? query.refetch() : form.refetch());
  return (
    <Dialog title="Edit integration" size="large" onClose={rest.onClose} actions={null}>
      {error ? (
        <LoadFailed error={error} subject="this integration" onRetry={retry} />
      ) : (
        <Loading text="Loading integration" />
      )}
    </Dialog>
  );
};

/** The form of an integration in a dialog of 820 px. */
export const EditIntegration = (props: Props) => {
  const [times, setTimes] = useState(0);
  return <Editing key={times} {...props} onReload={() => setTimes(times + 1)} />;
};
