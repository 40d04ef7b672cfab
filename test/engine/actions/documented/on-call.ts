import type { DocumentedActions } from './exchange.ts';

const pagerduty = 'https://api.pagerduty.com/incidents';
const from = 'ada@example.com';
const opsgenie = 'https://api.opsgenie.com/v2/alerts';
const alert = '70413a06-38d6-4c85-92b8-5ebc900d42e2';
const accepted = { result: 'Request will be processed', took: 0.302, requestId: '43a29c5c' };
const slack = 'https://slack.com/api';

/** On-call services and team chats. */
export const onCall: DocumentedActions = {
  'pagerduty.trigger_incident': {
    given: { from, service: 'PIJ90N7', title: 'Site down', details: 'Since noon.', key: 'site' },
    call: `POST ${pagerduty}`,
    headers: { from, accept: 'application/vnd.pagerduty+json;version=2' },
    body: {
      incident: {
        type: 'incident',
        title: 'Site down',
        service: { id: 'PIJ90N7', type: 'service_reference' },
        urgency: 'high',
        incident_key: 'site',
        body: { type: 'incident_body', details: 'Since noon.' },
      },
    },
    answer: [201, { incident: { id: 'PT4KHLK', status: 'triggered' } }],
    result: { id: 'PT4KHLK', status: 'triggered' },
  },
  'pagerduty.acknowledge_incident': {
    given: { from, incident: 'PT4KHLK' },
    call: `PUT ${pagerduty}/PT4KHLK`,
    headers: { from },
    body: { incident: { type: 'incident_reference', status: 'acknowledged' } },
    answer: [200, { incident: { id: 'PT4KHLK', status: 'acknowledged' } }],
    result: { id: 'PT4KHLK', status: 'acknowledged' },
  },
  'pagerduty.resolve_incident': {
    given: { from, incident: 'PT4KHLK' },
    call: `PUT ${pagerduty}/PT4KHLK`,
    headers: { from },
    body: { incident: { type: 'incident_reference', status: 'resolved' } },
    answer: [200, { incident: { id: 'PT4KHLK', status: 'resolved' } }],
    result: { id: 'PT4KHLK', status: 'resolved' },
  },
  'pagerduty.add_note': {
    given: { from, incident: 'PT4KHLK', note: 'Restarted.' },
    call: `POST ${pagerduty}/PT4KHLK/notes`,
    headers: { from },
    body: { note: { content: 'Restarted.' } },
    answer: [201, { note: { id: 'PWL7QXS', content: 'Restarted.' } }],
    result: { id: 'PWL7QXS', content: 'Restarted.' },
  },
  'opsgenie.create_alert': {
    given: { message: 'Site down', alias: 'site', priority: 'P1' },
    call: `POST ${opsgenie}`,
    body: { message: 'Site down', alias: 'site', priority: 'P1' },
    answer: [202, accepted],
  },
  'opsgenie.add_note': {
    given: { alert, note: 'Restarted.' },
    call: `POST ${opsgenie}/${alert}/notes`,
    body: { note: 'Restarted.' },
    answer: [202, accepted],
  },
  'opsgenie.close_alert': {
    given: { alert },
    call: `POST ${opsgenie}/${alert}/close`,
    body: {},
    answer: [202, accepted],
  },
  'slack.post_message': {
    given: { channel: 'C0123456789', message: 'Hi', thread: '1503435956.000247' },
    call: `POST ${slack}/chat.postMessage`,
    body: { channel: 'C0123456789', text: 'Hi', thread_ts: '1503435956.000247' },
    answer: [200, { ok: true, channel: 'C0123456789', ts: '1503435957.000247' }],
  },
  'slack.find_user': {
    given: { email: from },
    call: `GET ${slack}/users.lookupByEmail?email=ada%40example.com`,
    answer: [200, { ok: true, user: { id: 'W012A3CDE', name: 'ada' } }],
    result: { id: 'W012A3CDE', name: 'ada' },
  },
  'slack.create_channel': {
    given: { name: 'incident-12' },
    call: `POST ${slack}/conversations.create`,
    body: { name: 'incident-12' },
    answer: [200, { ok: true, channel: { id: 'C0EAQDV4Z', name: 'incident-12' } }],
    result: { id: 'C0EAQDV4Z', name: 'incident-12' },
  },
  'slack.invite_to_channel': {
    given: { channel: 'C0EAQDV4Z', user: 'W012A3CDE' },
    call: `POST ${slack}/conversations.invite`,
    body: { channel: 'C0EAQDV4Z', users: 'W012A3CDE' },
    answer: [200, { ok: true, channel: { id: 'C0EAQDV4Z' } }],
    result: { id: 'C0EAQDV4Z' },
  },
};
