import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Wizard from '@cloudscape-design/components/wizard';
import type { ListenerView, NewListener } from '#lib/domain/listeners/listener.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { listeners } from '#web/api/listeners.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { DetailsStep } from './details-step.tsx';
import { listenersHelp } from './help.tsx';
import { InfoStep } from './info-step.tsx';
import { type ListenerForm, useListenerForm } from './listener-form.ts';
import type { SavedListener } from './saved-listener.ts';
import { createTestDrawer } from './test-drawer.tsx';

/**
 * Creates or updates a listener, and reports the result; an error is shown at its field, or above
 * the page.
 */
const useSave = (
  listener: ListenerView | undefined,
  form: ListenerForm,
  onSaved: (saved: SavedListener) => void,
) => {
  const create = useAction(listeners.createListener);
  const update = useAction(listeners.updateListener);
  const onError = (error: ApiError) => {
    form.refuse(error);
    if (error.field) return;
    flash.error('The listener was not saved.', {
      id: 'save-listener',
      content: failureText(error),
    });
  };
  const successHandler = (text: string) => (saved: SavedListener) => {
    flash.remove('save-listener');
    flash.success(text);
    onSaved(saved);
  };
  const save = (output: NewListener) => {
    if (!listener) {
      create.mutate(output, {
        onSuccess: successHandler('Listener Successfully Created'),
        onError,
      });
      return;
    }
    const { name: _name, ...change } = output;
    const { _id: listener_id, revision: base_revision } = listener;
    const input = { ...change, listener_id, base_revision };
    update.mutate(input, { onSuccess: successHandler('Listener Successfully Updated'), onError });
  };
  return { save, isSaving: create.isPending || update.isPending };
};

type Actions = { onTest: () => void; onDone: () => void };

const InfoActions = ({ onTest, onDone }: Actions) => (
  <SpaceBetween size="xs" direction="horizontal">
    <Button variant="link" disabled disabledReason="The listener is saved already.">
      Back
    </Button>
    <Button onClick={onTest}>Test</Button>
    <Button variant="primary" onClick={onDone}>
      Done
    </Button>
  </SpaceBetween>
);

/** Replaces the wizard's own button, which cannot be disabled. */
const DisabledSaveButton = ({ text, refusal }: { text: string; refusal: string }) => (
  <Button variant="primary" {...disabledBy(refusal)}>
    {text}
  </Button>
);

const ListenerWizard = ({ listener }: { listener?: ListenerView }) => {
  const navigate = useNavigate();
  const form = useListenerForm(listener);
  const [saved, setSaved] = useState<SavedListener>();
  const [testing, setTesting] = useState(false);
  const refusal = useRefusal(listener ? listeners.updateListener : listeners.createListener);
  const { save, isSaving } = useSave(listener, form, setSaved);
  const saveText = listener ? 'Save listener' : 'Create listener';
  const toList = () => void navigate(pathTo('listeners'));
  const closeTest = () => setTesting(false);
  usePage({
    page: 'listener',
    title: listener ? `Edit ${listener.name}` : 'Create listener',
    contentType: 'wizard',
    help: listenersHelp,
    drawer: testing && saved ? createTestDrawer(saved, closeTest, saved.secret) : undefined,
  });
  return (
    <>
      <LeaveGuard dirty={form.dirty && !saved} />
      <Wizard
        activeStepIndex={saved ? 1 : 0}
        isLoadingNextStep={isSaving}
        onCancel={toList}
        onNavigate={({ detail }) => {
          if (detail.reason === 'next' && !isSaving) form.submit(save);
        }}
        customPrimaryActions={
          (saved && <InfoActions onTest={() => setTesting(true)} onDone={toList} />) ??
          (refusal && <DisabledSaveButton text={saveText} refusal={refusal} />)
        }
        i18nStrings={{ nextButton: saveText }}
        steps={[
          {
            title: 'Listener details',
            info: <InfoLink />,
            description: 'Where events come from, and how their sender authenticates.',
            content: <DetailsStep form={form} isNew={!listener} />,
          },
          {
            title: 'Webhook information',
            info: <InfoLink />,
            description: 'What the sender needs to call this listener.',
            content: saved && <InfoStep saved={saved} onRotated={setSaved} />,
          },
        ]}
      />
    </>
  );
};

const EditListener = ({ id }: { id: string }) => {
  const query = useCall(listeners.getListener, { listener_id: id });
  const { error, refetch } = query;
  const listener = useInitialData(query);
  if (listener) return <ListenerWizard listener={listener} />;
  return <ItemPlaceholder page="listener" error={error} onRetry={refetch} />;
};

/** `/listeners/new` creates a listener; any other id edits one. */
export const ListenerWizardPage = () => {
  const { listener_id: id = 'new' } = useParams();
  return id === 'new' ? <ListenerWizard key="new" /> : <EditListener key={id} id={id} />;
};
