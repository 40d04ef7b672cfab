import { jiraIssue } from '../tickets.ts';
import { continueOnError, edge, edgesAlong, fillInNote, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { onCallError, onCallGraph, openIssueCheck } from '../on-call-graph.ts';

const findingText =
  "$event.detail.description & ' The model: ' & $nodes.`Needs a person now?`.reason";
const pageFailure = `$exists(${onCallError}) ? ' Nobody could be paged: ' & ${onCallError} : ''`;
const summary = "'GuardDuty: ' & $event.detail.title & ' (' & $event.detail.id & ')'";

const page = onCallGraph({
  key: "'guardduty-' & $event.detail.id",
  title: '$event.detail.title',
  details: findingText,
  at: [2, 0],
  fallbackNode: 'issues',
});
const issues = openIssueCheck({
  label: 'guardduty',
  summary,
  at: [5, 2],
  ticket: 'look',
  openIssueNode: 'asked',
});

const triage: LibraryBot = {
  _id: 'triage-guardduty-finding-with-model',
  name: 'Triage GuardDuty findings with a model',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Lets a model read each finding, and pages somebody for those that cannot wait.

- The model answers one question about the finding, with a reason and its confidence
- A confident yes opens an incident in PagerDuty; a confident no ends the run
- If the model is unsure, or nobody can be paged, a Jira issue asks a person to look
- An update of a finding opens no second incident or issue while the first is open

Use a listener of GuardDuty as its trigger. The finding is sent to the model's provider.

**Input:** an event \`GuardDuty Finding\` of EventBridge

**Needs:** OpenAI (or Amazon Bedrock, or a custom model); PagerDuty; Jira`,
  graph: {
    nodes: [
      fillInNote('The integrations; YOUR_SERVICE_ID of PagerDuty; the project of Jira.'),
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
        continueOnError,
      ),
      ...page.nodes,
      ...issues.nodes,
      node(
        'rest_api_action',
        'look',
        'Ask for a look',
        [7, 2],
        jiraIssue(summary, `${findingText} & (${pageFailure})`, 'guardduty'),
        retrySettings,
      ),
      node('end', 'asked', 'Asked', [8, 2], {}),
      node('end', 'left', 'Left alone', [2, 3], {}),
    ],
    edges: [
      edge('start', 'judge'),
      edge('judge', 'page', 'yes'),
      edge('judge', 'issues', 'unsure'),
      edge('judge', 'left', 'no'),
      ...page.edges,
      ...issues.edges,
      ...edgesAlong('look', 'asked'),
    ],
  },
};

export const triages: readonly LibraryBot[] = [triage];
