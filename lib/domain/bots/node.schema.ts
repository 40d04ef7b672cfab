// Installs the kernel's error messages, as the engine reads settings without loading routes.
import '#lib/kernel/validation-messages.ts';
import type { NodeKind } from './node-kinds.schema.ts';
import { aiAgentSettings } from './nodes/ai-agent.schema.ts';
import { aiConditionSettings } from './nodes/ai-condition.schema.ts';
import { approvalSettings } from './nodes/approval.schema.ts';
import { conditionSettings } from './nodes/condition.schema.ts';
import { delaySettings } from './nodes/delay.schema.ts';
import { httpRequestSettings } from './nodes/http-request.schema.ts';
import { loopSettings } from './nodes/loop.schema.ts';
import { noteSettings } from './nodes/note.schema.ts';
import { notificationSettings } from './nodes/notification.schema.ts';
import { parallelSettings } from './nodes/parallel.schema.ts';
import { pythonCodeSettings } from './nodes/python-code.schema.ts';
import { restApiActionSettings } from './nodes/rest-api-action.schema.ts';
import { startSettings } from './nodes/start.schema.ts';
import { steampipeQuerySettings } from './nodes/steampipe-query.schema.ts';
import { noSettings } from './nodes/template.schema.ts';
import { userInputSettings } from './nodes/user-input.schema.ts';
import type * as z from 'zod';

/**
 * Settings of every node kind: the editor's form, the check and the engine read the same schema.
 */
export const nodeSettings = {
  start: startSettings,
  end: noSettings,
  condition: conditionSettings,
  ai_condition: aiConditionSettings,
  ai_agent: aiAgentSettings,
  parallel: parallelSettings,
  merge: noSettings,
  loop: loopSettings,
  loop_end: noSettings,
  delay: delaySettings,
  approval: approvalSettings,
  user_input: userInputSettings,
  notification: notificationSettings,
  http_request: httpRequestSettings,
  rest_api_action: restApiActionSettings,
  steampipe_query: steampipeQuerySettings,
  python_code: pythonCodeSettings,
  note: noteSettings,
} as const satisfies Record<NodeKind, z.ZodType>;

export type { NodeKind } from './node-kinds.schema.ts';
