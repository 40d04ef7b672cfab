import Alert from '@cloudscape-design/components/alert';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import type { BotUse } from '#lib/domain/bots/editor.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';

const list = new Intl.ListFormat('en');

const peopleText = (people: BotUse['others']): string => {
  const has = people.length === 1 ? 'has' : 'have';
  const unsaved = people.some((one) => one.unsaved) ? ', with changes that are not saved' : '';
  return `${list.format(people.map(({ name }) => name))} ${has} it open${unsaved}.`;
};

const runsText = (count: number): string => {
  if (count === 1) return '1 run is in progress and will finish.';
  return `${count >= 100 ? '100 or more' : count} runs are in progress and will finish.`;
};

/** The most names shown; further ones are counted. */
const maxNamesShown = 10;

const shortList = (names: readonly string[]): string => {
  const moreCount = names.length - maxNamesShown;
  return list.format([
    ...names.slice(0, maxNamesShown),
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
  ]);
};

const agentBotsText = ({ run_by }: BotUse): string =>
  shortList(
    run_by.map(({ name, used_in }) =>
      used_in.length === 1 ? `${name} (${used_in[0]} only)` : name,
    ),
  );

const failingBotsText = ({ error_bot_of }: BotUse): string =>
  shortList(error_bot_of.map(({ name }) => name));

/** The bots that use this one, shown when several bots are deleted. */
export const UsedBy = ({ bot_id }: { bot_id: string }) => {
  const { data } = useCall(bots.getBotUse, { bot_id });
  if (!data) return null;
  return (
    <>
      {data.run_by.length > 0 && `, run by AI agents of ${agentBotsText(data)}`}
      {data.error_bot_of.length > 0 && `, error bot of ${failingBotsText(data)}`}
    </>
  );
};

/** The bots that would be affected, a sentence for each kind of use. */
const usersLines = (use: BotUse): string[] => [
  ...(use.run_by.length > 0
    ? [`AI agents of these bots run it, and will no longer be able to: ${agentBotsText(use)}.`]
    : []),
  ...(use.error_bot_of.length > 0
    ? [`It is the error bot of these bots and runs when they fail: ${failingBotsText(use)}.`]
    : []),
];

/** Whom and what the deletion of a bot would affect; nothing if it is not used. */
export const BotInUse = ({ bot }: { bot: BotSummary }) => {
  const { data } = useCall(bots.getBotUse, { bot_id: bot._id });
  const lines = [
    ...(bot.service_portal_published
      ? ['It is an app of the service portal and will be removed from it.']
      : []),
    ...(data && data.others.length > 0 ? [peopleText(data.others)] : []),
    ...(data ? usersLines(data) : []),
    ...(data && data.open_runs > 0 ? [runsText(data.open_runs)] : []),
  ];
  return (
    <div aria-live="polite">
      {lines.length > 0 && (
        <Alert type="warning" header="This bot is in use">
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
    </div>
  );
};
