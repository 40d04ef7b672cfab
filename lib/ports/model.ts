import type { FrameThread } from '#lib/domain/chat/thread.schema.ts';

/** A JSON Schema, as it is passed to models. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a model may call. It is never run here: the caller decides about each call. */
export type ModelTool = { name: string; description: string; input: JsonSchema };

export type ModelToolCall = {
  type: 'tool_call';
  tool_call_id: string;
  tool_name: string;
  /** As the model returned them, not yet validated. */
  args: unknown;
  /**
   * Why the call cannot be run: unknown tool, or arguments that are not JSON. Sent to the model.
   */
  invalid?: string;
};

export type ModelPart = { type: 'text'; text: string } | ModelToolCall;

export type ModelToolReturn = { tool_call_id: string; tool_name: string; content: string };

/** The conversation so far. The product's own instructions are only in `instructions`. */
export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; parts: readonly ModelPart[] }
  | { role: 'tool'; returns: readonly ModelToolReturn[] };

/** One call of a model. It is plain JSON, because the call may be made by another process. */
export type ModelTurn = {
  tenant_id: string;
  /** An integration of the organisation and one of its models; its default if the name is ''. */
  model: { integration_id: string; name: string };
  instructions: string;
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  /** Asks for JSON of this schema. Models may not keep to it, so the answer must be validated. */
  output?: { name: string; schema: JsonSchema };
  /** The most tokens of the answer, and the time for the whole call in milliseconds. */
  limits: { output_tokens: number; time_ms: number };
  /** The run that makes the call; its end ends the call if `signal` does not reach the model. */
  bot_exc_id?: string;
  /**
   * Where the answer is shown while it arrives: the thread, the position in it, and the user who
   * follows it in the service portal.
   */
  shown?: FrameThread & { sequence: number; follower?: string };
};

export type ModelUsage = { input_tokens: number; output_tokens: number };

export type ModelAnswer =
  | {
      type: 'answered';
      /** The model's own name for itself: `gpt-5-2026-01-01` if `gpt-5` was asked for. */
      model_id: string;
      parts: ModelPart[];
      /** Why it ended: finished, calls of tools, the limit of tokens, or the model declined. */
      finish: 'stop' | 'tool_calls' | 'length' | 'refused';
      /** Absent if the model's server does not report it. */
      usage?: ModelUsage;
      /** In US dollars; absent unless the tokens and the price of the model are known. */
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
      /** 'no': a retry fails the same way; a number: milliseconds that the server asked to wait. */
      retry?: 'no' | number;
    };

export type TurnOptions = {
  /** Aborts the call, which then returns a failure of the kind `cancelled`. */
  signal?: AbortSignal;
  /** Called with each piece of the answer's text as it arrives; joined, the pieces are the text. */
  onText?: (delta: string) => void;
};

/**
 * Calls models: one request per call, never retried. Failures of the model, its server or the
 * integration are returned as a `failed` answer; `turn` throws only for defects.
 */
export type Models = { turn(request: ModelTurn, watch?: TurnOptions): Promise<ModelAnswer> };
