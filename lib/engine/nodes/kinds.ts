import type { NodeKind } from '#lib/domain/bots/node.schema.ts';
import { approval } from './approval.ts';
import { condition } from './condition.ts';
import { delay } from './delay.ts';
import { end } from './end.ts';
import { httpRequest } from './http-request.ts';
import type { NodeRules } from './node.ts';
import { note } from './note.ts';
import { start } from './start.ts';

/** What each kind of node does. */
export const nodeRules: Record<NodeKind, NodeRules> = {
  start,
  end,
  condition,
  delay,
  approval,
  http_request: httpRequest,
  note,
};
