import { pathTo } from '#lib/pages.ts';
import type { ExecutionSummary } from '../executions/execution.schema.ts';
import type { HistoryStore } from '../executions/history/history.store.ts';
import { bestOf, runIdPrefixOf } from './match.rules.ts';
import type { NameStore } from './names.store.ts';
import { type Hit, maxHits } from './search.schema.ts';

/** How many bots' runs are read: those of the bots whose names match best. */
const maxBots = 10;

const stateText = (state: string): string => {
  const text = state.toLowerCase().replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const hitOf = ({ _id, bot_id, bot_name, state, created_at }: ExecutionSummary): Hit => ({
  id: _id,
  title: bot_name,
  subtitle: stateText(state),
  at: created_at,
  link: pathTo('run', { bot_id, bot_exc_id: _id }, { mode: 'view' }),
});

/** The newest runs whose id begins with the text, or else of the bots whose names match. */
export const searchRuns = async (
  { runs: store, names }: { runs: HistoryStore; names: NameStore },
  words: readonly string[],
): Promise<{ hits: Hit[]; more: boolean; isComplete: boolean }> => {
  const maxRuns = maxHits + 1;
  const id = runIdPrefixOf(words);
  if (id !== undefined) {
    const runs = await store.newest({ between: [id, `${id}~`] }, maxRuns);
    return {
      hits: runs.slice(0, maxHits).map(hitOf),
      more: runs.length === maxRuns,
      isComplete: true,
    };
  }
  const { entries, isComplete } = await names.all('bots');
  const matchingBots = bestOf(entries, words);
  const runs = await store.newest(
    { bots: matchingBots.slice(0, maxBots).map((one) => one.id) },
    maxRuns,
  );
  const more = runs.length === maxRuns || matchingBots.length > maxBots;
  return { hits: runs.slice(0, maxHits).map(hitOf), more, isComplete };
};
