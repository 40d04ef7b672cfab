import type { Action, AwsCall } from '../actions/definition.schema.ts';
import type { GraphNode } from './bot.schema.ts';
import type { OutsideCall } from './outside-calls.schema.ts';

export type Settings = GraphNode['settings'];
export type FindAction = (id: string) => Action | undefined;
export type AwsAction = Extract<Action, { executable_type: 'aws' }>;

/** What a node does in an AWS account: an action, a call that no action makes, or what it may. */
export type AwsUse = { integration_id: string } & (
  | { action: AwsAction; parameters: Readonly<Record<string, unknown>> }
  | { call: Pick<AwsCall, 'service' | 'operation' | 'also'> }
  | { permissions: readonly string[] }
);

type Tokens = { input_tokens: number; output_tokens: number };

/** A question that a node asks a model, with the tokens that it takes at most. */
export type ModelQuestion = {
  node_id: string;
  name: string;
  integration_id: string;
  /** Blank: the default of the integration. */
  model: string;
  most: Tokens;
  /**
   * An agent asks many questions, and ends at these US dollars; those of all iterations of a run
   * end at what `in_run` says.
   */
  agent?: { most_usd: number; in_run: { most: Tokens; most_usd: number } };
};

/** What a kind of node that acts reaches outside of its run, by the settings of a node. */
export type Reach = {
  /** What it works with besides the integrations that it names. */
  uses: {
    /** The type whose tables it reads; that of the default where its settings do not say. */
    queried?: (settings: Settings) => string | undefined;
    actions?: (settings: Settings) => string[];
    bots?: (settings: Settings) => string[];
  };
  /** What it calls besides AWS. */
  calls: (settings: Settings, find: FindAction) => OutsideCall[];
  /** What it does in AWS accounts. */
  inAws: (settings: Settings, find: FindAction) => AwsUse[];
  /** What it asks models. */
  questions: (node: GraphNode) => ModelQuestion[];
};

/** For what a kind does not do. */
export const none = (): never[] => [];

type Call = Omit<OutsideCall, 'integration_id'>;

export const through = (integration_id: string | undefined, call: Call): OutsideCall => ({
  ...(integration_id !== undefined && { integration_id }),
  ...call,
});

/** The host of an address that is fixed as far as that, however the rest of it is found out. */
export const hostIn = (url: string): string => {
  const [, place = ''] = /^https?:\/\/([^/?#]*)/i.exec(url.trim()) ?? [];
  const host = place.slice(place.lastIndexOf('@') + 1).toLowerCase();
  return host === '' || host.includes('{') ? 'any' : host;
};
