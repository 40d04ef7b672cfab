import { jiraIssue } from '../tickets.ts';
import { act, chat, edge, edgesAlong, fillInNote, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const verdictScript = `def main(inputs):
    malicious = inputs.get("malicious") or 0
    known = inputs.get("known") or 0
    sightings = inputs.get("sightings") or 0
    points = min(60, 10 * malicious)
    if known > 0:
        points += 30
    if sightings > 0:
        points += 10
    return {"points": points, "malicious": points >= 60}
`;

/** How many events with a value (an expression) Splunk has from the last 30 days. */
const sightings = (value: string) =>
  act('splunk.search', {
    search: `search index=* "{% $replace(${value}, '"', '') %}" | stats count`,
    earliest: '-30d',
  });

const enrich: LibraryBot = {
  _id: 'enrich-indicator-in-parallel',
  name: 'Enrich a domain from three sources',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Security Incident Response'],
  description: `Queries three sources about a domain at the same time, and rates their answers.

- The sources are VirusTotal, your MISP, and sightings in your own Splunk
- A source that is down counts as one that knows nothing
- A short Python program calculates points: change its weights as you like
- From 60 points on, the hunters are asked to approve, and Cloudflare Gateway blocks the domain

**Input:** \`domain\`

**Needs:** VirusTotal; MISP; Splunk, with the right to search; Cloudflare, with Zero Trust: Edit`,
  graph: {
    nodes: [
      node('start', 'start', 'Domain', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'The integrations; the hunters; YOUR_ACCOUNT_ID and YOUR_LIST_ID of Cloudflare.',
      }),
      node('parallel', 'ask', 'Ask all', [1, 1], { on_branch_failure: 'continue' }),
      node(
        'rest_api_action',
        'virustotal',
        'VirusTotal',
        [2, 0],
        act('virustotal.look_up_domain', { domain: '{% $event.domain %}' }),
        { ...retrySettings, cache_minutes: 60 },
      ),
      node(
        'rest_api_action',
        'misp',
        'MISP',
        [2, 1],
        act('misp.search_attributes', { value: '{% $event.domain %}', limit: 10 }),
        retrySettings,
      ),
      node('rest_api_action', 'logs', 'Splunk', [2, 2], sightings('$event.domain'), retrySettings),
      node('merge', 'answers', 'Answers', [3, 1], {}),
      node('python_code', 'weigh', 'Weigh them', [4, 1], {
        code: verdictScript,
        inputs: `{% (
  $assert('SUCCEEDED' in $nodes.Answers.*.status, 'No source answered');
  {
    'malicious': $nodes.Answers.VirusTotal.output.result.last_analysis_stats.malicious,
    'known': $count($nodes.Answers.MISP.output.result),
    'sightings': $number($nodes.Answers.Splunk.output.result[0].count)
  }
) %}`,
      }),
      node('condition', 'bad', 'Malicious?', [5, 1], {
        expression: '{% $nodes.`Weigh them`.result.malicious %}',
      }),
      node('approval', 'sure', 'Ask the hunters', [6, 1], {
        approvers: ['hunting@example.com'],
        expires_in_minutes: 240,
        message: `Block {% $event.domain %}? It has {%
  $nodes.\`Weigh them\`.result.points
%} of 100 points.`,
      }),
      node(
        'rest_api_action',
        'block',
        'Block it',
        [7, 1],
        act('cloudflare.add_to_list', {
          account: 'YOUR_ACCOUNT_ID',
          list: 'YOUR_LIST_ID',
          value: '{% $event.domain %}',
        }),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the hunters',
        [8, 1],
        chat(
          'Blocked: {% $event.domain %}',
          'It has {% $nodes.`Weigh them`.result.points %} of 100 points.',
        ),
      ),
      node('end', 'blocked', 'Blocked', [9, 1], {}),
      node('end', 'harmless', 'Not blocked', [6, 2], {}),
      node('end', 'refused', 'Left alone', [7, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'ask'),
      edge('ask', 'virustotal', 'branch'),
      edge('ask', 'misp', 'branch'),
      edge('ask', 'logs', 'branch'),
      ...edgesAlong('virustotal', 'answers', 'weigh', 'bad'),
      ...edgesAlong('misp', 'answers'),
      ...edgesAlong('logs', 'answers'),
      edge('bad', 'sure', 'yes'),
      edge('bad', 'harmless', 'no'),
      edge('sure', 'block', 'approved'),
      edge('sure', 'refused', 'rejected'),
      ...edgesAlong('block', 'tell', 'blocked'),
    ],
  },
};

const hits = `$filter(
  $zip($nodes.\`Read the indicators\`.result.value, $nodes.Searched.results),
  function($pair) { $number($pair[1].result[0].count) > 0 }
)`;

const hunt: LibraryBot = {
  _id: 'hunt-feed-indicators-in-logs',
  name: 'Hunt indicators of MISP in your logs',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting'],
  description: `Searches all your logs for today's indicators. Schedule it daily.

- Reads the domains and addresses that MISP marked for detection in the last day
- Searches Splunk for five of them at a time
- Opens one Jira issue for all hits together; without a hit nobody is notified, unless a search
  has failed

**Needs:** MISP; Splunk, with the right to search; Jira, with the right to create issues`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('MISP, Splunk, Jira and Slack; your project instead of SEC. Schedule: 0 6 * * *'),
      node(
        'rest_api_action',
        'feed',
        'Read the indicators',
        [1, 0],
        act('misp.search_attributes', {
          types: ['domain', 'hostname', 'ip-dst'],
          to_ids: 1,
          last: '1d',
          limit: 500,
        }),
        retrySettings,
      ),
      node('loop', 'each', 'For each', [2, 0], {
        items_to_iterate: '{% [$nodes.`Read the indicators`.result.value] %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'rest_api_action',
        'search',
        'Search the logs',
        [3, 0],
        sightings('$loop.item'),
        retrySettings,
      ),
      node('loop_end', 'searched', 'Searched', [4, 0], {}),
      node('condition', 'hits', 'Any hits?', [5, 0], {
        expression: `{% (
  $seen := $sum($nodes.Searched.results.result.$number(count)) > 0;
  $assert($seen or $nodes.Searched.failed = 0, 'Not searched: ' & $nodes.Searched.failed);
  $seen
) %}`,
      }),
      node(
        'rest_api_action',
        'case',
        'Open an issue',
        [6, 0],
        jiraIssue(
          "'Indicators of MISP were seen in our logs'",
          `$join([${hits}].($[0] & ': ' & $[1].result[0].count), ', ')
      & ($nodes.Searched.failed > 0 ? '. Not searched: ' & $nodes.Searched.failed : '')`,
          'threat-hunting',
        ),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the hunters',
        [7, 0],
        chat(
          'Indicators of MISP were seen in our logs',
          'The issue is {% $nodes.`Open an issue`.result.key %}.',
        ),
      ),
      node('end', 'opened', 'Issue open', [8, 0], {}),
      node('end', 'quiet', 'Nothing seen', [6, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'feed', 'each'),
      edge('each', 'search', 'body'),
      ...edgesAlong('search', 'searched', 'hits'),
      edge('hits', 'case', 'yes'),
      edge('hits', 'quiet', 'no'),
      ...edgesAlong('case', 'tell', 'opened'),
    ],
  },
};

export const hunting: readonly LibraryBot[] = [enrich, hunt];
