import { jiraIssue, pagerdutyIncident } from '../bodies.ts';
import { arrow, fillIn, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const why = "$nodes.`Needs a person now?`.reason";

const triage: LibraryBot = {
  _id: 'triage-guardduty-finding-with-model',
  name: 'Triage GuardDuty findings with a model',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Lets a model read each finding, and pages somebody for those that cannot wait.

- The model answers one question about the finding, with a reason and how sure it is
- A sure yes opens an incident of PagerDuty; a sure no ends the run
- Where it is unsure, or cannot be reached, an issue of Jira asks a person to look

Give it a listener of GuardDuty as its trigger. The finding is sent to the model's provider.

**Input:** an event \`GuardDuty Finding\` of EventBridge

**Needs:** OpenAI (or Amazon Bedrock, or a custom model); PagerDuty; Jira`,
  graph: {
    nodes: [
      fillIn('The integrations; YOUR_SERVICE_ID of PagerDuty; the project of Jira.'),
      node('start', 'start', 'GuardDuty finding', [0, 1], {}),
      node(
        'ai_condition',
        'judge',
        'Needs a person now?',
        [1, 1],
        {
          integration: { type: 'openai' },
          question: `Must a person look at this finding within the hour? Yes if credentials are in
use by somebody else, data is leaving, or an attacker has reached a resource. No if it was an
attempt that failed, or the work of a known scanner.`,
          data: '{% $event.detail %}',
          confidence_percent: 75,
        },
        { ...patient, on_error: 'continue' },
      ),
      node(
        'rest_api_action',
        'page',
        'Page who is on call',
        [2, 0],
        pagerdutyIncident(
          "'guardduty-' & $event.detail.id",
          '$event.detail.title',
          `$event.detail.description & ' The model: ' & ${why}`,
        ),
        patient,
      ),
      node('end', 'paged', 'Paged', [3, 0], {}),
      node(
        'rest_api_action',
        'look',
        'Ask for a look',
        [2, 1],
        jiraIssue(
          "'GuardDuty: ' & $event.detail.title",
          `$event.detail.description & ' The model was unsure. ' & ${why}`,
          'guardduty',
        ),
        patient,
      ),
      node('end', 'asked', 'Asked', [3, 1], {}),
      node('end', 'left', 'Left alone', [2, 2], {}),
    ],
    edges: [
      arrow('start', 'judge'),
      arrow('judge', 'page', 'yes'),
      arrow('judge', 'look', 'unsure'),
      arrow('judge', 'left', 'no'),
      ...path('page', 'paged'),
      ...path('look', 'asked'),
    ],
  },
};

export const triages: readonly LibraryBot[] = [triage];
