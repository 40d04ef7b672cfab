import type { NodeKind } from './node-kinds.schema.ts';
import { entryOfKind, type PerActingKind } from './node-facts.schema.ts';
import { emptyList, type Reach } from './node-reach.rules.ts';
import { aiAgentReach } from './nodes/ai-agent.rules.ts';
import { aiConditionReach } from './nodes/ai-condition.rules.ts';
import { httpRequestReach } from './nodes/http-request.rules.ts';
import { notificationReach } from './nodes/notification.rules.ts';
import { restApiActionReach } from './nodes/rest-api-action.rules.ts';
import { steampipeQueryReach } from './nodes/steampipe-query.rules.ts';

/** What each acting kind reaches; the uses, rights and costs of bots are derived from it. */
const reaches: PerActingKind<Reach> = {
  ai_agent: aiAgentReach,
  ai_condition: aiConditionReach,
  http_request: httpRequestReach,
  notification: notificationReach,
  // Python code has no network access.
  python_code: { uses: {}, calls: emptyList, inAws: emptyList, questions: emptyList },
  rest_api_action: restApiActionReach,
  steampipe_query: steampipeQueryReach,
};

/** Returns undefined for a kind that does not act. */
export const reachOf = (kind: NodeKind): Reach | undefined => entryOfKind(reaches, kind);
