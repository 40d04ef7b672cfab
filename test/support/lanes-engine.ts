import type { EmbeddedRunner } from '#lib/local/runner/runner.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';

/** Everything that has happened so far; it survives the process, as the product's tables do. */
export type Memory = {
  get: (key: string) => string | undefined;
  set: (key: string, value: string) => unknown;
  keys: () => Iterable<string>;
};

/** What a lane does before it ends. */
export type LaneKind = 'works' | 'asks' | 'waits' | 'fails once' | 'is busy once' | 'forks';

export type LanesPlan = {
  /** Lanes of the run, and of each lane that forks. */
  lanes: number;
  kindOf: (lane: string) => LaneKind;
  /** The time until which a waiting lane waits. */
  until: () => string;
};

export type LanesEngine = {
  functions: Record<string, TaskFunction>;
  /** Approves everything that lanes have asked for, except for the one named. */
  approve: (runner: EmbeddedRunner, except?: string) => Promise<void>;
};

/**
 * A bot that forks into lanes, advanced as the product's engine does: answers follow from what is
 * remembered, so a call that is repeated after a crash continues where the bot is.
 */
export function lanesEngine(memory: Memory, plan: LanesPlan): LanesEngine {
  const once = (key: string): boolean => {
    if (memory.get(key)) return false;
    memory.set(key, 'yes');
    return true;
  };

  const fork = (of: string) => {
    const all = Array.from({ length: plan.lanes }, (_, index) => String(index).padStart(6, '0'));
    const parts = all.filter((part) => !memory.get(`done ${of}.${part}`));
    const tries = [...memory.keys()].filter((key) => key.startsWith('failed ')).length;
    const name = `run-1-${of.replaceAll(/[/.]/g, '-')}-${tries}`;
    const step = { next: 'fork', of, name, parts, max_concurrency: 40, fails_all: true };
    return parts.length > 0 && step;
  };

  const before: Record<LaneKind, (lane: string) => object | false> = {
    works: () => false,
    asks: (lane) =>
      !memory.get(`approved ${lane}`) && { next: 'pause', node_id: 'ask', timeout_seconds: 3600 },
    waits: (lane) => once(`waited ${lane}`) && { next: 'delay', until: plan.until() },
    'fails once': (lane) =>
      once(`failed ${lane}`) && { next: 'failed', error: 'LaneFailed', cause: lane },
    'is busy once': (lane) => {
      if (!once(`busy ${lane}`)) return false;
      throw Object.assign(new Error('Slow down.'), { name: 'ThrottlingException' });
    },
    forks: (lane) => fork(`${lane}/each`),
  };

  const advance = (lane: string): object => {
    const step = lane === '' ? fork('each') : before[plan.kindOf(lane)](lane);
    if (step) return step;
    memory.set(`done ${lane}`, 'yes');
    return { next: 'done' };
  };

  return {
    functions: {
      advance: async (payload) => advance(Object(payload).lane),
      pause: async (payload) => {
        const { lane, token } = Object(payload);
        memory.set(`asked ${lane}`, token);
        return {};
      },
      fail: async (payload) => {
        throw new Error(`The machine gave up: ${JSON.stringify(payload)}`);
      },
    },
    approve: async (runner, except) => {
      for (const key of memory.keys()) {
        if (!key.startsWith('asked ') || key === `asked ${except}`) continue;
        memory.set(key.replace('asked', 'approved'), 'yes');
        await runner.resume(memory.get(key) ?? '');
      }
    },
  };
}
