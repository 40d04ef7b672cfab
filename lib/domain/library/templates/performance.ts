import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const slowService: LibraryBot = {
  _id: 'scale-out-slow-service',
  name: 'Scale out a slow service',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Adds capacity while people wait, and says whether it helped.

- Reads how long 95 of 100 requests take
- Above the limit it adds two instances, waits ten minutes, and reads again
- Still slow: the developers get both figures

**Input:** \`service\`, \`limit_ms\``,
  graph: {
    nodes: [
      node('start', 'start', 'Service', [0, 0], {}),
      fillIn('Addresses and credentials of metrics and orchestrator; the developers.'),
      node(
        'http_request',
        'before',
        'Read the latency',
        [1, 0],
        {
          url: 'https://metrics.example.com/v1/latency?percentile=95&service={% $event.service %}',
        },
        patient,
      ),
      node('condition', 'slow', 'Too slow?', [2, 0], {
        expression: '{% $nodes.`Read the latency`.body.ms > $event.limit_ms %}',
      }),
      node(
        'http_request',
        'scale',
        'Add two instances',
        [3, 0],
        {
          method: 'POST',
          url: 'https://orchestrator.example.com/v1/services/{% $event.service %}/instances',
          body: "{% {'add': 2} %}",
        },
        patient,
      ),
      node('delay', 'wait', 'Let them warm up', [4, 0], { seconds: 10, unit: 'minutes' }),
      node(
        'http_request',
        'after',
        'Read it again',
        [5, 0],
        {
          url: 'https://metrics.example.com/v1/latency?percentile=95&service={% $event.service %}',
        },
        patient,
      ),
      node('condition', 'helped', 'Did it help?', [6, 0], {
        expression: '{% $nodes.`Read it again`.body.ms <= $event.limit_ms %}',
      }),
      node('end', 'fast', 'Fast again', [7, 0], {}),
      node(
        'notification',
        'tell',
        'Ask developers',
        [7, 1],
        mail(
          'developers@example.com',
          '{% $event.service %} stays slow',
          `Two more instances did not help: {% $nodes.\`Read the latency\`.body.ms %} ms before, {%
  $nodes.\`Read it again\`.body.ms
%} ms after.`,
        ),
      ),
      node('end', 'asked', 'Developers asked', [8, 1], {}),
      node('end', 'fine', 'Fast enough', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'before', 'slow'),
      arrow('slow', 'scale', 'yes'),
      arrow('slow', 'fine', 'no'),
      ...path('scale', 'wait', 'after', 'helped'),
      arrow('helped', 'fast', 'yes'),
      arrow('helped', 'tell', 'no'),
      ...path('tell', 'asked'),
    ],
  },
};

const advise = `def main(inputs):
    """Machines whose size does not fit what they do."""
    sizes = inputs["sizes"]
    advice = []
    for machine in inputs["machines"]:
        at = sizes.index(machine["size"])
        busy = max(machine["cpu_percent"], machine["memory_percent"])
        if busy < 25 and at > 0:
            advice.append({"id": machine["id"], "name": machine["name"], "to": sizes[at - 1]})
        elif busy > 85 and at < len(sizes) - 1:
            advice.append({"id": machine["id"], "name": machine["name"], "to": sizes[at + 1]})
    return advice
`;

