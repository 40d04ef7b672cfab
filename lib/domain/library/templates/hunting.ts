import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const verdict = `def main(inputs):
    reputation = inputs.get("reputation") or 0
    first_seen = inputs.get("domain_age_days")
    sightings = inputs.get("sightings") or 0
    points = 0.6 * reputation
    if first_seen is not None and first_seen < 30:
        points += 25
    if sightings > 0:
        points += 15
    return {"points": round(points), "malicious": points >= 70}
`;

const enrich: LibraryBot = {
  _id: 'enrich-indicator-in-parallel',
  name: 'Enrich an indicator from three sources',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Security Incident Response'],
  description: `Asks three sources about a domain at the same time, and weighs what they say.

- Reputation, age of the domain, sightings in your own logs
- A source that is down counts as knowing nothing
- A short Python program gives points: change its weights to your taste
- From 70 points on the firewall blocks it, and the team is told

**Input:** \`domain\``,
  graph: {
    nodes: [
      node('start', 'start', 'Indicator', [0, 1], {}),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'Addresses and credentials of the three sources and the firewall.',
      }),
      node('parallel', 'ask', 'Ask all', [1, 1], { on_branch_failure: 'continue' }),
      node(
        'http_request',
        'reputation',
        'Reputation',
        [2, 0],
        { url: 'https://reputation.example.com/v1/domains/{% $event.domain %}' },
        { ...patient, cache_minutes: 60 },
      ),
      node(
        'http_request',
        'age',
        'Age of the domain',
        [2, 1],
        { url: 'https://registry.example.com/v1/domains/{% $event.domain %}' },
        { ...patient, cache_minutes: 1440 },
      ),
      node(
        'http_request',
        'logs',
        'Own sightings',
        [2, 2],
        { url: 'https://siem.example.com/v1/sightings?domain={% $event.domain %}' },
        patient,
      ),
      node('merge', 'answers', 'Answers', [3, 1], {}),
      node('python_code', 'weigh', 'Weigh them', [4, 1], {
        code: verdict,
        inputs: `{% {
  'reputation': $nodes.Answers.Reputation.output.body.score,
  'domain_age_days': $nodes.Answers.\`Age of the domain\`.output.body.age_days,
  'sightings': $nodes.Answers.\`Own sightings\`.output.body.count
} %}`,
      }),
      node('condition', 'bad', 'Malicious?', [5, 1], {
        expression: '{% $nodes.`Weigh them`.result.malicious %}',
      }),
      node(
        'http_request',
        'block',
        'Block it',
        [6, 1],
        {
          method: 'POST',
          url: 'https://firewall.example.com/v1/blocked-domains',
          body: "{% {'domain': $event.domain, 'points': $nodes.`Weigh them`.result.points} %}",
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell the hunters',
        [7, 1],
        mail(
          'hunting@example.com',
          'Blocked: {% $event.domain %}',
          'It came to {% $nodes.`Weigh them`.result.points %} points of 100.',
        ),
      ),
      node('end', 'blocked', 'Blocked', [8, 1], {}),
      node('end', 'harmless', 'Not blocked', [6, 2], {}),
    ],
    edges: [
      ...path('start', 'ask'),
      arrow('ask', 'reputation', 'branch'),
      arrow('ask', 'age', 'branch'),
      arrow('ask', 'logs', 'branch'),
      ...path('reputation', 'answers', 'weigh', 'bad'),
      ...path('age', 'answers'),
      ...path('logs', 'answers'),
      arrow('bad', 'block', 'yes'),
      arrow('bad', 'harmless', 'no'),
      ...path('block', 'tell', 'blocked'),
    ],
  },
};

