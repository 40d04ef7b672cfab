import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { CredentialView, NewCredential } from '#lib/domain/credentials/credential.schema.ts';
import { pathTo } from '#lib/pages.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { credentials } from '#web/api/credentials.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { useOpened } from '#web/api/use-opened.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { failureText } from '#web/components/failure-text.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { type CredentialForm, useCredentialForm } from './credential-form.ts';
import { credentialsHelp } from './help.tsx';

/** Creates or changes; a refusal goes to its field, or above the page where it has none. */
const useSave = (before: CredentialView | undefined, form: CredentialForm) => {
  const create = useAction(credentials.createCredential);
  const update = useAction(credentials.updateCredential);
  const [done, setDone] = useState<string>();
  const onError = (error: ApiError) => {
    form.refuse(error);
    if (!error.field) {
      const content = failureText(error);
      flash.error('The credential was not saved.', { id: 'save-credential', content });
    }
  };
  const save = (output: NewCredential) => {
    if (!before) {
      create.mutate(output, { onSuccess: () => setDone('Credential created'), onError });
      return;
    }
    const { kind: _kind, ...change } = output;
    const input = { ...change, credential_id: before._id };
    update.mutate(input, { onSuccess: () => setDone('Credential saved'), onError });
  };
  return { save, saving: create.isPending || update.isPending, done };
};

/** Goes to the list once nothing is unsaved any more, and tells the result there. */
const useWayBack = (done: string | undefined): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    void navigate(pathTo('credentials'));
    flash.success(done);
  }, [done, navigate]);
};

const CredentialEditor = ({ before }: { before?: CredentialView }) => {
  const form = useCredentialForm(before);
  const { save, saving, done } = useSave(before, form);
  const refusal = useRefusal(before ? credentials.updateCredential : credentials.createCredential);
  const title = before ? `Edit ${before.name}` : 'Create credential';
  useWayBack(done);
  usePage({ page: 'credential', title, contentType: 'form', help: credentialsHelp });
  return (
    <FormPage
      title={title}
      form={form}
      back={pathTo('credentials')}
      submitText={before ? 'Save credential' : 'Create credential'}
      onSubmit={() => form.submit(save)}
      submitting={saving}
      saved={done !== undefined}
      refusal={refusal}
    >
      <Container header={<Header variant="h2">Credential</Header>}>
        <CredentialFields form={form} before={before} />
      </Container>
    </FormPage>
  );
};

const EditCredential = ({ id }: { id: string }) => {
  const query = useCall(credentials.getCredential, { credential_id: id });
  const before = useOpened(query);
  if (before) return <CredentialEditor before={before} />;
  return <NotShown page="credential" error={query.error} onRetry={query.refetch} />;
};

/** `/credentials/new` creates; any other id edits. */
export const CredentialPage = () => {
  const { credential_id: id = 'new' } = useParams();
  return id === 'new' ? <CredentialEditor key="new" /> : <EditCredential key={id} id={id} />;
};
