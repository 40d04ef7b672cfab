import { jiraIssue } from '../tickets.ts';
import { act, edge, edgesAlong, fillInNote, mail, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { onCallError, onCallGraph, openIssueCheck } from '../on-call-graph.ts';

const finding = '$event.detail.findings[0]';

/**
 * Whether nobody has dealt with the finding yet: Security Hub sends an event for every update of a
 * finding, including updates by bots.
 */
const isNew = `{% ${finding}.Workflow.Status = 'NEW' and ${finding}.RecordState = 'ACTIVE' %}`;

const summary = `${finding}.Title & ': ' & ${finding}.Resources[0].Id`;

const page = onCallGraph({
  key: `${finding}.Id`,
  title: `${finding}.Title`,
  details: `${finding}.Description & ' (' & ${finding}.Resources[0].Id & ')'`,
  at: [3, 0],
  fallbackNode: 'write',
});
const issues = openIssueCheck({
  label: 'security-hub',
  summary,
  at: [4, 2],
  ticket: 'ticket',
  openIssueNode: 'ticketed',
});

const triage: LibraryBot = {
  _id: 'triage-findings-by-severity',
  name: 'Triage Security Hub findings by severity',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Handles each new finding of AWS Security Hub according to its severity.

- Critical ones open an incident in PagerDuty; if that fails, an e-mail is sent
- High ones open a Jira issue
- All others wait for the weekly digest
- An update of a finding opens no second incident or issue while the first is open

Use a listener of Security Hub as its trigger.

**Input:** an event \`Security Hub Findings - Imported\` of EventBridge, with one finding

**Needs:** PagerDuty, with a key with write access; Jira, with the right to create issues`,
  graph: {
    nodes: [
      node('start', 'start', 'Finding', [0, 0], {}),
      fillInNote('PagerDuty with YOUR_SERVICE_ID and the address in From; Jira with your project.'),
      node('condition', 'new', 'New?', [1, 0], { expression: isNew }),
      node('condition', 'critical', 'Critical?', [2, 0], {
        expression: `{% ${finding}.Severity.Label = 'CRITICAL' %}`,
      }),
      ...page.nodes,
      node(
        'notification',
        'write',
        'Mail the team',
        [6, 1],
        mail(
          'secops@example.com',
          `Critical: {% ${finding}.Title %}`,
          `Nobody was paged about {% ${finding}.Resources[0].Id %}. {%
  ${onCallError}
%}`,
        ),
      ),
      node('end', 'written', 'Mailed', [7, 1], {}),
      node('condition', 'high', 'High?', [3, 2], {
        expression: `{% ${finding}.Severity.Label = 'HIGH' %}`,
      }),
      ...issues.nodes,
      node(
        'rest_api_action',
        'ticket',
        'Open an issue',
        [6, 2],
        jiraIssue(
          summary,
          `${finding}.Description & ' Account ' & ${finding}.AwsAccountId & ', resource '
      & ${finding}.Resources[0].Id`,
          'security-hub',
        ),
        retrySettings,
      ),
      node('end', 'ticketed', 'Issue open', [7, 2], {}),
      node('end', 'kept', 'For the digest', [4, 3], {}),
      node('end', 'known', 'Not new', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'new'),
      edge('new', 'critical', 'yes'),
      edge('new', 'known', 'no'),
      edge('critical', 'page', 'yes'),
      edge('critical', 'high', 'no'),
      ...page.edges,
      ...edgesAlong('write', 'written'),
      edge('high', 'issues', 'yes'),
      edge('high', 'kept', 'no'),
      ...issues.edges,
      ...edgesAlong('ticket', 'ticketed'),
    ],
  },
};

const region = '{% $event.region %}';
const bucket = `{% $substringAfter(${finding}.Resources[0].Id, ':::') %}`;

const openBucket: LibraryBot = {
  _id: 'close-public-bucket',
  name: 'Close a public S3 bucket',
  category: 'Security',
  tag_name: ['SecOps', 'Governance Risk and Compliance'],
  description: `Closes public buckets that have Security Hub findings, as sent by EventBridge.

- Asks about new findings, and not again about each of their updates
- Somebody who knows the bucket must approve: some are public on purpose
- Turns on the four settings that block public access to a bucket
- Marks the finding as resolved, with a note; as suppressed if the approval is rejected, and not
  at all if nobody has answered

**Input:** an event of Security Hub with one finding about a bucket

**Needs:** an AWS account whose role may block public access and update findings`,
  graph: {
    nodes: [
      node('start', 'start', 'Public bucket', [0, 0], {}),
      fillInNote('The AWS integration; the approvers.'),
      node('condition', 'new', 'New?', [1, 0], { expression: isNew }),
      node('approval', 'ask', 'Ask the owners', [2, 0], {
        approvers: ['storage@example.com'],
        message: `Block public access to the bucket ${bucket}? {% ${finding}.Title %}`,
      }),
      node(
        'rest_api_action',
        'block',
        'Block the public',
        [3, 0],
        act('aws.block_public_access', { bucket, region }),
        retrySettings,
      ),
      node(
        'rest_api_action',
        'resolve',
        'Resolve the finding',
        [4, 0],
        act('aws.update_securityhub_finding', {
          finding: `{% ${finding}.Id %}`,
          product: `{% ${finding}.ProductArn %}`,
          workflow: 'RESOLVED',
          note: 'Public access was blocked after its owners had approved.',
          region,
        }),
        retrySettings,
      ),
      // An approval that expired or was withdrawn continues here too.
      node('condition', 'wanted', 'Did they refuse?', [3, 1], {
        expression: "{% $nodes.`Ask the owners`.status = 'rejected' %}",
      }),
      node(
        'rest_api_action',
        'suppress',
        'Suppress the finding',
        [4, 1],
        act('aws.update_securityhub_finding', {
          finding: `{% ${finding}.Id %}`,
          product: `{% ${finding}.ProductArn %}`,
          workflow: 'SUPPRESSED',
          note: 'Its owners say that it is public on purpose.',
          region,
        }),
        retrySettings,
      ),
      node('end', 'closed', 'Bucket closed', [5, 0], {}),
      node('end', 'open', 'Public on purpose', [5, 1], {}),
      node('end', 'undecided', 'Not decided', [4, 2], {}),
      node('end', 'known', 'Not new', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'new'),
      edge('new', 'ask', 'yes'),
      edge('new', 'known', 'no'),
      edge('ask', 'block', 'approved'),
      edge('ask', 'wanted', 'rejected'),
      edge('wanted', 'suppress', 'yes'),
      edge('wanted', 'undecided', 'no'),
      ...edgesAlong('block', 'resolve', 'closed'),
      ...edgesAlong('suppress', 'open'),
    ],
  },
};

export const securityHub: readonly LibraryBot[] = [triage, openBucket];