const rightsize: LibraryBot = {
  _id: 'rightsize-machines',
  name: 'Rightsize machines by their load',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Neither too small nor too large. Schedule it monthly.

- Reads the load of the last 30 days
- A short Python program advises one size up above 85 %, one size down below 25 %
- Somebody picks; machines are resized one at a time`,
  graph: {
    nodes: [
      node('start', 'start', 'Every month', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the cloud; your sizes in "Advise". Schedule: 0 9 3 * *'),
      node(
        'http_request',
        'read',
        'Read the load',
        [1, 0],
        { url: 'https://cloud.example.com/v1/machines?statistics=30d' },
        patient,
      ),
      node('python_code', 'advise', 'Advise', [2, 0], {
        code: advise,
        inputs: `{% {
  'machines': [$nodes.\`Read the load\`.body],
  'sizes': ['small', 'medium', 'large', 'xlarge']
} %}`,
      }),
      node('condition', 'any', 'Any advice?', [3, 0], {
        expression: '{% $count($nodes.Advise.result) > 0 %}',
      }),
      node('approval', 'ask', 'Pick machines', [4, 0], {
        approvers: ['cloud@example.com'],
        expires_in_minutes: 10_080,
        message: 'These machines do not fit their load. Which are to be resized?',
        resources: '{% $nodes.Advise.result %}',
      }),
      node('loop', 'each', 'For each machine', [5, 0], {
        items_to_iterate: '{% $nodes.`Pick machines`.resources %}',
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'resize',
        'Resize it',
        [6, 0],
        {
          method: 'PATCH',
          url: 'https://cloud.example.com/v1/machines/{% $loop.item.id %}',
          body: "{% {'size': $loop.item.to} %}",
        },
        patient,
      ),
      node('loop_end', 'resized', 'All resized', [7, 0], {}),
      node('end', 'done', 'Resized', [8, 0], {}),
      node('end', 'kept', 'Left as they are', [5, 1], {}),
      node('end', 'none', 'All fit', [4, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'advise', 'any'),
      arrow('any', 'ask', 'yes'),
      arrow('any', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'resize', 'body'),
      ...path('resize', 'resized', 'done'),
    ],
  },
};

const loadTest: LibraryBot = {
  _id: 'compare-load-test-with-last-release',
  name: 'Compare a load test with the last release',
  category: 'Performance Efficiency',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Finds out before the release what its users would find out after it.

- Starts a load test and waits for its end
- Reads the result of the last release at the same time
- A tenth slower is a ticket; anything else is good news

**Input:** \`application\`, \`version\`, \`last_version\``,
  graph: {
    nodes: [
      node('start', 'start', 'Release', [0, 0], {}),
      node('note', 'fill-in', 'Fill in', [0, -1.5], {
        text: 'Addresses and credentials of load tests and tickets; the minutes that a test takes.',
      }),
      node('parallel', 'both', 'Both', [1, 0], {}),
      node(
        'http_request',
        'run',
        'Start the test',
        [2, -0.5],
        {
          method: 'POST',
          url: 'https://loadtest.example.com/v1/tests',
          body: "{% {'application': $event.application, 'version': $event.version} %}",
        },
        patient,
      ),
      node('delay', 'wait', 'While it runs', [3, -0.5], { seconds: 20, unit: 'minutes' }),
      node(
        'http_request',
        'result',
        'Read its result',
        [4, -0.5],
        { url: 'https://loadtest.example.com/v1/tests/{% $nodes.`Start the test`.body.id %}' },
        { ...patient, retries: 5, retry_seconds: 60 },
      ),
      node(
        'http_request',
        'last',
        'The last release',
        [2, 0.5],
        {
          url: `https://loadtest.example.com/v1/tests/latest?application={%
  $event.application
%}&version={% $event.last_version %}`,
        },
        patient,
      ),
      node('merge', 'results', 'Results', [5, 0], {}),
      node('condition', 'slower', 'Slower?', [6, 0], {
        expression: `{% $nodes.Results.\`Start the test\`.output.body.p95_ms
  > 1.1 * $nodes.Results.\`The last release\`.output.body.p95_ms %}`,
      }),
      node(
        'http_request',
        'ticket',
        'Open a ticket',
        [7, 0],
        {
          method: 'POST',
          url: 'https://tickets.example.com/v1/tickets',
          body: `{% {
  'title': $event.application & ' ' & $event.version & ' is slower',
  'queue': 'performance',
  'before_ms': $nodes.Results.\`The last release\`.output.body.p95_ms,
  'after_ms': $nodes.Results.\`Start the test\`.output.body.p95_ms
} %}`,
        },
        patient,
      ),
      node(
        'notification',
        'praise',
        'Send good news',
        [7, 1],
        mail(
          'developers@example.com',
          '{% $event.application %} {% $event.version %} is fast',
          '95 of 100 take {% $nodes.Results.`Start the test`.output.body.p95_ms %} ms at most.',
        ),
      ),
      node('end', 'slow', 'Ticket open', [8, 0], {}),
      node('end', 'fast', 'Good news', [8, 1], {}),
    ],
    edges: [
      ...path('start', 'both'),
      arrow('both', 'run', 'branch'),
      arrow('both', 'last', 'branch'),
      ...path('run', 'wait', 'result', 'results', 'slower'),
      ...path('last', 'results'),
      arrow('slower', 'ticket', 'yes'),
      arrow('slower', 'praise', 'no'),
      ...path('ticket', 'slow'),
      ...path('praise', 'fast'),
    ],
  },
};

export const performance: readonly LibraryBot[] = [slowService, rightsize, loadTest];
