import { type ComponentProps, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useAction, useCall } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { FormPage } from '#web/components/form-page.tsx';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Loading } from '#web/components/loading.tsx';
import { integrationsHelp } from './help.tsx';
import { IntegrationFields } from './integration-fields.tsx';
import {
  type Definition,
  type IntegrationForm,
  type IntegrationInput,
  sentValues,
  useIntegrationForm,
} from './integration-form.ts';
import { NoForm } from './no-form.tsx';
import { saveFailure } from './save-failure.ts';
import { resultMessageId, useStartTest } from './use-connection-test.tsx';

type Type = { cspName: string; label: string; definition: Definition };

type Created = Pick<IntegrationView, 'accountId' | 'alias' | 'connection_type' | 'untested'> & {
  /** Whether a test of it was started. */
  isTested: boolean;
};

/** Connects an integration, and starts a test unless that would send a message. */
const useConnect = ({ cspName, definition }: Type, form: IntegrationForm) => {
  const create = useAction(integrations.createIntegration);
  const test = useStartTest();
  const [created, setCreated] = useState<Created>();
  const connect = ({ alias, groups, ...fieldInput }: IntegrationInput) =>
    create.mutate(
      { cspName, alias, groups, values: sentValues(definition, fieldInput) },
      {
        onSuccess: (integration) => {
          const { accountId } = integration;
          const isTested =
            integration.tested_by === 'call' && integration.connection_type !== 'AGENT';
          const onSettled = () => setCreated({ ...integration, isTested });
          if (isTested) test.start(accountId, { afterSave: true, onSettled });
          else onSettled();
        },
        onError: (error) => {
          form.refuse(error);
          const failure = saveFailure(error);
          if (!failure) return;
          const { header, content } = failure;
          flash.error(header, { id: 'save-integration', content });
        },
      },
    );
  return { connect, connecting: create.isPending || test.isPending, created };
};

/** Opens the new integration once nothing is unsaved; one with agents needs an agent next. */
const useOpenCreated = (created: Created | undefined): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (!created) return;
    const { accountId, alias, connection_type, untested, isTested } = created;
    if (connection_type === 'AGENT') {
      void navigate(pathTo('integration', { accountId }, { ref: 'agent' }));
      flash.success('Integration created', { content: 'Add an agent to connect it.' });
      return;
    }
    const page = pathTo('integration', { accountId });
    void navigate(page);
    const id = resultMessageId(accountId);
    const successText = isTested
      ? 'Integration saved, testing the connection'
      : 'Integration saved';
    if (untested === undefined) flash.success(successText, { id, content: alias });
    else {
      const content = `${alias}: ${untested}`;
      flash.info('Integration saved, not tested', { id, page, content });
    }
  }, [created, navigate]);
};

const NewIntegration = (type: Type) => {
  const { cspName, label, definition } = type;
  const form = useIntegrationForm(definition);
  const { connect, connecting, created } = useConnect(type, form);
  const refusal = useRefusal(integrations.createIntegration);
  const title = `Connect ${label}`;
  useOpenCreated(created);
  usePage({ page: 'newIntegration', title, contentType: 'form', help: integrationsHelp });
  return (
    <FormPage
      title={title}
      form={form}
      back={pathTo('connectedIntegrations')}
      submitText="Connect"
      onSubmit={() => form.submit(connect)}
      submitting={connecting}
      saved={created !== undefined}
      refusal={refusal}
    >
      <Container
        header={
          <Header variant="h2">
            <IntegrationBadge type={cspName} />
          </Header>
        }
      >
        <fieldset className="form-fields" disabled={refusal !== undefined}>
          <IntegrationFields form={form} definition={definition} />
        </fieldset>
      </Container>
    </FormPage>
  );
};

const Failed = (props: ComponentProps<typeof NoForm>) => {
  usePage({ page: 'newIntegration' });
  return <NoForm {...props} />;
};

const Waiting = () => {
  usePage({ page: 'newIntegration', contentType: 'form' });
  return <Loading text="Loading form" />;
};

/** `/integrations/{cspName}`: the form that connects an integration of a type. */
export const NewIntegrationPage = () => {
  const { cspName = '' } = useParams();
  const { data, error, refetch } = useCall(integrations.getIntegrationForm, { cspName });
  if (data) {
    const { label, children } = data;
    return <NewIntegration key={cspName} cspName={cspName} label={label} definition={children} />;
  }
  return error ? <Failed type={cspName} error={error} onRetry={refetch} /> : <Waiting />;
};
