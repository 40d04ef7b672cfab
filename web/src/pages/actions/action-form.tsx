import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { NewAction } from '#lib/domain/actions/own-action.schema.ts';
import { actions } from '#web/api/actions.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { flash } from '#web/app/flash.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { FormRefusal } from '#web/components/form-refusal.tsx';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { useDirtyReport } from '#web/components/use-dirty-report.ts';
import { useZodForm } from '#web/components/use-zod-form.ts';
import { type ActionDraft, draftOf, draftSchema, emptyDraft } from './action-draft.ts';
import { ActionFields } from './action-fields.tsx';
import { UsedBy } from './used-by.tsx';

type FormCallbacks = {
  onSaved: (saved: ActionView) => void;
  onClose: () => void;
  onDirty: (dirty: boolean) => void;
};

type FormProps = FormCallbacks & {
  initial: ActionDraft;
  submitText: string;
  submitting: boolean;
  error: ApiError | null;
  save: (action: NewAction, refuse: (error: ApiError) => void) => void;
  onReload?: () => void;
};

const ActionForm = ({ initial, submitText, submitting, error, save, ...callbacks }: FormProps) => {
  const { onClose, onDirty, onReload } = callbacks;
  const form = useZodForm(draftSchema, initial);
  const { fieldsRef, dirty } = form;
  useDirtyReport(onDirty, dirty);
  const formError = error && !error.field ? error : undefined;
  return (
    <SpaceBetween size="l">
      <LeaveGuard dirty={dirty && !submitting} byPath />
      {formError && !submitting && (
        <div role="alert">
          <Alert type="error" header="The action was not saved">
            {failureText(formError)}
          </Alert>
        </div>
      )}
      {!submitting && (
        <FormRefusal
          form={form}
          header="The action was not saved"
          {...(error?.field === 'base_version' && onReload && { onReload })}
        />
      )}
      <div ref={fieldsRef}>
        <ActionFields form={form} />
      </div>
      <SpaceBetween size="xs" direction="horizontal">
        <Button
          variant="primary"
          loading={submitting}
          onClick={() => form.submit((action) => save(action, form.refuse))}
        >
          {submitText}
        </Button>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  );
};

/** Creates an action of the organisation. */
export const CreateAction = (callbacks: FormCallbacks) => {
  const { mutate, isPending, error } = useAction(actions.createAction);
  return (
    <ActionForm
      {...{ ...callbacks, error }}
      initial={emptyDraft}
      submitText="Create action"
      submitting={isPending}
      save={(action, refuse) =>
        mutate(action, {
          onSuccess: (saved) => {
            flash.success('Action Successfully Created');
            callbacks.onSaved(saved);
          },
          onError: refuse,
        })
      }
    />
  );
};

type LoadedProps = FormCallbacks & { existingAction: ActionView; onReload: () => void };

const LoadedAction = ({ existingAction, ...callbacks }: LoadedProps) => {
  const { mutate, isPending, error } = useAction(actions.updateAction);
  const base = { action_id: existingAction._id, base_version: existingAction.version ?? 1 };
  return (
    <SpaceBetween size="l">
      <UsedBy id={existingAction._id}>
        {(names) => (
          <Alert type="info" header="Bots run this action">
            Once you save, they run the new version: {names}
          </Alert>
        )}
      </UsedBy>
      <ActionForm
        {...{ ...callbacks, error }}
        initial={draftOf(existingAction)}
        submitText="Save action"
        submitting={isPending}
        save={(action, refuse) =>
          mutate(
            { ...action, ...base },
            {
              onSuccess: (saved) => {
                flash.success('Action Successfully Updated');
                callbacks.onSaved(saved);
              },
              onError: refuse,
            },
          )
        }
      />
    </SpaceBetween>
  );
};

type EditProps = FormCallbacks & { id: string };

const Editing = ({ id, onReload, ...callbacks }: EditProps & { onReload: () => void }) => {
  const query = useCall(actions.getAction, { action_id: id });
  const existingAction = useInitialData(query);
  const reload = () => void query.refetch().then(onReload);
  if (existingAction)
    return <LoadedAction existingAction={existingAction} {...callbacks} onReload={reload} />;
  if (query.error) {
    return <LoadFailed error={query.error} subject="this action" onRetry={query.refetch} />;
  }
  return <Loading text="Loading action" />;
};

/** Edits one of the organisation's own actions. */
export const EditAction = (props: EditProps) => {
  const [times, setTimes] = useState(0);
  return <Editing key={times} {...props} onReload={() => setTimes(times + 1)} />;
};
