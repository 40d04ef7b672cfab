import { isRecent, jiraIssue, recentIssues } from '../tickets.ts';
import {
  act,
  api,
  chat,
  continueOnError,
  edge,
  edgesAlong,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { outcomeText, reviewGraph, ticketGraph } from '../shapes.ts';

const remote = '$event.detail.service.action.*.remoteIpDetails.ipAddressV4';

const guardDuty: LibraryBot = {
  _id: 'block-attacker-of-guardduty-finding',
  name: 'Block the attacker of a GuardDuty finding',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Checks the address of a finding with two sources, and blocks it in Cloudflare.

- An address that Cloudflare already blocks is left alone: findings are sent again with each update
- AbuseIPDB and VirusTotal are queried in parallel; one that is down counts as knowing nothing
- If AbuseIPDB says 80 % or more, or three scanners object, the person on call is asked
- After the approval Cloudflare blocks the address for all zones of the account

Use a listener of GuardDuty as its trigger.

**Input:** an event \`GuardDuty Finding\` of EventBridge

**Needs:** AbuseIPDB; VirusTotal; Cloudflare, with Account Firewall Access Rules: Edit`,
  graph: {
    nodes: [
      node('start', 'start', 'GuardDuty finding', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'The integrations; who is on call; YOUR_ACCOUNT_ID of Cloudflare.',
      }),
      node('condition', 'remote', 'Remote address?', [1, 1], {
        expression: `{% $exists(${remote}) %}`,
      }),
      node(
        'http_request',
        'rules',
        'Read the rules',
        [2, 1],
        api(
          'cloudflare',
          'GET /accounts/YOUR_ACCOUNT_ID/firewall/access_rules/rules?mode=block' +
            `&configuration.value={% $encodeUrlComponent(${remote}) %}`,
        ),
        continueOnError,
      ),
      node('condition', 'known', 'Blocked already?', [3, 1], {
        expression: `{% ${remote} in $nodes.\`Read the rules\`.body.result.configuration.value %}`,
      }),
      node('parallel', 'all', 'Ask both', [4, 1], { on_branch_failure: 'continue' }),
      node(
        'rest_api_action',
        'abuse',
        'AbuseIPDB',
        [5, 0],
        act('abuseipdb.check_address', { address: `{% ${remote} %}`, days: 90 }),
        { ...retrySettings, cache_minutes: 60 },
      ),
      node(
        'rest_api_action',
        'scanners',
        'VirusTotal',
        [5, 1],
        act('virustotal.look_up_address', { address: `{% ${remote} %}` }),
        { ...retrySettings, cache_minutes: 60 },
      ),
      node('merge', 'answers', 'Answers', [6, 1], {}),
      node('condition', 'bad', 'Bad name?', [7, 1], {
        expression: `{% (
  $assert('SUCCEEDED' in $nodes.Answers.*.status, 'Neither source answered');
  $nodes.Answers.AbuseIPDB.output.result.abuseConfidenceScore >= 80
  or $nodes.Answers.VirusTotal.output.result.last_analysis_stats.malicious >= 3
) %}`,
      }),
      node('approval', 'ask', 'Ask who is on call', [8, 1], {
        approvers: ['oncall@example.com'],
        expires_in_minutes: 60,
        message: `Block {% ${remote} %}? {% $event.detail.title %}`,
      }),
      node(
        'rest_api_action',
        'block',
        'Block it',
        [9, 1],
        act('cloudflare.block_address_everywhere', {
          account: 'YOUR_ACCOUNT_ID',
          address: `{% ${remote} %}`,
          notes: 'GuardDuty finding {% $event.detail.id %}',
        }),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the team',
        [10, 1],
        chat(`Blocked: {% ${remote} %}`, '{% $event.detail.type %}: {% $event.detail.title %}'),
      ),
      node('end', 'blocked', 'Blocked', [11, 1], {}),
      node('end', 'refused', 'Not blocked', [9, 2], {}),
      node('end', 'harmless', 'No bad name', [8, 2], {}),
      node('end', 'before', 'Blocked before', [4, 2], {}),
      node('end', 'local', 'No address', [2, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'remote'),
      edge('remote', 'rules', 'yes'),
      edge('remote', 'local', 'no'),
      ...edgesAlong('rules', 'known'),
      edge('known', 'before', 'yes'),
      edge('known', 'all', 'no'),
      edge('all', 'abuse', 'branch'),
      edge('all', 'scanners', 'branch'),
      ...edgesAlong('abuse', 'answers', 'bad'),
      ...edgesAlong('scanners', 'answers'),
      edge('bad', 'ask', 'yes'),
      edge('bad', 'harmless', 'no'),
      edge('ask', 'block', 'approved'),
      edge('ask', 'refused', 'rejected'),
      ...edgesAlong('block', 'tell', 'blocked'),
    ],
  },
};

const connected = "$nodes.`Read the threats`.body[agentRealtimeInfo.networkStatus = 'connected']";

const infected: LibraryBot = {
  _id: 'disconnect-infected-endpoints',
  name: 'Disconnect infected endpoints',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Disconnects endpoints with an open threat from the network. Schedule it hourly.

- Reads the unresolved malicious threats of SentinelOne, page by page
- The team gets the endpoints that are still connected, and may leave some out
- They are disconnected; their agents can still be reached to connect them again

**Needs:** SentinelOne, with the permissions View Threats and Disconnect From Network`,
  graph: reviewGraph({
    start: 'Every hour',
    fill: 'The SentinelOne and Slack integrations; the approvers. Schedule: 0 * * * *',
    readStep: [
      'Read the threats',
      api(
        'sentinelone',
        'GET /web/api/v2.1/threats?incidentStatuses=unresolved&confidenceLevels=malicious' +
          '&limit=1000',
        {
          paging: 'cursor',
          items_path: '/data',
          next_path: '/pagination/nextCursor',
          page_parameter: 'cursor',
        },
      ),
    ],
    of: `$distinct(${connected}.agentRealtimeInfo.agentId).(
  $id := $;
  $own := ${connected}[agentRealtimeInfo.agentId = $id];
  {
    'id': $id,
    'name': $own[0].agentRealtimeInfo.agentComputerName & ': '
      & $join($sort($distinct([$own.threatInfo.threatName])), ', ')
  }
)`,
    approvers: 'secops@example.com',
    minutes: 60,
    question: 'These endpoints have a malicious threat. Which should be disconnected?',
    action: ['Disconnect it', act('sentinelone.disconnect', { agent: '{% $loop.item.id %}' })],
    report: chat('Infected endpoints disconnected', outcomeText),
  }),
};

const leakedSecrets: LibraryBot = {
  _id: 'ticket-leaked-secrets',
  name: 'Open tickets for secrets in repositories',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response', 'Application Operations'],
  description: `A secret in a repository is known to everybody who has cloned it. Schedule it daily.

- Reads the open alerts of GitHub secret scanning of the last week, without the secrets
- Opens a Jira issue for each that has none, with a link to the alert, which shows who pushed it
- The team gets one message with the numbers

**Needs:** GitHub, with read access to secret scanning alerts of the organization;
Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every day',
    fill: 'GitHub, with your-org; Jira, with your project; Slack. Schedule: 0 6 * * *',
    readStep: [
      'Read the alerts',
      api(
        'github',
        'GET /orgs/your-org/secret-scanning/alerts?state=open&hide_secret=true&per_page=100',
        { paging: 'link_header' },
      ),
    ],
    of: `$nodes.\`Read the alerts\`.body[${isRecent('created_at')}].{
  'id': $string(number),
  'name': repository.full_name & ' #' & number & ': leaked secret, ' & secret_type_display_name,
  'link': html_url
}`,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        "'Revoke it first, then close the alert: ' & $loop.item.link",
        'leaked-secret',
      ),
    ],
    tickets: recentIssues('leaked-secret'),
    subject: 'Secrets found in repositories',
  }),
};

export const threats: readonly LibraryBot[] = [guardDuty, infected, leakedSecrets];
