import type { Action } from '#lib/domain/actions/definition.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { textCache } from '#lib/kernel/text-cache.ts';
import type { FindOwnAction } from './own-actions.ts';

/** What is checked: a graph, and the own actions that it runs, in their current state. */
export type CheckInput = { graph: Graph; own: readonly Action[] };

/** The most characters of results that are kept. */
const maxCachedCharacters = 4 * 1024 * 1024;

/**
 * A check that remembers its results by content, since saving, opening, publishing and starting a
 * version all check the same graph. `check` also gets its argument as JSON.
 */
export const cachedCheck = (
  check: (checked: CheckInput, text: string) => MaybePromise<Problem[]>,
  findOwnAction: FindOwnAction,
): ((graph: Graph, tenantId: string) => Promise<Problem[]>) => {
  const verdicts = textCache(maxCachedCharacters);
  return async (graph, tenantId) => {
    // Loaded with the first check, since most calls of a function check nothing.
    const [{ ownActionsIn }, { forgedToolProblems }] = await Promise.all([
      import('./own-actions.ts'),
      import('./forged-tools.ts'),
    ]);
    const checked = { graph, own: await ownActionsIn(findOwnAction, tenantId, graph) };
    const text = JSON.stringify(checked);
    const content = sha256(text);
    const cachedVerdict = verdicts.get(content);
    if (cachedVerdict !== undefined) return JSON.parse(cachedVerdict);
    const problems = [...(await check(checked, text)), ...forgedToolProblems(graph)];
    verdicts.put(content, JSON.stringify(problems));
    return problems;
  };
};
