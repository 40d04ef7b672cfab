import { useNavigate } from 'react-router';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { LibraryBot } from '#lib/domain/library/library.schema.ts';
import { bots } from '#web/api/bots.ts';
import { library } from '#web/api/library.ts';
import { useCall } from '#web/api/use-call.ts';
import { handOver } from '#web/app/draft-handover.ts';
import { useRefusal } from '#web/app/session.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Markdown } from '#web/components/markdown.tsx';
import { Picture } from './picture.tsx';
import { CategoryAndTags } from './category-and-tags.tsx';

const UseIt = ({ template }: { template: LibraryBot }) => {
  const navigate = useNavigate();
  const refusal = useRefusal(bots.createBot);
  const { name, description, category, graph } = template;
  return (
    <Button
      variant="primary"
      disabled={refusal !== undefined}
      disabledReason={refusal ?? ''}
      onClick={() => {
        handOver({ name, description, category, importance: 'Medium', graph });
        void navigate('/bots/new');
      }}
    >
      Use as new bot
    </Button>
  );
};

const textOf = ({ type, settings: { text } }: GraphNode) =>
  type === 'note' && typeof text === 'string' ? [text] : [];

const Details = ({ template }: { template: LibraryBot }) => (
  <SpaceBetween size="l">
    <UseIt template={template} />
    <CategoryAndTags {...template} />
    <Markdown text={template.description} />
    <div>
      <Box variant="h3" padding={{ bottom: 'xs' }}>
        What it does, step by step
      </Box>
      <Picture graph={template.graph} name={template.name} />
    </div>
    {template.graph.nodes.flatMap(textOf).map((text) => (
      <Alert key={text} type="info" header="Fill in before the first run">
        {text}
      </Alert>
    ))}
  </SpaceBetween>
);

/** One template: what it is for, how it is drawn, and the way to a bot of one's own. */
export const TemplateDetails = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(library.getLibraryBot, { library_bot_id: id });
  if (data) return <Details template={data} />;
  if (error) return <LoadFailed error={error} what="this template" onRetry={refetch} />;
  return <Loading text="Loading template" />;
};
