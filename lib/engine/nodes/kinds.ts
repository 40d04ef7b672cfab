import type { NodeKind } from '#lib/domain/bots/node-kinds.schema.ts';
import { aiAgent } from './ai-agent.ts';
import { aiCondition } from './ai-condition.ts';
import { approval } from './approval.ts';
import { condition } from './condition.ts';
import { delay } from './delay.ts';
import { end } from './end.ts';
import { httpRequest } from './http-request.ts';
import { loop } from './loop.ts';
import { loopEnd } from './loop-end.ts';
import { merge } from './merge.ts';
import type { NodeRules } from './node.ts';
import { note } from './note.ts';
import { notification } from './notification.ts';
import { parallel } from './parallel.ts';
import { pythonCode } from './python-code.ts';
import { restApiAction } from './rest-api-action.ts';
import { start } from './start.ts';
import { steampipeQuery } from './steampipe-query.ts';
import { userInput } from './user-input.ts';

/** The implementation of each kind of node. */
export const nodeRules: Record<NodeKind, NodeRules> = {
  start,
  end,
  condition,
  ai_condition: aiCondition,
  ai_agent: aiAgent,
  parallel,
  merge,
  loop,
  loop_end: loopEnd,
  delay,
  approval,
  user_input: userInput,
  notification,
  http_request: httpRequest,
  rest_api_action: restApiAction,
  steampipe_query: steampipeQuery,
  python_code: pythonCode,
  note,
};
