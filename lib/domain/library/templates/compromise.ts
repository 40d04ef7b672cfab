import {
  act,
  api,
  chat,
  continueOnError,
  edge,
  edgesAlong,
  fillInNote,
  mail,
  node,
  retrySettings,
} from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';

const keyUrl =
  'https://iam.googleapis.com/v1/projects/-/serviceAccounts/{% ' +
  '$encodeUrlComponent($event.service_account) %}/keys/{% $encodeUrlComponent($event.key_id) %}';

const exposed = { account: '{% $event.service_account %}', key: '{% $event.key_id %}' };

const exposedKey: LibraryBot = {
  _id: 'rotate-exposed-access-key',
  name: 'Take an exposed key out of use',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Security Incident Response'],
  description: `Disables a Google Cloud service account key that was found in a repository or a log.

- Disables the key after an approval; it can be enabled again
- Notifies the owner, who has a week to switch to another key
- Deletes the key after somebody has confirmed that nothing needs it

**Input:** \`service_account\` (its e-mail address), \`key_id\`, \`owner\` (an e-mail address)

**Needs:** Google Cloud, with the role Service Account Key Admin`,
  graph: {
    nodes: [
      node('start', 'start', 'Exposed key', [0, 0], {}),
      fillInNote('The Google Cloud and Slack integrations; the approvers.'),
      node(
        'http_request',
        'read',
        'Read the key',
        [1, 0],
        api('gcp', `GET ${keyUrl}`),
        retrySettings,
      ),
      node('approval', 'ask', 'Ask the team', [2, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 60,
        message: 'Disable the key {% $event.key_id %} of {% $event.service_account %}?',
      }),
      node(
        'rest_api_action',
        'disable',
        'Disable the key',
        [3, 0],
        act('gcp.disable_service_account_key', exposed),
        retrySettings,
      ),
      node(
        'notification',
        'tell',
        'Tell the owner',
        [4, 0],
        mail(
          '{% $event.owner %}',
          'The key {% $event.key_id %} was exposed',
          'It is disabled, and will be deleted in a week. Use another key from now on.',
        ),
        continueOnError,
      ),
      node('delay', 'wait', 'Wait a week', [5, 0], { seconds: 7, unit: 'days' }),
      node('approval', 'missed', 'Nothing misses it?', [6, 0], {
        approvers: ['secops@example.com'],
        expires_in_minutes: 10_080,
        message: 'Delete the key {% $event.key_id %} of {% $event.service_account %} permanently?',
      }),
      node(
        'rest_api_action',
        'delete',
        'Delete the key',
        [7, 0],
        act('gcp.delete_service_account_key', exposed),
        retrySettings,
      ),
      node(
        'notification',
        'warn',
        'Remind the team',
        [7, 1],
        chat('A key is still needed', '{% $event.key_id %} stays disabled, and is not deleted.'),
      ),
      node('end', 'deleted', 'Key deleted', [8, 0], {}),
      node('end', 'watched', 'Key kept disabled', [8, 1], {}),
      node('end', 'refused', 'Key left alone', [3, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'read', 'ask'),
      edge('ask', 'disable', 'approved'),
      edge('ask', 'refused', 'rejected'),
      ...edgesAlong('disable', 'tell', 'wait', 'missed'),
      edge('missed', 'delete', 'approved'),
      edge('missed', 'warn', 'rejected'),
      ...edgesAlong('delete', 'deleted'),
      ...edgesAlong('warn', 'watched'),
    ],
  },
};

const mailboxes =
  "$distinct($split($nodes.`Describe the mail`.values.mailboxes, '\\n')[$trim($) != ''].$trim())";
const unsearched = `($nodes.Searched.failed = 0 ? 'none' : $join(
  $map($nodes.Searched.errors.index, function($at) { [${mailboxes}][$at] }), ', '
))`;
const found = `$map($nodes.Searched.results, function($found, $at) {
  $found.body.value.{
    'id': id, 'name': subject & ' at ' & [${mailboxes}][$at], 'mailbox': [${mailboxes}][$at]
  }
})`;

const phishing: LibraryBot = {
  _id: 'remove-reported-phishing-mail',
  name: 'Remove a reported phishing mail',
  category: 'Security',
  tag_name: ['SecOps', 'Security Incident Response'],
  description: `Removes a phishing mail from the Microsoft 365 mailboxes that received it.

- A form asks for the sender, the subject and the mailboxes to search
- Microsoft Graph searches the mailboxes; those that cannot be searched are named
- An approver looks at the hits and may leave some out
- The mails are moved to where their readers do not find them; an administrator can restore them

**Needs:** Entra ID, with the application permission Mail.ReadWrite, limited by an
access policy to the mailboxes to search`,
  graph: {
    nodes: [
      node('start', 'start', 'Phishing report', [0, 0], {}),
      fillInNote('The Entra ID and Slack integrations; the approvers.'),
      node('user_input', 'report', 'Describe the mail', [1, 0], {
        message: 'Which mail was it, and who received it?',
        expires_in_minutes: 480,
        inputs: [
          { id: 'sender', label: 'Sender (e-mail address)', required: true },
          { id: 'subject', label: 'Subject', required: true },
          {
            id: 'mailboxes',
            label: 'Mailboxes, one address per line',
            type: 'textarea',
            required: true,
          },
        ],
      }),
      node('loop', 'mailboxes', 'For each mailbox', [2, 0], {
        items_to_iterate: `{% [${mailboxes}] %}`,
        max_concurrency: 5,
        max_iterations: 500,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'search',
        'Search the mailbox',
        [3, 0],
        api(
          'entra_id',
          `GET /v1.0/users/{% $encodeUrlComponent($loop.item) %}/messages?$select=id,subject{%
  '&$top=1000&$filter=' & $encodeUrlComponent(
    "from/emailAddress/address eq '"
    & $replace($nodes.\`Describe the mail\`.values.sender, "'", "''") & "' and subject eq '"
    & $replace($nodes.\`Describe the mail\`.values.subject, "'", "''") & "'"
  )
%}`,
        ),
        retrySettings,
      ),
      node('loop_end', 'searched', 'Searched', [4, 0], {}),
      node('condition', 'found', 'Found?', [5, 0], {
        expression: `{% (
  $hits := $count($nodes.Searched.results.body.value);
  $assert($hits > 0 or $nodes.Searched.failed = 0, 'Could not be searched: ' & ${unsearched});
  $hits > 0
) %}`,
      }),
      node('approval', 'ask', 'Look at the hits', [6, 0], {
        approvers: ['secops@example.com'],
        message: `Remove these mails from {% $nodes.\`Describe the mail\`.values.sender %}?
Mailboxes that could not be searched: {% ${unsearched} %}.`,
        resources: `{% [${found}] %}`,
      }),
      node('loop', 'each', 'For each mail', [7, 0], {
        items_to_iterate: '{% $nodes.`Look at the hits`.resources %}',
        max_concurrency: 5,
        on_iteration_failure: 'continue',
      }),
      node(
        'http_request',
        'remove',
        'Remove it',
        [8, 0],
        api(
          'entra_id',
          `POST /v1.0/users/{% $encodeUrlComponent($loop.item.mailbox) %}/messages/{%
  $encodeUrlComponent($loop.item.id)
%}/move`,
          { body: "{% {'destinationId': 'recoverableitemsdeletions'} %}" },
        ),
        retrySettings,
      ),
      node('loop_end', 'all', 'All removed', [9, 0], {}),
      node(
        'notification',
        'tell',
        'Tell the team',
        [10, 0],
        chat(
          'Phishing from {% $nodes.`Describe the mail`.values.sender %}',
          `Removed: {% $nodes.\`All removed\`.succeeded %}.
Not removed: {% $nodes.\`All removed\`.failed %}.
Mailboxes that could not be searched: {% ${unsearched} %}.`,
        ),
      ),
      node('end', 'removed', 'Mails removed', [11, 0], {}),
      node('end', 'kept', 'Mails kept', [7, 1], {}),
      node('end', 'none', 'Nothing found', [6, 1], {}),
      node('end', 'late', 'Nobody answered', [2, 1], {}),
    ],
    edges: [
      ...edgesAlong('start', 'report', 'mailboxes'),
      edge('report', 'late', 'expired'),
      edge('mailboxes', 'search', 'body'),
      ...edgesAlong('search', 'searched', 'found'),
      edge('found', 'ask', 'yes'),
      edge('found', 'none', 'no'),
      edge('ask', 'each', 'approved'),
      edge('ask', 'kept', 'rejected'),
      edge('each', 'remove', 'body'),
      ...edgesAlong('remove', 'all', 'tell', 'removed'),
    ],
  },
};

export const compromise: readonly LibraryBot[] = [exposedKey, phishing];
