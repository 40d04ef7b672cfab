import type { Action, AwsCall } from '../actions/definition.schema.ts';
import type { GraphNode } from './bot.schema.ts';
import type { OutsideCall } from './outside-calls.schema.ts';

export type Settings = GraphNode['settings'];
export type FindAction = (id: string) => Action | undefined;
export type AwsAction = Extract<Action, { executable_type: 'aws' }>;

/** A node's use of an AWS account: an action, a fixed call, or a set of permissions. */
export type AwsUse = { integration_id: string } & (
  | { action: AwsAction; parameters: Readonly<Record<string, unknown>> }
  | { call: Pick<AwsCall, 'service' | 'operation' | 'also'> }
  | { permissions: readonly string[] }
);

type Tokens = { input_tokens: number; output_tokens: number };

/** A question that a node asks a model, with the maximum number of tokens. */
export type ModelQuestion = {
  node_id: string;
  name: string;
  integration_id: string;
  /** Blank means the default model of the integration. */
  model: string;
  most: Tokens;
  /**
   * Set for an AI agent, which asks many questions: its limit in US dollars, and the limits of all
   * loop iterations of a run together.
   */
  agent?: { most_usd: number; in_run: { most: Tokens; most_usd: number } };
};

/** What an acting kind reaches outside its run, determined by a node's settings. */
export type Reach = {
  /** What it uses besides the integrations that it names. */
  uses: {
    /** The inventory type whose tables it reads; the default if the settings do not say. */
    queried?: (settings: Settings) => string | undefined;
    actions?: (settings: Settings) => string[];
    bots?: (settings: Settings) => string[];
  };
  /** Its calls to other systems than AWS. */
  calls: (settings: Settings, find: FindAction) => OutsideCall[];
  /** Its uses of AWS accounts. */
  inAws: (settings: Settings, find: FindAction) => AwsUse[];
  /** Its questions to models. */
  questions: (node: GraphNode) => ModelQuestion[];
};

/** For a kind that has none. */
export const emptyList = (): never[] => [];

type Call = Omit<OutsideCall, 'integration_id'>;

export const outsideCallOf = (integration_id: string | undefined, call: Call): OutsideCall => ({
  ...(integration_id !== undefined && { integration_id }),
  ...call,
});

/** The host of a URL; `any` unless the URL fixes it, even if its path is only known in the run. */
export const hostIn = (url: string): string => {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url.trim()) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  return host === '' || host.includes('{') ? 'any' : host;
};
