import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const summary = `from collections import Counter


def main(inputs):
    findings = inputs["findings"]
    by_level = Counter(one["severity"] for one in findings)
    by_rule = Counter(one["rule"] for one in findings).most_common(5)
    lines = [str(count) + " x " + level for level, count in sorted(by_level.items())]
    rules = [str(count) + " x " + rule for rule, count in by_rule]
    return {"total": len(findings), "levels": lines, "rules": rules}
`;

const digest: LibraryBot = {
  _id: 'send-weekly-compliance-digest',
  name: 'Send a weekly compliance digest',
  category: 'Operational Excellence',
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `One mail a week instead of a hundred alerts. Schedule it for Monday morning.

- Reads all open findings, page by page
- Counts them by severity, and names the five rules that are broken most
- Says so as well when everything is fine`,
  graph: {
    nodes: [
      node('start', 'start', 'Every Monday', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of your compliance tool; who reads it. Schedule: 0 7 * * 1'),
      node(
        'http_request',
        'read',
        'Read findings',
        [1, 0],
        {
          url: 'https://posture.example.com/v1/findings?state=open',
          paging: 'cursor',
          items_path: '/data',
          next_path: '/cursor',
          page_parameter: 'after',
          max_pages: 50,
        },
        patient,
      ),
      node('python_code', 'sum', 'Sum them up', [2, 0], {
        code: summary,
        inputs: "{% {'findings': $nodes.`Read findings`.body} %}",
      }),
      node('condition', 'any', 'Any open?', [3, 0], {
        expression: '{% $nodes.`Sum them up`.result.total > 0 %}',
      }),
      node(
        'notification',
        'send',
        'Send the digest',
        [4, 0],
        mail(
          'compliance@example.com',
          'Compliance: {% $nodes.`Sum them up`.result.total %} open findings',
          `By severity:
{% $join($nodes.\`Sum them up\`.result.levels, '\\n') %}

Broken most often:
{% $join($nodes.\`Sum them up\`.result.rules, '\\n') %}`,
        ),
        patient,
      ),
      node(
        'notification',
        'praise',
        'Send good news',
        [4, 1],
        mail('compliance@example.com', 'Compliance: nothing open', 'No finding is open.'),
        patient,
      ),
      node('end', 'sent', 'Digest sent', [5, 0], {}),
      node('end', 'praised', 'Good news sent', [5, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'sum', 'any'),
      arrow('any', 'send', 'yes'),
      arrow('any', 'praise', 'no'),
      ...path('send', 'sent'),
      ...path('praise', 'praised'),
    ],
  },
};

const evidence: LibraryBot = {
  _id: 'collect-audit-evidence',
  name: 'Collect audit evidence every month',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `What auditors ask for every year, kept every month. Schedule it for the first day.

- Reads the list of administrators, the backup report and the open changes in parallel
- Keeps them as one record in your evidence store
- If one source is missing, the record is not kept and the team is told which`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 1], { trigger_type: 'scheduled' }),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'Addresses and credentials of the sources and the store. Schedule: 0 5 1 * *',
      }),
      node('parallel', 'all', 'All sources', [1, 1], { on_branch_failure: 'continue' }),
      node(
        'http_request',
        'administrators',
        'Administrators',
        [2, 0],
        { url: 'https://idp.example.com/v1/groups/administrators/members' },
        patient,
      ),
      node(
        'http_request',
        'backups',
        'Backup report',
        [2, 1],
        { url: 'https://backup.example.com/v1/reports/latest' },
        patient,
      ),
      node(
        'http_request',
        'changes',
        'Open changes',
        [2, 2],
        { url: 'https://tickets.example.com/v1/changes?state=open' },
        patient,
      ),
      node('merge', 'sources', 'Sources', [3, 1], {}),
      node('condition', 'complete', 'Complete?', [4, 1], {
        expression: "{% $not('FAILED' in $nodes.Sources.*.status) %}",
      }),
      node(
        'http_request',
        'keep',
        'Keep the record',
        [5, 1],
        {
          method: 'POST',
          url: 'https://evidence.example.com/v1/records',
          body: `{% {
  'control': 'monthly-review',
  'run': $run.id,
  'administrators': $nodes.Sources.Administrators.output.body,
  'backups': $nodes.Sources.\`Backup report\`.output.body,
  'changes': $nodes.Sources.\`Open changes\`.output.body
} %}`,
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Name what lacks',
        [5, 2],
        mail(
          'compliance@example.com',
          'Evidence of this month is incomplete',
          `Missing: {% $join(
  $keys($nodes.Sources)[$lookup($nodes.Sources, $).status = 'FAILED'], ', '
) %}.
Repair the source and run this again.`,
        ),
      ),
      node('end', 'kept', 'Evidence kept', [6, 1], {}),
      node('end', 'told', 'Not complete', [6, 2], {}),
    ],
    edges: [
      ...path('start', 'all'),
      arrow('all', 'administrators', 'branch'),
      arrow('all', 'backups', 'branch'),
      arrow('all', 'changes', 'branch'),
      ...path('administrators', 'sources', 'complete'),
      ...path('backups', 'sources'),
      ...path('changes', 'sources'),
      arrow('complete', 'keep', 'yes'),
      arrow('complete', 'tell', 'no'),
      ...path('keep', 'kept'),
      ...path('tell', 'told'),
    ],
  },
};

const publicBuckets: LibraryBot = {
  _id: 'close-public-buckets',
  name: 'Close public storage buckets',
  category: 'Security',
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `Finds storage that everybody can read, and closes it. Schedule it daily.

- Buckets tagged \`public: wanted\` are left alone
- Somebody looks at the rest; what was closed meanwhile is not touched
- Three at a time are closed`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the cloud; who approves. Schedule: 30 7 * * *'),
      node(
        'http_request',
        'read',
        'Read the buckets',
        [1, 0],
        { url: 'https://cloud.example.com/v1/buckets?access=public' },
        patient,
      ),
      node('condition', 'any', 'Any unwanted?', [2, 0], {
        expression:
          "{% $count($nodes.`Read the buckets`.body[$not(tags.public = 'wanted')]) > 0 %}",
      }),
      node('approval', 'ask', 'Ask the cloud team', [3, 0], {
        approvers: ['cloud@example.com'],
        message: 'These buckets can be read by everybody. Close them?',
        resources: `{% $nodes.\`Read the buckets\`.body[$not(tags.public = 'wanted')].{
  'id': id, 'name': id, 'region': region
} %}`,
        reread: 'Read the buckets',
      }),
      node('loop', 'each', 'For each bucket', [4, 0], {
        items_to_iterate: '{% $nodes.`Ask the cloud team`.resources %}',
        max_concurrency: 3,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'close',
        'Close it',
        [5, 0],
        {
          method: 'PUT',
          url: 'https://cloud.example.com/v1/buckets/{% $loop.item.id %}/public-access-block',
          body: "{% {'block': true} %}",
        },
        patient,
      ),
      node('loop_end', 'closed', 'All closed', [6, 0], {}),
      node('end', 'done', 'Closed', [7, 0], {}),
      node('end', 'kept', 'Left open', [4, 1], {}),
      node('end', 'none', 'None public', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'close', 'body'),
      ...path('close', 'closed', 'done'),
    ],
  },
};

export const compliance: readonly LibraryBot[] = [digest, evidence, publicBuckets];
