import { azureList, subscription } from '../azure.ts';
import { jiraIssue, unresolvedIssues } from '../tickets.ts';
import { points, seriesOf } from '../datadog.ts';
import { api, edge, edgesAlong, fillInNote, mail, node, retrySettings } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { ticketGraph } from '../shapes.ts';

/** The 95th percentile that Datadog measured in the last minutes, for traces with these tags. */
const latency = (minutes: number, tags: string) =>
  api(
    'datadog',
    `GET /api/v1/query?from={% $floor($millis() / 1000) - ${minutes * 60} %}&to={%
  $floor($millis() / 1000)
%}&query=p95:trace.http.request{${tags}}`,
  );
/** An expression: seconds from a Datadog response; undefined if nothing was measured. */
const seconds = (answer: string) => `$average(${seriesOf(answer)}[0].${points})`;

const before = seconds('$nodes.`Read the latency`.body');
const after = seconds('$nodes.`Read it again`.body');

const service = 'service:{% $encodeUrlComponent($event.service) %}';
const scaleSet = `${subscription}/resourceGroups/{%
  $encodeUrlComponent($event.resource_group)
%}/providers/Microsoft.Compute/virtualMachineScaleSets/{%
  $encodeUrlComponent($event.scale_set)
%}?api-version=2024-03-01`;

const slowService: LibraryBot = {
  _id: 'scale-out-slow-service',
  name: 'Scale out a slow service',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Adds capacity to a slow service, and says whether it helped.

- Reads from Datadog the longest time that 95 of 100 requests take
- Above the limit it adds two machines to the scale set in Azure, waits ten minutes, and reads again
- If the service is still slow, the developers get both figures

**Input:** \`service\` (its name in Datadog), \`limit_seconds\`, \`resource_group\`, \`scale_set\`

**Needs:** Datadog; Azure, with the role Virtual Machine Contributor`,
  graph: {
    nodes: [
      node('start', 'start', 'Service', [0, 0], {}),
      fillInNote('Datadog; Azure, with YOUR_SUBSCRIPTION_ID; the developers.'),
      node(
        'http_request',
        'before',
        'Read the latency',
        [1, 0],
        latency(10, service),
        retrySettings,
      ),
      node('condition', 'slow', 'Too slow?', [2, 0], {
        expression: `{% (
  $assert($exists(${before}), 'Datadog measured no request of ' & $event.service);
  ${before} > $event.limit_seconds
) %}`,
      }),
      node(
        'http_request',
        'size',
        'Read the scale set',
        [3, 0],
        api('azure', `GET ${scaleSet}`),
        retrySettings,
      ),
      node(
        'http_request',
        'scale',
        'Add two machines',
        [4, 0],
        api('azure', `PATCH ${scaleSet}`, {
          body: `{% {'sku': $merge([
  $nodes.\`Read the scale set\`.body.sku,
  {'capacity': $nodes.\`Read the scale set\`.body.sku.capacity + 2}
])} %}`,
        }),
        retrySettings,
      ),
      node('delay', 'wait', 'Let them warm up', [5, 0], { seconds: 10, unit: 'minutes' }),
      node('http_request', 'after', 'Read it again', [6, 0], latency(5, service), retrySettings),
      node('condition', 'helped', 'Did it help?', [7, 0], {
        expression: `{% ${after} <= $event.limit_seconds %}`,
      }),
      node('end', 'fast', 'Fast again', [8, 0], {}),
      node(
        'notification',
        'tell',
        'Ask developers',
        [8, 1],
        mail(
          'developers@example.com',
          '{% $event.service %} is slow, and more machines did not help',
          `Before: {% ${before} %} s. With two more: {%
  $exists(${after}) ? ${after} & ' s' : 'nothing was measured'
%}.`,
        ),
      ),
      node('end', 'asked', 'Developers asked', [9, 1], {}),
      node('end', 'fine', 'Fast enough', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'before', 'slow'),
      edge('slow', 'size', 'yes'),
      edge('slow', 'fine', 'no'),
      ...edgesAlong('size', 'scale', 'wait', 'after', 'helped'),
      edge('helped', 'fast', 'yes'),
      edge('helped', 'tell', 'no'),
      ...edgesAlong('tell', 'asked'),
    ],
  },
};

