import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import {
  askUserOnce,
  type ChatScene,
  lookUpOnce,
  lookUpTimes,
  openChatScene,
} from '#test/browser/support/chat-scene.ts';
import type { Embedded } from '#test/support/embedded.ts';
import type { Script } from '#test/support/scripted-model.ts';
import { median } from './load.ts';

/** Model calls of each AI agent here: all but the last use a tool. */
export const turnsPerAgent = 10;

const oneAgent = 'start -> find:ai_agent -> end';

/** Waits until these runs have succeeded; returns the milliseconds that this took. */
export const untilSucceeded = async (
  { api }: Embedded,
  runs: readonly string[],
): Promise<number> => {
  const began = performance.now();
  const unfinishedRuns = new Set(runs);
  while (unfinishedRuns.size > 0) {
    for (const bot_exc_id of unfinishedRuns) {
      const { state } = await api.executions.getExecution({ bot_exc_id });
      if (!isFinal(state)) break;
      if (state !== 'SUCCEEDED') throw new Error(`An agent's run ended as ${state}.`);
      unfinishedRuns.delete(bot_exc_id);
    }
    if (unfinishedRuns.size > 0) await pause(2);
  }
  return performance.now() - began;
};

/** One AI agent alone, turn after turn; its model and its tool answer at once. */
const measureSingleAgentTurn = async (scene: ChatScene): Promise<number> => {
  const durations: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const began = performance.now();
    const { _id } = await scene.run(`Alone ${n}`, oneAgent);
    await untilSucceeded(scene.product, [_id]);
    durations.push((performance.now() - began) / turnsPerAgent);
  }
  return median(durations);
};

type KillScenario = {
  /** What the AI agent is doing when the product is killed. */
  agent: string;
  script: Script;
  /** Whether the agent is doing it now. */
  does: (bot_exc_id: string) => boolean | Promise<boolean>;
  /** Called once the product is running again. */
  afterwards?: (bot_exc_id: string) => unknown;
};

const waitsForPeople = ({ product: { api } }: ChatScene): KillScenario => ({
  agent: 'waits for people',
  script: askUserOnce,
  does: async (bot_exc_id) =>
    (await api.executions.getExecution({ bot_exc_id })).waiting_for?.kind === 'message',
  afterwards: async (bot_exc_id) => {
    const { items } = await api.chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
    const chat_thread_id = items[0]?._id ?? '';
    await api.chat.sendChatMessage({
      chat_thread_id,
      content: 'Payments.',
      client_id: 'message-1',
    });
  },
});

/** The model sends one word and then hangs, and answers when it is called again. */
const asksItsModel = (): KillScenario => {
  let isAsked = false;
  let hasSpoken = false;
  const neverAnswer = (): Promise<void> => {
    hasSpoken = true;
    return new Promise(() => {});
  };
  return {
    agent: 'is asking its model',
    script: () => {
      if (isAsked) return { say: 'That is all.' };
      isAsked = true;
      return { say: ['A', ' word'], next: neverAnswer };
    },
    does: () => hasSpoken,
  };
};

const usesTool = (scene: ChatScene): KillScenario => {
  const answer = scene.holdUp();
  const before = scene.lookUps();
  return {
    agent: 'is using a tool',
    script: lookUpOnce,
    does: () => scene.lookUps() > before,
    afterwards: () => answer(),
  };
};

/** Time from the start of a killed product to the end of its AI agent's run. */
const measureRecovery = async (
  { product, model, run }: ChatScene,
  scenario: KillScenario,
  round: number,
): Promise<number> => {
  model.script(scenario.script);
  const { _id } = await run(`Killed while it ${scenario.agent} ${round}`, oneAgent);
  while (!(await scenario.does(_id))) await pause(5);
  await product.kill();
  const began = performance.now();
  await product.start();
  await scenario.afterwards?.(_id);
  await untilSucceeded(product, [_id]);
  return performance.now() - began;
};

const measureRecoveries = async (scene: ChatScene): Promise<AgentTurns['resumed']> => {
  const figures: AgentTurns['resumed'] = [];
  for (const scenarioOf of [waitsForPeople, asksItsModel, usesTool]) {
    const durations: number[] = [];
    let agent = '';
    for (let n = 0; n < 3; n += 1) {
      const scenario = scenarioOf(scene);
      ({ agent } = scenario);
      durations.push(await measureRecovery(scene, scenario, n));
    }
    figures.push({ agent, ms: median(durations) });
  }
  return figures;
};

export type AgentTurns = {
  /** Milliseconds per turn of a single AI agent. */
  alone: number;
  /** Milliseconds from the start of the first AI agent to the end of the last. */
  together: number;
  /** Milliseconds from the start after a kill -9 to the run's end, by what its agent was doing. */
  resumed: { agent: string; ms: number }[];
};

/** Runs AI agents at once, each in a run of its own; `wrap` wraps their work. */
export const measureAgentTurns = async (
  count: number,
  wrap: (product: Embedded, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<AgentTurns> => {
  const scene = await openChatScene();
  try {
    scene.model.script(lookUpTimes(turnsPerAgent - 1));
    const alone = await measureSingleAgentTurn(scene);
    let together = 0;
    await wrap(scene.product, async () => {
      const began = performance.now();
      const runs = await Promise.all(
        Array.from({ length: count }, (_, n) => scene.run(`Together ${n}`, oneAgent)),
      );
      await untilSucceeded(
        scene.product,
        runs.map(({ _id }) => _id),
      );
      together = performance.now() - began;
    });
    return { alone, together, resumed: await measureRecoveries(scene) };
  } finally {
    await scene.close();
  }
};
