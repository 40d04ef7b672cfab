import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import * as z from 'zod';
import { type Ask, askFirst } from '#web/api/ask-first.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { useOpened } from '#web/api/use-opened.ts';
import { takeOver } from '#web/app/draft-handover.ts';
import { Loading } from '#web/components/loading.tsx';
import { NotShown } from '#web/components/not-shown.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { choiceParam, useUrlState } from '#web/components/use-url-state.ts';
import { BotEditor } from './editor/bot-editor.tsx';

/** Apart from the editor, which has enough to load. */
const BotViewer = lazyPart(async () => (await import('./view/bot-viewer.tsx')).BotViewer);

const urlState = z.object({ mode: choiceParam(['view']) });

const ViewBot = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(bots.getBot, { bot_id: id });
  if (!data) return <NotShown page="bot" error={error} onRetry={refetch} />;
  return (
    <Suspense fallback={<Loading text="Loading bot" />}>
      <BotViewer bot={data} />
    </Suspense>
  );
};

const EditBot = ({ id }: { id: string }) => {
  const query = useCall(bots.getBot, { bot_id: id });
  const opened = useOpened(query);
  if (opened) return <BotEditor opened={opened} />;
  return <NotShown page="bot" error={query.error} onRetry={query.refetch} />;
};

export const askBot: Ask = (queries, { params: { bot_id = '' } }) =>
  askFirst(queries, bots.getBot, { bot_id });

/** One bot: looked at with `mode=view`, else changed. */
export const BotPage = () => {
  const { bot_id: id = '' } = useParams();
  const [{ mode }] = useUrlState(urlState);
  return mode === 'view' ? <ViewBot key={id} id={id} /> : <EditBot key={id} id={id} />;
};

/** An empty canvas, or a draft that another page handed over. */
export const NewBotPage = () => {
  const [draft] = useState(takeOver);
  return <BotEditor draft={draft} />;
};
