import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { Later } from '#lib/kernel/later.ts';
import { recentTexts } from '#lib/kernel/recent-texts.ts';

/** Characters of verdicts that are kept. */
const mostKept = 4 * 1024 * 1024;

/**
 * A check that answers again what it said last of a graph with the same content: whoever saves a
 * version, opens it, publishes it or starts it checks the same graph. `check` is given the graph as
 * JSON too.
 */
export const rememberedCheck = (
  check: (graph: Graph, text: string) => Later<Problem[]>,
): ((graph: Graph) => Promise<Problem[]>) => {
  const verdicts = recentTexts(mostKept);
  return async (graph) => {
    const text = JSON.stringify(graph);
    const content = sha256(text);
    const known = verdicts.get(content);
    if (known !== undefined) return JSON.parse(known);
    const problems = await check(graph, text);
    verdicts.put(content, JSON.stringify(problems));
    return problems;
  };
};
