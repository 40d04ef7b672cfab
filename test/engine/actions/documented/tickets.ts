import { type DocumentedActions, noContent } from './exchange.ts';

const jira = 'https://acme.atlassian.net/rest/api/3';
const servicenow = 'https://acme.service-now.com/api/now/table/incident';
const sysId = 'a9e30c7dc61122760116894de7bcc7bd';
const freshservice = 'https://acme.freshservice.com/api/v2/tickets';
const zendesk = 'https://acme.zendesk.com/api/v2/tickets';

const documentOf = (text: string) => ({
  type: 'doc',
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const wiki = 'https://acme.atlassian.net/wiki/api/v2';

export const tickets: DocumentedActions = {
  'jira.create_issue': {
    given: { project: 'SEC', summary: 'Open port', description: 'Close it.', labels: ['aws'] },
    call: `POST ${jira}/issue`,
    body: {
      fields: {
        project: { key: 'SEC' },
        issuetype: { name: 'Task' },
        summary: 'Open port',
        description: documentOf('Close it.'),
        labels: ['aws'],
      },
    },
    answer: [201, { id: '10000', key: 'SEC-24', self: `${jira}/issue/10000` }],
  },
  'jira.get_issue': {
    given: { issue: 'SEC-24' },
    call: `GET ${jira}/issue/SEC-24`,
    answer: [200, { id: '10000', key: 'SEC-24', fields: { summary: 'Open port' } }],
  },
  'jira.search_issues': {
    given: { jql: 'project = SEC AND status != Done' },
    call: `POST ${jira}/search/jql`,
    body: {
      jql: 'project = SEC AND status != Done',
      maxResults: 50,
      fields: ['summary', 'status', 'assignee', 'priority', 'created', 'updated'],
    },
    answer: [200, { issues: [{ id: '10000', key: 'SEC-24', fields: {} }], isLast: true }],
    result: [{ id: '10000', key: 'SEC-24', fields: {} }],
  },
  'jira.add_comment': {
    given: { issue: 'SEC-24', comment: 'Seen again.' },
    call: `POST ${jira}/issue/SEC-24/comment`,
    body: { body: documentOf('Seen again.') },
    answer: [201, { id: '10001', body: documentOf('Seen again.') }],
  },
  'jira.transition_issue': {
    given: { issue: 'SEC-24', transition: '31' },
    call: `POST ${jira}/issue/SEC-24/transitions`,
    body: { transition: { id: '31' } },
    answer: noContent,
  },
  'jira.assign_issue': {
    given: { issue: 'SEC-24', account_id: '5b10ac8d82e05b22cc7d4ef5' },
    call: `PUT ${jira}/issue/SEC-24/assignee`,
    body: { accountId: '5b10ac8d82e05b22cc7d4ef5' },
    answer: noContent,
  },
  'servicenow.create_incident': {
    given: { short_description: 'Site down', description: 'Since noon.', urgency: '1', category: 'network' },
    call: `POST ${servicenow}`,
    body: {
      short_description: 'Site down',
      description: 'Since noon.',
      urgency: '1',
      impact: '2',
      category: 'network',
    },
    answer: [201, { result: { sys_id: sysId, number: 'INC0010002' } }],
    result: { sys_id: sysId, number: 'INC0010002' },
  },
  'servicenow.get_incident': {
    given: { incident: sysId },
    call: `GET ${servicenow}/${sysId}`,
    answer: [200, { result: { sys_id: sysId, state: '1' } }],
    result: { sys_id: sysId, state: '1' },
  },
  'servicenow.add_work_note': {
    given: { incident: sysId, note: 'Contained.' },
    call: `PATCH ${servicenow}/${sysId}`,
    body: { work_notes: 'Contained.' },
    answer: [200, { result: { sys_id: sysId, state: '2' } }],
    result: { sys_id: sysId, state: '2' },
  },
  'freshservice.create_ticket': {
    given: { email: 'ada@example.com', subject: 'Disk', description: 'Full.', priority: 3 },
    call: `POST ${freshservice}`,
    body: {
      email: 'ada@example.com',
      subject: 'Disk',
      description: 'Full.',
      priority: 3,
      status: 2,
    },
    answer: [201, { ticket: { id: 265, priority: 3, status: 2 } }],
    result: { id: 265, priority: 3, status: 2 },
  },
  'freshservice.add_note': {
    given: { ticket: 265, note: 'Cleaned up.' },
    call: `POST ${freshservice}/265/notes`,
    body: { body: 'Cleaned up.', private: true },
    answer: [201, { conversation: { id: 5, private: true, ticket_id: 265 } }],
    result: { id: 5, private: true, ticket_id: 265 },
  },
  'zendesk.create_ticket': {
    given: { subject: 'Disk', comment: 'It is full.', priority: 'urgent' },
    call: `POST ${zendesk}`,
    body: { ticket: { subject: 'Disk', comment: { body: 'It is full.' }, priority: 'urgent' } },
    answer: [201, { ticket: { id: 35, status: 'new' }, audit: { id: 1 } }],
    result: { id: 35, status: 'new' },
  },
  'zendesk.add_note': {
    given: { ticket: 35, note: 'Cleaned up.' },
    call: `PUT ${zendesk}/35`,
    body: { ticket: { comment: { body: 'Cleaned up.', public: false } } },
    answer: [200, { ticket: { id: 35, status: 'open' }, audit: { id: 2 } }],
    result: { id: 35, status: 'open' },
  },
  'zendesk.solve_ticket': {
    given: { ticket: 35, comment: 'It has room again.' },
    call: `PUT ${zendesk}/35`,
    body: { ticket: { status: 'solved', comment: { body: 'It has room again.' } } },
    answer: [200, { ticket: { id: 35, status: 'solved' }, audit: { id: 3 } }],
    result: { id: 35, status: 'solved' },
  },
  'confluence.create_page': {
    given: { space: '98306', title: 'Evidence', content: '<p>All</p>' },
    call: `POST ${wiki}/pages`,
    body: {
      spaceId: '98306',
      status: 'current',
      title: 'Evidence',
      body: { representation: 'storage', value: '<p>All</p>' },
    },
    answer: [200, { id: '65800', title: 'Evidence', spaceId: '98306' }],
  },
  'confluence.add_comment': {
    given: { page: '65800', content: '<p>Seen</p>' },
    call: `POST ${wiki}/footer-comments`,
    body: { pageId: '65800', body: { representation: 'storage', value: '<p>Seen</p>' } },
    answer: [201, { id: '65900', pageId: '65800' }],
  },
};
