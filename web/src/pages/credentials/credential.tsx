import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Form from '@cloudscape-design/components/form';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { CredentialView, NewCredential } from '#lib/domain/credentials/credential.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { credentials } from '#web/api/credentials.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { type CredentialForm, useCredentialForm } from './credential-form.ts';
import { credentialsHelp } from './help.tsx';

const list = { text: 'Credentials', to: '/credentials' };

/** Creates or changes; a refusal goes to its field, or above the page where it has none. */
const useSave = (before: CredentialView | undefined, form: CredentialForm) => {
  const create = useAction(credentials.createCredential);
  const update = useAction(credentials.updateCredential);
  const [done, setDone] = useState<string>();
  const onError = (error: ApiError) => {
    form.refuse(error);
    if (!error.field) flash.error('The credential was not saved.', { content: error.message });
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
    void navigate(list.to);
    flash.success(done);
  }, [done, navigate]);
};

const CredentialEditor = ({ before }: { before?: CredentialView }) => {
  const form = useCredentialForm(before);
  const { save, saving, done } = useSave(before, form);
  const refusal = useRefusal(before ? credentials.updateCredential : credentials.createCredential);
  const { around } = form;
  const title = before ? `Edit ${before.name}` : 'Create credential';
  useWayBack(done);
  usePage({ title, crumbs: [list], contentType: 'form', help: credentialsHelp });
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />}>
          {title}
        </Header>
      }
    >
      <LeaveGuard dirty={form.dirty && !done} />
      <Form
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <LinkButton to={list.to} variant="link">
              Cancel
            </LinkButton>
            <Button
              variant="primary"
              loading={saving}
              disabled={refusal !== undefined}
              disabledReason={refusal ?? ''}
              onClick={() => form.submit(save)}
            >
              {before ? 'Save credential' : 'Create credential'}
            </Button>
          </SpaceBetween>
        }
      >
        <div ref={around}>
          <Container header={<Header variant="h2">Credential</Header>}>
            <CredentialFields form={form} before={before} />
          </Container>
        </div>
      </Form>
    </ContentLayout>
  );
};

/** Starts from what the server has now, which does not change below the editor's hands. */
const EditCredential = ({ id }: { id: string }) => {
  const query = useCall(credentials.getCredential, { credential_id: id });
  const [before, setBefore] = useState<CredentialView>();
  const current = query.isFetchedAfterMount || !query.isStale;
  if (!before && query.data && current) setBefore(query.data);
  if (before) return <CredentialEditor before={before} />;
  return <NotShown name="Credential" list={list} error={query.error} onRetry={query.refetch} />;
};

/** `/credentials/new` creates; any other id edits. */
export const CredentialPage = () => {
  const { credential_id: id = 'new' } = useParams();
  return id === 'new' ? <CredentialEditor key="new" /> : <EditCredential key={id} id={id} />;
};
