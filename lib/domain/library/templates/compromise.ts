import { arrow, fillIn, mail, node, path, patient } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const exposedKey: LibraryBot = {
  _id: 'rotate-exposed-access-key',
  name: 'Rotate an exposed access key',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Security Incident Response'],
  description: `For a key that was found where it should not be: in a repository, a log, a chat.

- Switches the key off at once
- Lets the vault make a new one, which no run ever sees
- Waits a week, and deletes the old key only if nobody has tried it since

**Input:** \`user\`, \`key_id\`, \`owner\` (an e-mail address)`,
  graph: {
    nodes: [
      node('start', 'start', 'Exposed key', [0, 0], {}),
      fillIn('Addresses and credentials of the cloud and the vault; the team that is told.'),
      node(
        'http_request',
        'disable',
        'Disable the key',
        [1, 0],
        {
          method: 'PUT',
          url: 'https://cloud.example.com/v1/users/{% $event.user %}/keys/{% $event.key_id %}',
          body: "{% {'status': 'inactive'} %}",
        },
        patient,
      ),
      node(
        'http_request',
        'renew',
        'Renew in the vault',
        [2, 0],
        {
          method: 'POST',
          url: 'https://vault.example.com/v1/rotations',
          body: "{% {'user': $event.user} %}",
        },
        patient,
      ),
      node(
        'notification',
        'tell',
        'Tell the owner',
        [3, 0],
        mail(
          '{% $event.owner %}',
          'Your access key {% $event.key_id %} was exposed',
          'It is switched off. A new one is in the vault; the old one goes in a week.',
        ),
      ),
      node('delay', 'wait', 'Wait a week', [4, 0], { seconds: 7, unit: 'days' }),
      node(
        'http_request',
        'uses',
        'Count its uses',
        [5, 0],
        {
          url: 'https://cloud.example.com/v1/users/{% $event.user %}/keys/{% $event.key_id %}/uses',
        },
        patient,
      ),
      node('condition', 'idle', 'Unused?', [6, 0], {
        mode: 'rules',
        rules: [
          {
            value: '{% $nodes.`Count its uses`.body.count %}',
            type: 'number',
            operator: 'equals',
            compare: '0',
          },
        ],
      }),
      node(
        'http_request',
        'delete',
        'Delete the key',
        [7, 0],
        {
          method: 'DELETE',
          url: 'https://cloud.example.com/v1/users/{% $event.user %}/keys/{% $event.key_id %}',
        },
        patient,
      ),
      node(
        'notification',
        'warn',
        'Somebody tries it',
        [7, 1],
        mail(
          'secops@example.com',
          'Exposed key {% $event.key_id %} is still tried',
          'It was tried {% $nodes.`Count its uses`.body.count %} times since it was disabled.',
        ),
      ),
      node('end', 'deleted', 'Key deleted', [8, 0], {}),
      node('end', 'watched', 'Key kept disabled', [8, 1], {}),
    ],
    edges: [
      ...path('start', 'disable', 'renew', 'tell', 'wait', 'uses', 'idle'),
      arrow('idle', 'delete', 'yes'),
      arrow('idle', 'warn', 'no'),
      ...path('delete', 'deleted'),
      ...path('warn', 'watched'),
    ],
  },
};

const phishing: LibraryBot = {
  _id: 'remove-reported-phishing-mail',
  name: 'Remove a reported phishing mail',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Pulls a phishing mail out of every mailbox that it reached.

- A form takes what the reporter knows
- All mailboxes are searched, page by page
- Somebody looks at the hits and may leave some out; what changed meanwhile is left alone
- Five mails at a time are removed, and one that cannot be removed holds up no other`,
  graph: {
    nodes: [
      node('start', 'start', 'Phishing report', [0, 0], {}),
      fillIn(
        'Address and credential of the mail system; who approves; the mailbox for the result.',
      ),
      node('user_input', 'report', 'Describe the mail', [1, 0], {
        message: 'Which mail was it? It is searched for in all mailboxes.',
        expires_in_minutes: 480,
        inputs: [
          { id: 'sender', label: 'Sender', required: true },
          { id: 'subject', label: 'Subject', required: true },
        ],
      }),
      node(
        'http_request',
        'search',
        'Search mailboxes',
        [2, 0],
        {
          url: `https://mail.example.com/v1/messages?from={%
  $encodeUrlComponent($nodes.\`Describe the mail\`.values.sender)
%}&subject={% $encodeUrlComponent($nodes.\`Describe the mail\`.values.subject) %}`,
          paging: 'cursor',
          items_path: '/items',
          next_path: '/next',
          page_parameter: 'cursor',
          max_pages: 20,
        },
        patient,
      ),
      node('condition', 'found', 'Found?', [3, 0], {
        expression: '{% $count($nodes.`Search mailboxes`.body) > 0 %}',
      }),
      node('approval', 'ask', 'Look at the hits', [4, 0], {
        approvers: ['secops@example.com'],
        message: 'Remove these mails of {% $nodes.`Describe the mail`.values.sender %}?',
        resources: "{% $nodes.`Search mailboxes`.body.{'id': id, 'name': mailbox} %}",
        reread: 'Search mailboxes',
      }),
      node('loop', 'each', 'For each mail', [5, 0], {
        items_to_iterate: '{% $nodes.`Look at the hits`.resources %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'remove',
        'Remove it',
        [6, 0],
        { method: 'DELETE', url: 'https://mail.example.com/v1/messages/{% $loop.item.id %}' },
        patient,
      ),
      node('loop_end', 'all', 'All removed', [7, 0], {}),
      node(
        'notification',
        'tell',
        'Tell the team',
        [8, 0],
        mail(
          'secops@example.com',
          'Phishing of {% $nodes.`Describe the mail`.values.sender %}',
          `Removed: {% $nodes.\`All removed\`.succeeded %}.
Not removed: {% $nodes.\`All removed\`.failed %}.`,
        ),
      ),
      node('end', 'removed', 'Mails removed', [9, 0], {}),
      node('end', 'kept', 'Mails kept', [5, 1], {}),
      node('end', 'none', 'Nothing found', [4, 1], {}),
      node('end', 'late', 'Nobody answered', [2, 1], {}),
    ],
    edges: [
      ...path('start', 'report', 'search', 'found'),
      arrow('report', 'late', 'expired'),
      arrow('found', 'ask', 'yes'),
      arrow('found', 'none', 'no'),
      arrow('ask', 'each', 'approved'),
      arrow('ask', 'kept', 'rejected'),
      arrow('each', 'remove', 'body'),
      ...path('remove', 'all', 'tell', 'removed'),
    ],
  },
};

export const compromise: readonly LibraryBot[] = [exposedKey, phishing];
