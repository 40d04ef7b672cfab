import type * as z from 'zod';
import type { GraphEdge, GraphNode } from '../bots/bot.schema.ts';
import type { NodeKind, nodeSettings } from '../bots/node.schema.ts';
import type { httpRequestSettings } from '../bots/nodes/http-request.schema.ts';
import { nodePolicy } from '../bots/nodes/policy.schema.ts';

/** The distance of a node from the first one, and the number of its parallel branch. */
type GridPosition = readonly [step: number, branch: number];

/** Pixels between two branches, and between two steps: graphs run downwards. */
const nodeSpacing = { x: 260, y: 144 };

/** Retries, since peers restart and networks fail. */
export const retrySettings = { retries: 3, retry_seconds: 10 };

/** A node with the settings of its kind; notifications are retried by default. */
export const node = <K extends NodeKind>(
  type: K,
  id: string,
  name: string,
  [step, branch]: GridPosition,
  settings: z.input<(typeof nodeSettings)[K]>,
  policy: z.input<typeof nodePolicy> | undefined = type === 'notification'
    ? retrySettings
    : undefined,
): GraphNode => ({
  id,
  type,
  name,
  position: { x: branch * nodeSpacing.x, y: step * nodeSpacing.y },
  settings: { ...settings },
  ...(policy && { policy: nodePolicy.parse(policy) }),
});

/** A note above the start that says what to fill in before the first run. */
export const fillInNote = (text: string): GraphNode =>
  node('note', 'fill-in', 'Fill in', [-1.5, 0], { text });

/** An edge; `handle` is the handle of the source, if it has more than one. */
export const edge = (source: string, target: string, handle?: string): GraphEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(handle !== undefined && { sourceHandle: handle }),
});

/** Edges from each node to the next one. */
export const edgesAlong = (...ids: string[]): GraphEdge[] =>
  ids.slice(1).map((target, at) => edge(ids[at] ?? '', target));

type Request = z.input<typeof httpRequestSettings>;

/**
 * Settings of a request to an integration, such as `GET /api/v1/users`, relative to its URL. Paged
 * requests read the most pages allowed, since a truncated list would go unnoticed.
 */
export const api = (type: string, call: string, options: Partial<Request> = {}): Request => {
  const method = call.slice(0, call.indexOf(' ')) as NonNullable<Request['method']>;
  const url = call.slice(method.length + 1);
  return {
    method,
    url,
    integration: { type },
    ...(options.paging && { max_pages: 100 }),
    ...options,
  };
};

/** Settings of an action, such as `aws.stop_instances`, with an integration of its type. */
export const act = (action: string, parameters: Record<string, string | number | string[]>) => ({
  action,
  integration: { type: action.slice(0, action.indexOf('.')) },
  parameters,
});

/** Settings of a chat message. */
export const chat = (subject: string, message: string) => ({
  channel: 'slack' as const,
  integration: { type: 'slack' },
  subject,
  message,
});

/** Settings of a mail. */
export const mail = (to: string, subject: string, message: string) => ({
  channel: 'email' as const,
  to: [to],
  subject,
  message,
});

/** Retries, then continues at `error`. */
export const branchOnError = { ...retrySettings, on_error: 'branch' as const };

/** Retries, then continues as after a success. */
export const continueOnError = { ...retrySettings, on_error: 'continue' as const };
