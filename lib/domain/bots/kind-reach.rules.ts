import type { NodeKind } from './node-kind.schema.ts';
import { ofActing, type OfActing } from './node-facts.schema.ts';
import { none, type Reach } from './node-reach.rules.ts';
import { aiAgentReach } from './nodes/ai-agent.rules.ts';
import { aiConditionReach } from './nodes/ai-condition.rules.ts';
import { httpRequestReach } from './nodes/http-request.rules.ts';
import { notificationReach } from './nodes/notification.rules.ts';
import { restApiActionReach } from './nodes/rest-api-action.rules.ts';
import { steampipeQueryReach } from './nodes/steampipe-query.rules.ts';

/** What each kind that acts reaches: what bots are said to use, may do and cost follows from it. */
const reaches: OfActing<Reach> = {
  ai_agent: aiAgentReach,
  ai_condition: aiConditionReach,
  http_request: httpRequestReach,
  notification: notificationReach,
  // It runs without a network.
  python_code: { uses: {}, calls: none, inAws: none, questions: none },
  rest_api_action: restApiActionReach,
  steampipe_query: steampipeQueryReach,
};

/** Undefined of a kind that does not act. */
export const reachOf = (kind: NodeKind): Reach | undefined => ofActing(reaches, kind);
