import { randomBytes } from 'node:crypto';
import type { BuilderMessage } from '#lib/domain/bot-builder/step.schema.ts';
import { check } from '#lib/engine/check.ts';
import { userMessageText } from '#web/pages/bots/builder/drawing/user-message.ts';
import {
  addUsage,
  build,
  type BuildDeps,
  type BuilderUsage,
  BuildFailed,
} from '#web/pages/bots/builder/drawing/work.ts';
import { emptyGraph } from '#web/pages/bots/editor/document/canonical.ts';
import { sampleLookUps } from './sample-organisation.ts';
import type { Prompt } from './prompts.ts';
import { faultsOf } from './verdict.ts';

export type Result = {
  id: string;
  faults: readonly string[];
  /** Zero steps if the model never answered. */
  usage: BuilderUsage;
  seconds: number;
};

const newId = () => `n${randomBytes(6).toString('hex')}`;

/** Lets a model draw what a prompt asks for, and judges the graph. */
export const evaluate = async (
  prompt: Prompt,
  { ask: askOnce, wait }: Pick<BuildDeps, 'ask' | 'wait'>,
  clock: () => number,
): Promise<Result> => {
  const { id, text } = prompt;
  const graph = prompt.draft ?? emptyGraph();
  let usage: BuilderUsage = { steps: 0, tokens: 0 };
  // Usage counts even if the model fails in the end.
  const ask: BuildDeps['ask'] = async (...question) => {
    const answer = await askOnce(...question);
    if (answer.type === 'answered') usage = addUsage(usage, answer);
    return answer;
  };
  const deps: BuildDeps = {
    ask,
    wait,
    newId,
    lookUps: sampleLookUps,
    check: async (one) => check(one),
  };
  const messages: BuilderMessage[] = [
    { role: 'user', text: userMessageText({ text, graph, newId }) },
  ];
  const startedAt = clock();
  const seconds = () => (clock() - startedAt) / 1000;
  const { signal } = new AbortController();
  try {
    const built = await build(deps, { graph, messages, knownIds: new Set() }, { signal });
    const faults = faultsOf(prompt, graph, built);
    return { id, faults, usage, seconds: seconds() };
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error;
    return { id, faults: [error.message], usage, seconds: seconds() };
  }
};
