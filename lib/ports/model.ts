import type { Told } from '#lib/domain/chat/thread.schema.ts';

/** A schema of JSON, as models are told what to answer. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model may ask for. It is never run here: whoever asks decides about each call. */
export type ModelTool = { name: string; description: string; input: JsonSchema };

export type ModelToolCall = {
  type: 'tool_call';
  tool_call_id: string;
  tool_name: string;
  /** As the model gave them: checked by nobody yet. */
  args: unknown;
  /** Why it cannot be run: no such tool, or arguments that are no JSON. For the model to read. */
  invalid?: string;
};

export type ModelPart = { type: 'text'; text: string } | ModelToolCall;

export type ModelToolReturn = { tool_call_id: string; tool_name: string; content: string };

/** What was said so far. What the product itself says stands in `instructions` only. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; parts: readonly ModelPart[] }
  | { role: 'tool'; returns: readonly ModelToolReturn[] };

/** One call of a model. It is JSON, as the model may be called elsewhere. */
export type ModelTurn = {
  tenant_id: string;
  /** An integration of the organisation, and one of its models: its default where unnamed. */
  model: { integration_id: string; name: string };
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** The answer is JSON by this schema, as far as the model keeps to it: it has to be checked. */
  output?: { name: string; schema: JsonSchema };
  /** Tokens of the answer, and milliseconds for all of it. */
  limits: { output_tokens: number; time_ms: number };
  /** The run that asks, with whose end the question ends where no signal reaches the model. */
  bot_exc_id?: string;
  /**
   * Where people read the answer while it comes: the thread, its place in there, and who follows it
   * in the service portal.
   */
  shown?: Told & { sequence: number; follower?: string };
};

export type ModelUsage = { input_tokens: number; output_tokens: number };

export type ModelAnswer =
  | {
      type: 'answered';
      /** The model as it names itself: `gpt-5-2026-01-01` where `gpt-5` was asked. */
      model_id: string;
      parts: ModelPart[];
      /** Of its own, for its calls, at the bound of tokens, or because it would not answer. */
      finish: 'stop' | 'tool_calls' | 'length' | 'refused';
      /** Absent where the model's server does not tell. */
      usage?: ModelUsage;
      /** US dollars, where the tokens and the price of the model are known. */
      cost?: number;
    }
  | {
      type: 'failed';
      kind:
        | 'integration'
        | 'unreachable'
        | 'denied'
        | 'busy'
        | 'cut'
        | 'invalid'
        | 'time'
        | 'cancelled';
      /** A sentence for people, without secrets. */
      error: string;
      /** 'no': another attempt ends the same; milliseconds that the server asked to wait. */
      retry?: 'no' | number;
    };

export type Watch = {
  /** Ends the call; the answer is a failure of the kind `cancelled`. */
  signal?: AbortSignal;
  /** Is given the text of the answer as it comes; the deltas together are the text. */
  onText?: (delta: string) => void;
};

/**
 * Calls models: one call at a time, never again by itself. What goes wrong with the model, its
 * server or the integration is a `failed` answer; `turn` throws only for defects.
 */
export type Models = { turn(asked: ModelTurn, watch?: Watch): Promise<ModelAnswer> };