const hunt: LibraryBot = {
  _id: 'hunt-feed-indicators-in-logs',
  name: 'Hunt indicators of a feed in your logs',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting'],
  description: `Looks for today's indicators in everything that was logged. Schedule it daily.

- Reads the feed, page by page
- Searches your logs for five indicators at a time
- Opens one case for all hits together; without a hit nobody is bothered`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Addresses and credentials of feed, log search and cases. A schedule: 0 6 * * *'),
      node(
        'http_request',
        'feed',
        'Read the feed',
        [1, 0],
        {
          url: 'https://feed.example.com/v1/indicators?age=1d',
          paging: 'link_header',
          items_path: '/indicators',
        },
        patient,
      ),
      node('loop', 'each', 'For each', [2, 0], {
        items_to_iterate: '{% $nodes.`Read the feed`.body %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'search',
        'Search the logs',
        [3, 0],
        {
          method: 'POST',
          url: 'https://siem.example.com/v1/searches',
          body: "{% {'query': $loop.item.value, 'last_days': 30} %}",
        },
        patient,
      ),
      node('loop_end', 'searched', 'Searched', [4, 0], {}),
      node('condition', 'hits', 'Any hits?', [5, 0], {
        expression: '{% $sum($nodes.Searched.results.body.hits) > 0 %}',
      }),
      node(
        'http_request',
        'case',
        'Open a case',
        [6, 0],
        {
          method: 'POST',
          url: 'https://cases.example.com/v1/cases',
          body: `{% {
  'title': 'Indicators of the feed were seen',
  'sightings': [$nodes.Searched.results.body[hits > 0].{'indicator': query, 'hits': hits}]
} %}`,
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell the hunters',
        [7, 0],
        mail(
          'hunting@example.com',
          'The feed has hits in our logs',
          `Seen: {% $join($nodes.Searched.results.body[hits > 0].query, ', ') %}.
Searches that failed: {% $nodes.Searched.failed %}.`,
        ),
      ),
      node('end', 'opened', 'Case open', [8, 0], {}),
      node('end', 'quiet', 'Nothing seen', [6, 1], {}),
    ],
    edges: [
      ...path('start', 'feed', 'each'),
      arrow('each', 'search', 'body'),
      ...path('search', 'searched', 'hits'),
      arrow('hits', 'case', 'yes'),
      arrow('hits', 'quiet', 'no'),
      ...path('case', 'tell', 'opened'),
    ],
  },
};

const travel = `from datetime import datetime


def main(inputs):
    """Pairs of sign-ins of one person in two countries within two hours."""
    found, last = [], {}
    for one in sorted(inputs["sign_ins"], key=lambda one: one["at"]):
        before = last.get(one["user"])
        last[one["user"]] = one
        if before is None or before["country"] == one["country"]:
            continue
        gap = datetime.fromisoformat(one["at"]) - datetime.fromisoformat(before["at"])
        if gap.total_seconds() <= 7200:
            ways = before["country"] + " to " + one["country"]
            found.append({"id": one["user"], "name": one["user"] + ": " + ways})
    return list({one["id"]: one for one in found}.values())
`;

const impossibleTravel: LibraryBot = {
  _id: 'find-impossible-travel',
  name: 'Find impossible travel in sign-ins',
  category: 'Security',
  tag_name: ['SecOps', 'Threat Hunting', 'Identity Operations'],
  description: `Finds people who signed in from two countries within two hours. Schedule it hourly.

- Reads the sign-ins of the last day from your identity provider
- A short Python program pairs them
- The hunters say which of them are no VPN; those have to sign in anew`,
  graph: {
    nodes: [
      node('start', 'start', 'Every hour', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the identity provider; the hunters. Schedule: 5 * * * *'),
      node(
        'http_request',
        'read',
        'Read sign-ins',
        [1, 0],
        {
          url: 'https://idp.example.com/v1/sign-ins?last=24h',
          paging: 'next_url',
          items_path: '/items',
          next_path: '/links/next',
        },
        patient,
      ),
      node('python_code', 'pair', 'Pair them', [2, 0], {
        code: travel,
        inputs: "{% {'sign_ins': $nodes.`Read sign-ins`.body} %}",
      }),
      node('condition', 'any', 'Any?', [3, 0], {
        mode: 'rules',
        rules: [
          { value: '{% [$nodes.`Pair them`.result] %}', type: 'list', operator: 'is_not_empty' },
        ],
      }),
      node('approval', 'ask', 'Rule out VPNs', [4, 0], {
        approvers: ['hunting@example.com'],
        expires_in_minutes: 240,
        message: 'These people were in two countries at once. Whose sessions are to end?',
        resources: '{% $nodes.`Pair them`.result %}',
      }),
      node('loop', 'each', 'For each person', [5, 0], {
        items_to_iterate: '{% $nodes.`Rule out VPNs`.resources %}',
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'end-sessions',
        'End the sessions',
        [6, 0],
        {
          method: 'DELETE',
          url: 'https://idp.example.com/v1/users/{% $encodeUrlComponent($loop.item.id) %}/sessions',
        },
        patient,
      ),
      node('loop_end', 'ended', 'Sessions ended', [7, 0], {}),
      node('end', 'done', 'Signed out', [8, 0], {}),
      node('end', 'known', 'Known travellers', [5, 1], {}),
      node('end', 'none', 'Nobody', [4, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'pair', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'known', 'rejected'),
      arrow('each', 'end-sessions', 'body'),
      ...path('end-sessions', 'ended', 'done'),
    ],
  },
};

export const hunting: readonly LibraryBot[] = [enrich, hunt, impossibleTravel];
