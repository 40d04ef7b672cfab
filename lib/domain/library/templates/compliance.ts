import { act, api, edge, edgesAlong, fillInNote, mail, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { wizIssuesIn, wizIssuesRequest } from '../wiz.ts';

const summary = `from collections import Counter


def main(inputs):
    rules = [one["sourceRule"].get("name", "?") for one in inputs["nodes"]]
    levels = ["critical", "high", "medium", "low"]
    return {
        "levels": [str(inputs[one + "SeverityCount"]) + " x " + one for one in levels],
        "rules": [str(times) + " x " + rule for rule, times in Counter(rules).most_common(5)],
    }
`;

const issues = wizIssuesIn('Read issues');

const digest: LibraryBot = {
  _id: 'send-weekly-compliance-digest',
  name: 'Send a weekly compliance digest',
  category: 'Operational Excellence',
  tag_name: ['SecOps', 'IT and CCoE', 'Governance Risk and Compliance'],
  description: `One e-mail a week instead of a hundred alerts. Schedule it for Monday morning.

- Reads the open issues of Wiz
- Counts them by severity, and names the five rules that are violated most often
- Also sends an e-mail if no issue is open; the run fails if Wiz does not answer

**Needs:** Wiz, with the scope read:issues`,
  graph: {
    nodes: [
      node('start', 'start', 'Every Monday', [0, 0], { trigger_type: 'scheduled' }),
      fillInNote('The Wiz integration; the recipients of the digest. Schedule: 0 7 * * 1'),
      node('http_request', 'read', 'Read issues', [1, 0], wizIssuesRequest(), retrySettings),
      node('condition', 'any', 'Any open?', [2, 0], {
        expression: `{% ${issues}.totalCount > 0 %}`,
      }),
      node('python_code', 'sum', 'Sum them up', [3, 0], {
        code: summary,
        inputs: `{% ${issues} %}`,
      }),
      node(
        'notification',
        'send',
        'Send the digest',
        [4, 0],
        mail(
          'compliance@example.com',
          `Compliance: {% ${issues}.totalCount %} open issues`,
          `By severity:
{% $join($nodes.\`Sum them up\`.result.levels, '\\n') %}

Broken most often:
{% $join($nodes.\`Sum them up\`.result.rules, '\\n') %}`,
        ),
      ),
      node(
        'notification',
        'praise',
        'Send good news',
        [3, 1],
        mail('compliance@example.com', 'Compliance: nothing open', 'No issue is open.'),
      ),
      node('end', 'sent', 'Digest sent', [5, 0], {}),
      node('end', 'praised', 'Good news sent', [4, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'any'),
      edge('any', 'sum', 'yes'),
      edge('any', 'praise', 'no'),
      ...edgesAlong('sum', 'send', 'sent'),
      ...edgesAlong('praise', 'praised'),
    ],
  },
};

/** A section of the page: a heading, and lines in which markup characters are escaped. */
const part = (title: string, lines: string) =>
  `'<h2>${title}</h2><p>' & $join([${lines}.$replace(` +
  "$replace($, '&', '&amp;'), '<', '&lt;')], '<br/>') & '</p>'";

const evidence: LibraryBot = {
  _id: 'collect-audit-evidence',
  name: 'Collect audit evidence every month',
  category: 'Operational Excellence',
  tag_name: ['IT and CCoE', 'Governance Risk and Compliance'],
  description: `Collects monthly what auditors ask for every year. Schedule it for the first day.

- Reads the administrators of Okta, the conditional access policies of Entra ID and the open
  changes of ServiceNow in parallel
- Saves them as one page of Confluence, whose history shows that nobody changed it
- If a source is missing, no page is created and the team is told which one

**Needs:** Okta, with the role Read-Only Administrator; Entra ID, with Policy.Read.All;
ServiceNow, with the role itil; Confluence, with the right to add pages`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 1], { trigger_type: 'scheduled' }),
      node('note', 'fill-in', 'Fill in', [0, -0.5], {
        text: 'The integrations, YOUR_GROUP_ID of Okta, YOUR_SPACE_ID. Schedule: 0 5 1 * *',
      }),
      node('parallel', 'all', 'All sources', [1, 1], { on_branch_failure: 'continue' }),
      node(
        'http_request',
        'administrators',
        'Administrators',
        [2, 0],
        api('okta', 'GET /api/v1/groups/YOUR_GROUP_ID/users?limit=200', {
          paging: 'link_header',
        }),
        retrySettings,
      ),
      node(
        'http_request',
        'policies',
        'Access policies',
        [2, 1],
        api('entra_id', 'GET /v1.0/identity/conditionalAccess/policies', {
          paging: 'next_url',
          items_path: '/value',
          next_path: '/@odata.nextLink',
        }),
        retrySettings,
      ),
      node(
        'http_request',
        'changes',
        'Open changes',
        [2, 2],
        api(
          'servicenow',
          'GET /api/now/table/change_request?sysparm_query=active=true&sysparm_limit=500' +
            '&sysparm_fields=number,short_description,state',
        ),
        retrySettings,
      ),
      node('merge', 'sources', 'Sources', [3, 1], {}),
      node('condition', 'complete', 'Complete?', [4, 1], {
        expression: "{% $not('FAILED' in $nodes.Sources.*.status) %}",
      }),
      node(
        'rest_api_action',
        'keep',
        'Keep the page',
        [5, 1],
        act('confluence.create_page', {
          space: 'YOUR_SPACE_ID',
          title: 'Evidence of {% $substring($now(), 0, 10) %}, run {% $run.id %}',
          content: `{% ${part(
            'Administrators',
            '$nodes.Sources.Administrators.output.body.profile.login',
          )} & ${part(
            'Access policies',
            "$nodes.Sources.`Access policies`.output.body.(displayName & ': ' & state)",
          )} & ${part(
            'Open changes',
            "$nodes.Sources.`Open changes`.output.body.result.(number & ': ' & short_description)",
          )} %}`,
        }),
        retrySettings,
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
      ...edgesAlong('start', 'all'),
      edge('all', 'administrators', 'branch'),
      edge('all', 'policies', 'branch'),
      edge('all', 'changes', 'branch'),
      ...edgesAlong('administrators', 'sources', 'complete'),
      ...edgesAlong('policies', 'sources'),
      ...edgesAlong('changes', 'sources'),
      edge('complete', 'keep', 'yes'),
      edge('complete', 'tell', 'no'),
      ...edgesAlong('keep', 'kept'),
      ...edgesAlong('tell', 'told'),
    ],
  },
};

export const compliance: readonly LibraryBot[] = [digest, evidence];
