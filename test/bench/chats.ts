import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { asksPeople, type ChatScene, looksOften, openChatScene } from '#test/browser/support/chat-scene.ts';
import type { Embedded } from '#test/support/embedded.ts';
import WebSocket from 'ws';
import { median } from './load.ts';

/** Model calls of each agent here: all but the last use a tool. */
export const turnsEach = 10;

const oneAgent = 'start -> find:ai_agent -> end';

/** Milliseconds until these runs have succeeded. */
const ended = async ({ api }: Embedded, runs: readonly string[]): Promise<number> => {
  const began = performance.now();
  const open = new Set(runs);
  while (open.size > 0) {
    for (const bot_exc_id of open) {
      const { state } = await api.executions.getExecution({ bot_exc_id });
      if (!isFinal(state)) break;
      if (state !== 'SUCCEEDED') throw new Error(`An agent's run ended as ${state}.`);
      open.delete(bot_exc_id);
    }
    if (open.size > 0) await pause(2);
  }
  return performance.now() - began;
};

/** An agent alone, turn after turn: its model and its tool answer at once. */
const turnAlone = async (scene: ChatScene): Promise<number> => {
  const took: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    const began = performance.now();
    const { _id } = await scene.run(`Alone ${n}`, oneAgent);
    await ended(scene.product, [_id]);
    took.push((performance.now() - began) / turnsEach);
  }
  return median(took);
};

/** From the first word of the model to the frame of it that a console is sent. */
const firstWord = async (scene: ChatScene): Promise<number> => {
  const { product, model } = scene;
  const { ticket } = await product.api.ws.createTicket({});
  const socket = new WebSocket(`ws://127.0.0.1:${product.port}/ws?ticket=${ticket}`);
  await once(socket, 'open');
  const took: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    let said = 0;
    const next = async () => void (said ||= performance.now());
    model.script(() => ({ say: 'A word.', next }));
    const shown = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (data.includes('"text":"A word."')) resolve();
      });
    });
    const { _id } = await scene.run(`Says a word ${n}`, oneAgent);
    await shown;
    took.push(performance.now() - said);
    socket.removeAllListeners('message');
    await ended(product, [_id]);
  }
  socket.close();
  return median(took);
};

/**
 * From the start of a product that was killed while its agent waited for people, to the end of the
 * run that somebody answers at once.
 */
const resumed = async (scene: ChatScene): Promise<number> => {
  const { product, model } = scene;
  model.script(asksPeople);
  const { _id: bot_exc_id } = await scene.run('Killed', oneAgent);
  const waits = async () =>
    (await product.api.executions.getExecution({ bot_exc_id })).waiting_for?.kind === 'message';
  while (!(await waits())) await pause(5);
  await product.kill();
  const began = performance.now();
  await product.start();
  const { items } = await product.api.chat.listChatThreads({ bot_exc_id, number_of_items: 1 });
  const chat_thread_id = items[0]?._id ?? '';
  await product.api.chat.sendChatMessage({ chat_thread_id, content: 'Payments.', client_id: 'message-1' });
  await ended(product, [bot_exc_id]);
  return performance.now() - began;
};

export type AgentTurns = {
  /** Milliseconds of a turn of an agent alone. */
  alone: number;
  /** Milliseconds from the start of the first agent to the end of the last. */
  together: number;
  /** Milliseconds from the first word of the model to the frame of it. */
  firstWord: number;
  /** Milliseconds from the start after a kill -9 to the end of the run. */
  resumed: number;
};

/** So many agents at once, each on a run of its own; `around` is called beside their work. */
export const agentTurns = async (
  count: number,
  around: (product: Embedded, work: () => Promise<unknown>) => Promise<unknown>,
): Promise<AgentTurns> => {
  const scene = await openChatScene();
  try {
    scene.model.script(looksOften(turnsEach - 1));
    const alone = await turnAlone(scene);
    let together = 0;
    await around(scene.product, async () => {
      const began = performance.now();
      const runs = await Promise.all(
        Array.from({ length: count }, (_, n) => scene.run(`Together ${n}`, oneAgent)),
      );
      await ended(scene.product, runs.map(({ _id }) => _id));
      together = performance.now() - began;
    });
    return { alone, together, firstWord: await firstWord(scene), resumed: await resumed(scene) };
  } finally {
    await scene.close();
  }
};
