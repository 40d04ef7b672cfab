import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { programFile } from '#lib/domain/agents/program.schema.ts';
import { bundleAgent } from '#lib/stack/agent-bundle.ts';
import { startAgent } from '#test/support/agent-process.ts';
import { type AgentServer, openAgentServer } from '#test/support/agent-server.ts';
import { eventually } from '#test/support/eventually.ts';

type Start = {
  type?: 'linux' | 'kubernetes';
  /** What the settings file has, besides the address and the id. */
  allows?: object;
  env?: Record<string, string>;
};

/** The real program, bundled as it is served, with a separate server for each agent. */
export const openAgentScene = () => {
  let folder = '';
  const closing: (() => Promise<unknown>)[] = [];

  /** The program with its settings, whether it gets to work or not. */
  const program = (name: string, { url, agent_id }: AgentServer, start: Start = {}) => {
    const { type: integration_type = 'linux', allows = {}, env = {} } = start;
    const settings = JSON.stringify({ url, agent_id, integration_type, ...allows });
    const paths = { folder: join(folder, name), program: join(folder, programFile) };
    const agent = startAgent({ ...paths, settings, key: 'cw_first', env });
    closing.push(agent.close);
    return agent;
  };

  return {
    server: openAgentServer,
    program,

    open: async () => {
      folder = mkdtempSync(join(tmpdir(), 'agent-'));
      await bundleAgent(resolve('.'), folder);
    },

    /** A folder of a test. */
    folderOf: (name: string): string => {
      const path = join(folder, name);
      mkdirSync(path, { recursive: true });
      return path;
    },

    /** Registers something to be closed at the end. */
    keep: <T extends { close: () => Promise<unknown> }>(one: T): T => {
      closing.push(one.close);
      return one;
    },

    /** Starts an agent and waits until it is at work. */
    async start(name: string, start: Start = {}) {
      const server = await openAgentServer();
      const { serverState } = server;
      const agent = program(name, server, start);
      closing.push(server.close);
      await eventually(
        async () => agent.exitCode() ?? serverState.claims.length,
        (count) => count > 0,
      );
      if (agent.exitCode() !== null) throw new Error(`The agent said: ${agent.output()}`);
      return { agent, ...server };
    },

    async close() {
      for (const close of closing) await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