const rightsize: LibraryBot = {
  _id: 'rightsize-machines',
  name: 'Rightsize machines as Azure Advisor says',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Finds machines that are too small or too large. Schedule it monthly.

- Reads what Azure Advisor recommends for virtual machines, based on their load
- Opens a Jira issue for each, unless one is open, so that its owner decides
- The team gets one message with the numbers

**Needs:** Azure, with the role Reader; Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every month',
    fill: 'Azure, with YOUR_SUBSCRIPTION_ID; Jira and Slack; your project. Schedule: 0 9 1 * *',
    readStep: [
      'Read advice',
      azureList('Microsoft.Advisor/recommendations', '2023-01-01', {
        query: "&$filter=Category eq 'Cost'",
      }),
    ],
    of: `$nodes.\`Read advice\`.body[
  properties.impactedField = 'Microsoft.Compute/virtualMachines'
].{
  'id': name,
  'name': 'Rightsize ' & properties.impactedValue,
  'problem': properties.shortDescription.problem,
  'to': properties.extendedProperties.targetSku
}`,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        "$loop.item.problem & ($loop.item.to ? ' Recommended size: ' & $loop.item.to : '')",
        'rightsizing',
      ),
    ],
    tickets: unresolvedIssues('rightsizing'),
    subject: 'Machines to rightsize',
  }),
};

const tagged = (version: string) =>
  `env:loadtest,service:{% $encodeUrlComponent($event.service) %},version:{%
  $encodeUrlComponent($event.${version})
%}`;
const result = (name: string) => seconds(`$nodes.Results.\`${name}\`.output.body`);
const [ofNew, ofLast] = [result('The new version'), result('The last version')];

const loadTest: LibraryBot = {
  _id: 'compare-load-test-with-last-release',
  name: 'Compare a load test with the last release',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Finds out before a release whether the new version is slower than the last one.

- Reads from Datadog how long requests took in your load test, for the new version
- In parallel, reads the same for the last version, from the last 30 days
- If the new version is a tenth slower, opens a Jira issue; otherwise sends an e-mail
- If Datadog has measured nothing for one of them, an e-mail says so

Start it when your load test has ended; its traces need the tags \`env:loadtest\` and \`version\`.

**Input:** \`service\`, \`version\`, \`last_version\`

**Needs:** Datadog; Jira, with the right to create issues`,
  graph: {
    nodes: [
      node('start', 'start', 'Load test ended', [0, 0], {}),
      node('note', 'fill-in', 'Fill in', [0, -1.5], {
        text: 'The Datadog and Jira integrations; your project instead of SEC; the recipients.',
      }),
      node('parallel', 'both', 'Both', [1, 0], {}),
      node(
        'http_request',
        'new',
        'The new version',
        [2, -0.5],
        latency(60, tagged('version')),
        retrySettings,
      ),
      node(
        'http_request',
        'last',
        'The last version',
        [2, 0.5],
        latency(30 * 24 * 60, tagged('last_version')),
        retrySettings,
      ),
      node('merge', 'results', 'Results', [3, 0], {}),
      node('condition', 'measured', 'Both measured?', [4, 0], {
        expression: `{% $exists(${ofNew}) and $exists(${ofLast}) %}`,
      }),
      node('condition', 'slower', 'Slower?', [5, 0], {
        expression: `{% ${ofNew} > 1.1 * ${ofLast} %}`,
      }),
      node(
        'rest_api_action',
        'ticket',
        'Open an issue',
        [6, 0],
        jiraIssue(
          "$event.service & ' ' & $event.version & ' is slower'",
          `'95 of 100 requests took ' & ${ofLast}
      & ' s at most, and take ' & ${ofNew} & ' s now.'`,
          'performance',
        ),
        retrySettings,
      ),
      node(
        'notification',
        'praise',
        'Send good news',
        [6, 1],
        mail(
          'developers@example.com',
          '{% $event.service %} {% $event.version %} is fast',
          `95 of 100 requests take {% ${ofNew} %} s at most.`,
        ),
      ),
      node(
        'notification',
        'lacking',
        'Say what lacks',
        [5, 2],
        mail(
          'developers@example.com',
          '{% $event.service %} {% $event.version %} was not compared',
          `Nothing was measured for version {% $join([
  $exists(${ofNew}) ? [] : $event.version,
  $exists(${ofLast}) ? [] : $event.last_version
], ' and ') %}. Are its traces tagged with env:loadtest and version?`,
        ),
      ),
      node('end', 'slow', 'Issue open', [7, 0], {}),
      node('end', 'fast', 'Good news', [7, 1], {}),
      node('end', 'unknown', 'Not compared', [6, 2], {}),
    ],
    edges: [
      ...edgesAlong('start', 'both'),
      edge('both', 'new', 'branch'),
      edge('both', 'last', 'branch'),
      ...edgesAlong('new', 'results', 'measured'),
      ...edgesAlong('last', 'results'),
      edge('measured', 'slower', 'yes'),
      edge('measured', 'lacking', 'no'),
      edge('slower', 'ticket', 'yes'),
      edge('slower', 'praise', 'no'),
      ...edgesAlong('ticket', 'slow'),
      ...edgesAlong('praise', 'fast'),
      ...edgesAlong('lacking', 'unknown'),
    ],
  },
};

export const performance: readonly LibraryBot[] = [slowService, rightsize, loadTest];
