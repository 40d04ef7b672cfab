import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Embedded } from './embedded.ts';
import { stopProcess } from './embedded.ts';

type AgentOptions = {
  /** The agent's own folder, with its settings and its state. */
  folder: string;
  program: string;
  /** The settings file. */
  settings: string;
  key: string;
  env?: Record<string, string>;
};

/** Runs the agent's program as a process; its state stays in its folder across restarts. */
export const startAgent = ({ folder, program, settings, key, env = {} }: AgentOptions) => {
  const state = join(folder, 'state');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(folder, 'agent.json'), settings);
  let output = '';
  let child: ChildProcess;

  const start = (enrolmentKey = key) => {
    child = spawn(process.execPath, [resolve(program)], {
      env: {
        ...env,
        CLOUDWARDEN_SETTINGS: join(folder, 'agent.json'),
        CLOUDWARDEN_ENROLMENT_KEY: enrolmentKey,
        STATE_DIRECTORY: state,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += String(chunk);
      });
    }
  };
  start();
  return {
    state,
    output: () => output,
    exitCode: () => child.exitCode,
    start,
    kill: () => stopProcess(child, 'SIGKILL'),
    close: () => stopProcess(child, 'SIGTERM'),
  };
};

/** The agent's settings, read from the manifest. */
const settingsIn = (manifest: string): string => {
  const found = parseAllDocuments(manifest)
    .map((document) => Object(document.toJS()))
    .find(({ data }) => data?.['agent.json']);
  return found.data['agent.json'];
};

type Options = {
  folder: string;
  env: Record<string, string>;
  alias: string;
  /** The address at which the agent reaches the product. */
  through: string;
  /** What the settings file allows, in addition to the manifest's settings. */
  allows: object;
};

/** An agent with its own cluster: added through the API, running the program that is served. */
export const openAgentProcess = async (
  product: Embedded,
  { folder, env, alias, through, allows }: Options,
) => {
  const { agents, integrations } = product.api;
  const { accountId: integration_id } = await integrations.createIntegration({
    cspName: 'kubernetes',
    alias,
    groups: ['Tests'],
  });
  const input = { name: alias, integration_id, integration_type: 'kubernetes' as const };
  const { agent_id } = await agents.createAgent(input);
  const { api_key_secret: key } = await agents.createAgentKey({ agent_id });
  const { content } = await agents.getAgentInstall({ agent_id });
  const answer = await fetch(`${product.url}/agent/cloudwarden-agent.mjs`);
  const program = join(folder, 'cloudwarden-agent.mjs');
  writeFileSync(program, await answer.text());
  const manifestSettings = JSON.parse(settingsIn(content));
  const settings = JSON.stringify({ ...manifestSettings, url: through, ...allows });
  return { agent_id, integration_id, ...startAgent({ folder, program, settings, key, env }) };
};

export type AgentProcess = Awaited<ReturnType<typeof openAgentProcess>>;
