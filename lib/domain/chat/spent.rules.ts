import type { ChatEntry } from './entry.schema.ts';
import type { ThreadUsage } from './thread.schema.ts';

const tokensOf = ({ usage }: Pick<Extract<ChatEntry, { role: 'suggested' }>, 'usage'>): number =>
  (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);

/** Total usage of the entries of a thread. */
export const usageIn = (entries: readonly ChatEntry[]): ThreadUsage => {
  const total: ThreadUsage = { steps: 0, tool_calls: 0, input_tokens: 0, output_tokens: 0 };
  for (const entry of entries) {
    if (entry.role === 'tool') total.tool_calls += 1;
    if (entry.role === 'assistant') total.steps += 1;
    if (!('cost' in entry || 'usage' in entry)) continue;
    if (entry.role === 'suggested') {
      const tokens = tokensOf(entry);
      if (tokens > 0) total.suggestion_tokens = (total.suggestion_tokens ?? 0) + tokens;
    } else {
      total.input_tokens += entry.usage?.input_tokens ?? 0;
      total.output_tokens += entry.usage?.output_tokens ?? 0;
    }
    if (entry.cost !== undefined) total.cost = (total.cost ?? 0) + entry.cost;
  }
  return total;
};
