import { Suspense, useMemo } from 'react';
import { useNavigate } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import Grid from '@cloudscape-design/components/grid';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { withRuleTrigger } from '#lib/domain/compliance/fix-bot.rules.ts';
import type { LibraryBot } from '#lib/domain/library/library.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { integrations } from '#web/api/integrations.ts';
import { library } from '#web/api/library.ts';
import { useCall } from '#web/api/use-call.ts';
import { handOverDraft } from '#web/app/draft-handover.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { GraphPicture } from './graph-picture.tsx';
import { CategoryAndTags } from './category-and-tags.tsx';

// Not needed for the cards, so that the list does not wait for it.
const LazyMarkdown = lazyPart(async () => (await import('#web/components/markdown.tsx')).Markdown);

const CreateBotButton = ({ template }: { template: LibraryBot }) => {
  const navigate = useNavigate();
  const refusal = useRefusal(bots.createBot);
  const { name, description, category, graph } = template;
  return (
    <Button
      variant="primary"
      disabled={refusal !== undefined}
      disabledReason={refusal ?? ''}
      onClick={() => {
        handOverDraft({ name, description, category, importance: 'Medium', graph });
        void navigate(pathTo('newBot'));
      }}
    >
      Use as new bot
    </Button>
  );
};

const graphOf = (
  graph: Graph,
  { rule, account, person }: Pick<Props, 'rule' | 'account'> & { person: string | undefined },
): Graph => {
  if (rule === undefined) return tidyGraph(graph);
  return tidyGraph(withRuleTrigger(graph, { rule_id: rule, integration_id: account, person }));
};

const noteTextsOf = ({ type, settings: { text } }: GraphNode) =>
  type === 'note' && typeof text === 'string' ? [text] : [];

/** The rule may have failed in several accounts: this bot is for one of them. */
const AccountNotice = ({ account }: { account: string }) => {
  const { data } = useCall(integrations.getIntegration, { accountId: account });
  return (
    <Alert type="info">
      The bot works in {data ? <b>{data.alias}</b> : 'the account'}, where the rule found them. For
      each other account in which the rule fails, create a separate bot.
    </Alert>
  );
};

type DetailsProps = { template: LibraryBot } & Pick<Props, 'rule' | 'account'>;

const Details = ({ template, rule, account }: DetailsProps) => (
  <Grid gridDefinition={[{ colspan: { default: 12, s: 5 } }, { colspan: { default: 12, s: 7 } }]}>
    <SpaceBetween size="l">
      <CategoryAndTags {...template} />
      <Suspense fallback={<Loading text="Loading description" />}>
        <LazyMarkdown text={template.description} />
      </Suspense>
      {account !== undefined && rule !== undefined && <AccountNotice account={account} />}
      {template.graph.nodes.flatMap(noteTextsOf).map((text) => (
        <Alert key={text} type="info" header="Fill in before the first run">
          {text}
        </Alert>
      ))}
    </SpaceBetween>
    <GraphPicture graph={template.graph} name={template.name} />
  </Grid>
);

type Props = {
  id: string;
  /** The compliance rule whose findings start the bot. */
  rule: string | undefined;
  /** The integration in which it then acts. */
  account: string | undefined;
  onClose: () => void;
};

/** One template: its description, its graph, and the button that creates a bot from it. */
export const TemplateDetails = ({ id, rule, account, onClose }: Props) => {
  const {
    data: template,
    error,
    refetch,
  } = useCall(library.getLibraryBot, {
    library_bot_id: id,
  });
  const person = useCurrentUser().data?._id;
  const data = useMemo(
    () => template && { ...template, graph: graphOf(template.graph, { rule, account, person }) },
    [template, rule, account, person],
  );
  const failed = error && <LoadFailed error={error} subject="this template" onRetry={refetch} />;
  return (
    <Dialog
      title={data?.name ?? 'Template'}
      size="max"
      closeText="Close"
      actions={data ? <CreateBotButton template={data} /> : null}
      onClose={onClose}
    >
      {data ? (
        <Details template={data} rule={rule} account={account} />
      ) : (
        (failed ?? <Loading text="Loading template" />)
      )}
    </Dialog>
  );
};
