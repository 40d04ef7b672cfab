import { Suspense, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod';
import { type Prefetch, prefetchCall } from '#web/api/prefetch.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { useInitialData } from '#web/api/use-initial-data.ts';
import { peekDraft, takeDraft } from '#web/app/draft-handover.ts';
import { parentLinkOf } from '#web/app/page-links.ts';
import { useRefusal } from '#web/app/session.ts';
import { Loading } from '#web/components/loading.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { choiceParam, useUrlState } from '#web/components/use-url-state.ts';
import { BotEditor } from './editor/bot-editor.tsx';

/** Not part of the editor's code, which is large enough. */
const LazyBotViewer = lazyPart(async () => (await import('./view/bot-viewer.tsx')).BotViewer);

const LazyForbiddenPage = lazyPart(
  async () => (await import('#web/components/forbidden-page.tsx')).ForbiddenPage,
);

const urlState = z.object({ mode: choiceParam(['view']) });

const ViewBot = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(bots.getBot, { bot_id: id });
  if (!data) return <ItemPlaceholder page="bot" error={error} onRetry={refetch} />;
  return (
    <Suspense fallback={<Loading text="Loading bot" />}>
      <LazyBotViewer bot={data} />
    </Suspense>
  );
};

/**
 * The refusal when the page was opened, while it lasts: the editor stays open if the permission is
 * lost later, which only disables its buttons.
 */
const useRefusalAtFirst = (call: Parameters<typeof useRefusal>[0]): string | undefined => {
  const refusal = useRefusal(call);
  const [first] = useState(refusal);
  return first && refusal;
};

const OpenEditor = ({ id }: { id: string }) => {
  const query = useCall(bots.getBot, { bot_id: id });
  const openedBot = useInitialData(query);
  if (openedBot) return <BotEditor openedBot={openedBot} />;
  return <ItemPlaceholder page="bot" error={query.error} onRetry={query.refetch} />;
};

/** The editor; users who may not change bots see the read-only page. */
const EditBot = ({ id }: { id: string }) => {
  const refusal = useRefusalAtFirst(bots.updateBot);
  return refusal ? <ViewBot id={id} /> : <OpenEditor id={id} />;
};

export const prefetchBot: Prefetch = (queries, { params: { bot_id = '' } }) =>
  prefetchCall(queries, bots.getBot, { bot_id });

/** One bot: read-only with `mode=view`, else in the editor. */
export const BotPage = () => {
  const { bot_id: id = '' } = useParams();
  const [{ mode }] = useUrlState(urlState);
  return mode === 'view' ? <ViewBot key={id} id={id} /> : <EditBot key={id} id={id} />;
};

const NewBot = () => {
  const [draft] = useState(peekDraft);
  useEffect(() => void takeDraft(), []);
  return <BotEditor draft={draft} />;
};

/** An empty canvas, or a draft that another page handed over; or whom to ask for the permission. */
export const NewBotPage = () => {
  const refusal = useRefusalAtFirst(bots.createBot);
  if (!refusal) return <NewBot />;
  const back = parentLinkOf('newBot');
  return (
    <Suspense fallback={<Loading text="Loading" />}>
      <LazyForbiddenPage
        subject="the editor for new bots"
        refusal={refusal}
        {...(back && { back })}
      />
    </Suspense>
  );
};
