import { arrow, fillIn, mail, node, orElse, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const certificates: LibraryBot = {
  _id: 'check-certificate-expiry',
  name: 'Check when certificates expire',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Nobody remembers a certificate until it has expired. Schedule it daily.

- Reads your certificates with the day each expires
- Opens a ticket for each that has less than 30 days left; the key keeps it to one ticket
- What has less than a week left goes to the people on call as well`,
  graph: {
    nodes: [
      node('start', 'start', 'Every day', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Addresses and credentials of the certificate list and the tickets. Daily: 0 9 * * *'),
      node(
        'http_request',
        'read',
        'Read certificates',
        [1, 0],
        { url: 'https://certificates.example.com/v1/certificates' },
        patient,
      ),
      node('loop', 'each', 'For each old one', [2, 0], {
        items_to_iterate: `{% $nodes.\`Read certificates\`.body[
  $toMillis(expires_at) < $millis() + 30 * 86400000
] %}`,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'ticket',
        'Open a ticket',
        [3, 0],
        {
          method: 'PUT',
          url: `https://tickets.example.com/v1/tickets/certificate-{%
  $encodeUrlComponent($loop.item.name)
%}`,
          body: `{% {
  'title': 'Renew ' & $loop.item.name,
  'queue': $loop.item.owner,
  'due': $loop.item.expires_at
} %}`,
        },
        patient,
      ),
      node('loop_end', 'tickets', 'Tickets open', [4, 0], {}),
      node('condition', 'soon', 'Any this week?', [5, 0], {
        expression: `{% $count($nodes.\`Read certificates\`.body[
  $toMillis(expires_at) < $millis() + 7 * 86400000
]) > 0 %}`,
      }),
      node(
        'notification',
        'warn',
        'Warn on call',
        [6, 0],
        mail(
          'oncall@example.com',
          'Certificates expire within a week',
          `{% $join($nodes.\`Read certificates\`.body[
  $toMillis(expires_at) < $millis() + 7 * 86400000
].(name & ': ' & expires_at), '\\n') %}`,
        ),
        patient,
      ),
      node('end', 'warned', 'Warned', [7, 0], {}),
      node('end', 'calm', 'No hurry', [6, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'each'),
      arrow('each', 'ticket', 'body'),
      ...path('ticket', 'tickets', 'soon'),
      arrow('soon', 'warn', 'yes'),
      arrow('soon', 'calm', 'no'),
      ...path('warn', 'warned'),
    ],
  },
};

const restart: LibraryBot = {
  _id: 'restart-unhealthy-service',
  name: 'Restart a service that is not healthy',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations'],
  description: `Does what people do first at night, and wakes them only if it does not help.

- Asks the service for its health, three times
- Restarts it, waits two minutes, and asks again
- Still not healthy: whoever is on call is paged, with what was tried

**Input:** \`service\``,
  graph: {
    nodes: [
      node('start', 'start', 'Service', [0, 0], {}),
      fillIn('Addresses of health check, orchestrator and pager; their credentials.'),
      node(
        'http_request',
        'ask',
        'Ask its health',
        [1, 0],
        {
          url: 'https://services.example.com/{% $event.service %}/health',
          timeout_seconds: 10,
        },
        { ...orElse, retries: 2, retry_seconds: 5 },
      ),
      node('end', 'healthy', 'Healthy', [2, 0], {}),
      node(
        'http_request',
        'restart',
        'Restart it',
        [2, 1],
        {
          method: 'POST',
          url: 'https://orchestrator.example.com/v1/services/{% $event.service %}/restarts',
        },
        patient,
      ),
      node('delay', 'wait', 'Give it time', [3, 1], { seconds: 2, unit: 'minutes' }),
      node(
        'http_request',
        'again',
        'Ask once more',
        [4, 1],
        {
          url: 'https://services.example.com/{% $event.service %}/health',
          timeout_seconds: 10,
        },
        { ...orElse, retries: 2, retry_seconds: 5 },
      ),
      node('end', 'recovered', 'Recovered', [5, 1], {}),
      node(
        'http_request',
        'page',
        'Page who is on call',
        [5, 2],
        {
          method: 'POST',
          url: 'https://oncall.example.com/v1/incidents',
          body: `{% {
  'key': 'unhealthy-' & $event.service,
  'title': $event.service & ' is not healthy, and a restart did not help',
  'text': $nodes.\`Ask once more\`.error
} %}`,
        },
        patient,
      ),
      node('end', 'paged', 'Paged', [6, 2], {}),
    ],
    edges: [
      ...path('start', 'ask', 'healthy'),
      arrow('ask', 'restart', 'error'),
      ...path('restart', 'wait', 'again', 'recovered'),
      arrow('again', 'page', 'error'),
      ...path('page', 'paged'),
    ],
  },
};

const backups: LibraryBot = {
  _id: 'verify-backups-of-the-night',
  name: 'Verify the backups of the night',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Application Operations', 'Governance Risk and Compliance'],
  description: `Finds a backup that did not run before a restore does. Schedule it daily.

- Reads what ran tonight
- Starts each failed backup once more, two at a time
- Reports what failed twice`,
  graph: {
    nodes: [
      node('start', 'start', 'Every morning', [0, 0], { trigger_type: 'scheduled' }),
      fillIn('Address and credential of the backup system; who is told. Schedule: 30 6 * * *'),
      node(
        'http_request',
        'read',
        'Read the night',
        [1, 0],
        { url: 'https://backup.example.com/v1/jobs?since=24h' },
        patient,
      ),
      node('condition', 'any', 'Any failed?', [2, 0], {
        expression: "{% $count($nodes.`Read the night`.body[state != 'succeeded']) > 0 %}",
      }),
      node('loop', 'each', 'For each failed', [3, 0], {
        items_to_iterate: "{% $nodes.`Read the night`.body[state != 'succeeded'] %}",
        max_concurrency: 2,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'again',
        'Run it again',
        [4, 0],
        {
          method: 'POST',
          url: 'https://backup.example.com/v1/jobs/{% $loop.item.id %}/runs?wait=true',
        },
        { retries: 1, retry_seconds: 300 },
      ),
      node('loop_end', 'ran', 'Ran again', [5, 0], {}),
      node('condition', 'open', 'Failed twice?', [6, 0], {
        mode: 'rules',
        rules: [
          {
            value: '{% $nodes.`Ran again`.failed %}',
            type: 'number',
            operator: 'greater',
            compare: '0',
          },
        ],
      }),
      node(
        'notification',
        'report',
        'Report',
        [7, 0],
        mail(
          'it@example.com',
          'Backups that failed twice: {% $nodes.`Ran again`.failed %}',
          "{% $join($nodes.`Ran again`.errors.error, '\\n') %}",
        ),
        patient,
      ),
      node('end', 'reported', 'Reported', [8, 0], {}),
      node('end', 'repaired', 'Repaired', [7, 1], {}),
      node('end', 'fine', 'All fine', [3, 1], {}),
    ],
    edges: [
      ...path('start', 'read', 'any'),
      arrow('any', 'each', 'yes'),
      arrow('any', 'fine', 'no'),
      arrow('each', 'again', 'body'),
      ...path('again', 'ran', 'open'),
      arrow('open', 'report', 'yes'),
      arrow('open', 'repaired', 'no'),
      ...path('report', 'reported'),
    ],
  },
};

export const reliability: readonly LibraryBot[] = [certificates, restart, backups];
