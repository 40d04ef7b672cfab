import { join } from 'node:path';
import { stopProcess } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { publishReference, referenceInput } from '#test/support/reference-bot.ts';
import { driveToEnd } from '#test/support/reference-driver.ts';
import { openReferencePeer } from '#test/support/reference-peer.ts';
import { findOpenItems, findQueuedWork } from './leftovers.ts';
import { type KillableProduct, openKillableProduct } from './killable-product.ts';
import type { Cut, Round } from './verdict.ts';

/** Starts a run; if the start's answer was lost, finds the run in the list. */
const runStarter = ({ product: { api } }: KillableProduct, bot_id: string) => {
  const knownIds = new Set<string>();
  const newest = async (): Promise<string | undefined> => {
    const { items } = await api.executions.listExecutions({ bot_id, number_of_items: 5 });
    return items.find(({ _id }) => !knownIds.has(_id))?._id;
  };
  return async (): Promise<string> => {
    const startedRun = await api.executions
      .startExecution({ bot_id, input: referenceInput })
      .catch(() => undefined);
    const found = () => newest().catch(() => undefined);
    const id = startedRun?._id ?? (await eventually(found, Boolean)) ?? '';
    knownIds.add(id);
    return id;
  };
};

/** A product with the reference bot, which is run and killed round by round. */
export const openRounds = async () => {
  const peer = await openReferencePeer();
  const mortal = await openKillableProduct({ OUTGOING_ALLOW: peer.pair });
  const { product } = mortal;
  const startRun = runStarter(mortal, await publishReference(product, peer));
  const dataFolder = join(product.folder, 'data');

  const killAtCall = (nth: number): void => {
    let callCount = 0;
    peer.whenCalled(async () => {
      callCount += 1;
      if (callCount === nth) await mortal.kill();
    });
  };

  /** Work that is still unfinished when everything should be done. */
  const queuedAfterEnd = (): Promise<string[]> => {
    const readQueuedWork = async () => findQueuedWork(dataFolder);
    return eventually(readQueuedWork, (found) => found.length === 0, 10_000).catch(readQueuedWork);
  };

  const round = async (cut: Cut): Promise<Round> => {
    if (cut.write) mortal.killAfter(cut.write, cut.of);
    if (cut.call) killAtCall(cut.call);
    const upkeep = mortal.keepUp(cut.secondKillAfter);
    const startTime = performance.now();
    try {
      const id = await startRun();
      const watched = await driveToEnd(product.api, id);
      const queuedWork = await queuedAfterEnd();
      const ms = performance.now() - startTime;
      return { cut, killed: upkeep.killed, watched, calls: peer.callsOf(id), queuedWork, ms };
    } finally {
      peer.whenCalled(() => {});
      await upkeep.end();
    }
  };

  return {
    /** Runs the bot once, killed as the cut says. */
    round,
    /** Runs the bot once without a kill; also returns its writes. */
    smoothly: async () => {
      mortal.trace();
      return { smooth: await round({}), writes: mortal.traced() };
    },
    /** How long the starts after kills took until the product answered (ms). */
    starts: mortal.starts,
    /** Ends the product; returns its open work. */
    close: async (): Promise<string[]> => {
      await stopProcess(product.child(), 'SIGTERM');
      const openItems = await findOpenItems(dataFolder);
      await mortal.close();
      await peer.close();
      return openItems;
    },
  };
};

export type Rounds = Awaited<ReturnType<typeof openRounds>>;
