import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import * as z from 'zod';
import type { AgentView } from '#lib/domain/agents/agent.schema.ts';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { agents } from '#web/api/agents.ts';
import { integrations } from '#web/api/integrations.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal, useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { useDiscard } from '#web/components/use-discard.tsx';
import { useUrlState } from '#web/components/use-url-state.ts';
import { DeleteIntegration } from './delete-integration.tsx';
import { Agents } from './agents/agents.tsx';
import { createInstallDrawer } from './agents/install-drawer.tsx';
import { Credentials, Details, Scopes } from './details.tsx';
import { EditIntegration } from './edit-integration.tsx';
import { connectedHelp } from './help.tsx';
import { noTestReason } from './row-menu.tsx';
import { isTesting, useConnectionTest, useTestedIntegration } from './use-connection-test.tsx';

/** `ref=agent` is set by links from other pages to the agents. */
const urlState = z.object({ tab: z.string().optional(), ref: z.string().optional() });

const calls = {
  test: integrations.testIntegration,
  edit: integrations.updateIntegration,
  delete: integrations.deleteIntegration,
};

type Props = { one: IntegrationView };

const needsAgent = ({ connection_type, agent_ids = [], sample }: IntegrationView): boolean =>
  connection_type === 'AGENT' && agent_ids.length === 0 && sample === undefined;

const AddAgent = ({ onInstall }: { onInstall: () => void }) => (
  <Button
    variant="primary"
    {...disabledBy(useRefusal(agents.createAgent))}
    onClick={() => onInstall()}
  >
    Add agent
  </Button>
);

const UpdateRole = ({ one: { accountId } }: Props) => {
  const refusal = useRefusal(integrations.getAwsRole);
  return (
    <LinkButton to={pathTo('awsRole', { accountId })} {...disabledBy(refusal)}>
      Update role
    </LinkButton>
  );
};

type ActsProps = Props & { onInstall: (() => void) | undefined };

const Acts = ({ one, onInstall }: ActsProps) => {
  const navigate = useNavigate();
  const refusals = useRefusals(calls);
  const { test, testSaved, isStarting, elements } = useConnectionTest({ follow: false });
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  const underWay = isStarting || isTesting(one);
  return (
    <>
      <SpaceBetween size="xs" direction="horizontal">
        <Button {...disabledBy(refusals.delete)} onClick={() => setDialog('delete')}>
          Delete
        </Button>
        <Button {...disabledBy(refusals.edit)} onClick={() => setDialog('edit')}>
          Edit
        </Button>
        {one.cspName === 'aws' && !one.sample && <UpdateRole one={one} />}
        <Button
          variant={needsAgent(one) ? 'normal' : 'primary'}
          loading={underWay}
          loadingText="Testing the connection"
          {...disabledBy(refusals.test ?? (underWay ? undefined : noTestReason(one)))}
          onClick={() => test(one)}
        >
          Test connection
        </Button>
        {onInstall && <AddAgent onInstall={onInstall} />}
      </SpaceBetween>
      {elements}
      {dialog === 'edit' && (
        <EditIntegration accountId={one.accountId} onChanged={testSaved} onClose={close} />
      )}
      {dialog === 'delete' && (
        <DeleteIntegration
          integration={one}
          onClose={close}
          onDeleted={() => void navigate(pathTo('connectedIntegrations'))}
        />
      )}
    </>
  );
};

type OnInstall = (agent?: AgentView) => void;

const tabsOf = (one: IntegrationView, onInstall: OnInstall) => [
  { id: 'details', label: 'Details', content: <Details one={one} /> },
  ...(one.connection_type === 'AGENT'
    ? [
        {
          id: 'agents',
          label: 'Agents',
          content: (
            <Agents integrationId={one.accountId} isFirst={needsAgent(one)} onInstall={onInstall} />
          ),
        },
      ]
    : []),
  { id: 'credentials', label: 'Credentials', content: <Credentials one={one} /> },
  { id: 'scopes', label: 'Scopes', content: <Scopes one={one} /> },
];

const lossWarning = 'The name that you typed, or the secret that was created, will be lost.';

const LoadedIntegration = ({ one }: Props) => {
  const { accountId, alias } = one;
  const [{ tab, ref }, change] = useUrlState(urlState);
  const [installing, install] = useState<{ agent?: AgentView | undefined }>();
  const { report, pass, dialog } = useDiscard(lossWarning);
  const open = (next: { agent?: AgentView | undefined } | undefined) => pass(() => install(next));
  const tabs = tabsOf(one, (agent) => open({ agent }));
  const requestedTab = tab ?? (ref === 'agent' ? 'agents' : undefined);
  const active = tabs.find(({ id }) => id === requestedTab)?.id ?? 'details';
  const onClose = () => open(undefined);
  // The agents tab has its own button.
  const onInstall = needsAgent(one) && active !== 'agents' ? () => open({}) : undefined;
  usePage({
    page: 'integration',
    title: alias,
    help: connectedHelp,
    drawer:
      installing &&
      createInstallDrawer({ integration: one, ...installing, onClose, onDirty: report }),
  });
  return (
    <ContentLayout
      header={
        <Header variant="h1" info={<InfoLink />} actions={<Acts one={one} onInstall={onInstall} />}>
          {alias}
        </Header>
      }
    >
      <Tabs
        ariaLabel="Integration"
        activeTabId={active}
        tabs={tabs.map((tabItem) => ({
          ...tabItem,
          href: hrefTo('integration', { accountId }, { tab: tabItem.id }),
        }))}
        onChange={({ detail }) => change({ tab: detail.activeTabId, ref: undefined })}
      />
      {dialog}
    </ContentLayout>
  );
};

const IntegrationLoader = ({ accountId }: { accountId: string }) => {
  const { data, error, refetch } = useTestedIntegration(accountId);
  if (data) return <LoadedIntegration one={data} />;
  return <ItemPlaceholder page="integration" error={error} onRetry={refetch} />;
};

/** `/integrations/view/{accountId}`: the page of one integration. */
export const IntegrationPage = () => {
  const { accountId = '' } = useParams();
  return <IntegrationLoader key={accountId} accountId={accountId} />;
};
