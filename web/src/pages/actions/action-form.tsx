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
  save: (written: NewAction, refuse: (error: ApiError) => void) => void;
  onReload?: () => void;
};

const ActionForm = ({ initial, submitText, submitting, error, save, ...ends }: FormProps) => {
  const { onClose, onDirty, onReload } = ends;
  const form = useZodForm(draftSchema, initial);
  const { around, dirty } = form;
  useDirtyReport(onDirty, dirty);
  const whole = error && !error.field ? error : undefined;
  return (
    <SpaceBetween size="l">
      <LeaveGuard dirty={dirty && !submitting} byPath />
      {whole && !submitting && (
        <div role="alert">
          <Alert type="error" header="The action was not saved">
            {failureText(whole)}
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
      <div ref={around}>
        <ActionFields form={form} />
      </div>
      <SpaceBetween size="xs" direction="horizontal">
        <Button
          variant="primary"
          loading={submitting}
          onClick={() => form.submit((written) => save(written, form.refuse))}
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
export const CreateAction = (ends: FormCallbacks) => {
  const { mutate, isPending, error } = useAction(actions.createAction);
  return (
    <ActionForm
      {...{ ...ends, error }}
      initial={emptyDraft}
      submitText="Create action"
      submitting={isPending}
      save={(written, refuse) =>
        mutate(written, {
          onSuccess: (saved) => {
            flash.success('Action Successfully Created');
            ends.onSaved(saved);
          },
          onError: refuse,
        })
      }
    />
  );
};

type LoadedProps = FormCallbacks & { before: ActionView; onReload: () => void };

const LoadedAction = ({ before, ...ends }: LoadedProps) => {
  const { mutate, isPending, error } = useAction(actions.updateAction);
  const base = { action_id: before._id, base_version: before.version ?? 1 };
  return (
    <SpaceBetween size="l">
      <UsedBy id={before._id}>
        {(names) => (
          <Alert type="info" header="Bots run this action">
            Once you save, they run the new version: {names}
          </Alert>
        )}
      </UsedBy>
      <ActionForm
        {...{ ...ends, error }}
        initial={draftOf(before)}
        submitText="Save action"
        submitting={isPending}
        save={(written, refuse) =>
          mutate(
            { ...written, ...base },
            {
              onSuccess: (saved) => {
                flash.success('Action Successfully Updated');
                ends.onSaved(saved);
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

const Editing = ({ id, onReload, ...ends }: EditProps & { onReload: () => void }) => {
  const query = useCall(actions.getAction, { action_id: id });
  const before = useInitialData(query);
  const reload = () => void query.refetch().then(onReload);
  if (before) return <LoadedAction before={before} {...ends} onReload={reload} />;
  if (query.error) {
    return <LoadFailed error={query.error} what="this action" onRetry={query.refetch} />;
  }
  return <Loading text="Loading action" />;
};

/** Edits one of the organisation's own actions. */
export const EditAction = (props: EditProps) => {
  const [times, setTimes] = useState(0);
  return <Editing key={times} {...props} onReload={() => setTimes(times + 1)} />;
};
