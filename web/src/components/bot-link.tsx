import { guards } from '#lib/kernel/guards.ts';
import { pathTo } from '#lib/pages.ts';
import { useCurrentUser, useRefusal } from '#web/app/session.ts';
import { Link } from './link.tsx';

const readingBots = { guard: guards.getBot };
const readingRuns = { guard: guards.getExecution };

type Bot = { bot_id: string; bot_name: string };

/** A bot's name, linked to its page for users who may open it. */
export const BotLink = ({ bot_id, bot_name }: Bot) => {
  const refusal = useRefusal(readingBots);
  if (refusal !== undefined) return <>{bot_name}</>;
  return <Link to={pathTo('bot', { bot_id }, { mode: 'view' })}>{bot_name}</Link>;
};

type Run = { bot_id: string; bot_exc_id: string; requested_by: readonly string[] };

/**
 * The path of a run's page: among all runs, or in the portal for runs that the user started there;
 * undefined if the user may open neither.
 */
export const useRunPath = ({ bot_id, bot_exc_id, requested_by }: Run, mode: string) => {
  const { data: me } = useCurrentUser();
  const refusal = useRefusal(readingRuns);
  if (refusal === undefined) return pathTo('run', { bot_id, bot_exc_id }, { mode });
  const isOwn = me !== undefined && requested_by.includes(me._id);
  return isOwn ? pathTo('portalRun', { app_id: bot_id, bot_exc_id }) : undefined;
};
