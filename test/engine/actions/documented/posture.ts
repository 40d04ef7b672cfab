import type { DocumentedActions } from './exchange.ts';

const qualys = 'https://api.example.com:8443/base/api/2.0/fo';
const launched =
  '<?xml version="1.0" encoding="UTF-8" ?><SIMPLE_RETURN><RESPONSE><TEXT>New vm scan launched' +
  '</TEXT></RESPONSE></SIMPLE_RETURN>';

const insight = 'https://us.api.insight.rapid7.com';
const preview = { 'accept-version': 'investigations-preview' };
const investigation = '174e4f99-2ac7-4481-9301-4d24c34baf06';
const opened = { id: investigation, status: 'OPEN', priority: 'HIGH' };

const wiz = 'POST https://api.acme.app.wiz.io/graphql';
const issue = '842ec39e-b907-4c32-b6e5-2c3dd9fd43c0';
const updateIssue = `mutation UpdateIssue($issueId: ID!, $patch: UpdateIssuePatch) {
  updateIssue(input: { id: $issueId, patch: $patch }) {
    issue { id status dueAt resolutionReason }
  }
}`;

const conformity = 'https://conformity.us-1.cloudone.trendmicro.com/api';
const jsonApi = { 'content-type': 'application/vnd.api+json' };
const check = 'ccc:H19NxM15-:S3-016:S3:us-west-2:logs';
const checkPath = `${conformity}/checks/${encodeURIComponent(check)}`;
const suppressed = (isSuppressed: boolean) => ({
  type: 'checks',
  id: check,
  attributes: { suppressed: isSuppressed },
});

const events = 'https://events.1password.com/api/v2';
const since = '2026-03-01T00:00:00Z';
const eventQuery = { limit: 100, start_time: since };
const page = (item: object) => ({ cursor: 'aGVsbG8', has_more: false, items: [item] });

export const posture: DocumentedActions = {
  'qualys.list_detections': {
    given: { addresses: '10.10.10.1-10.10.10.20', severities: '4,5' },
    call:
      `GET ${qualys}/asset/host/vm/detection/` +
      '?action=list&ips=10.10.10.1-10.10.10.20&severities=4%2C5&truncation_limit=100',
    headers: { 'x-requested-with': 'Cloudwarden' },
    answer: [200, '<HOST_LIST_VM_DETECTION_OUTPUT></HOST_LIST_VM_DETECTION_OUTPUT>'],
  },
  'qualys.launch_scan': {
    given: { title: 'After the finding', addresses: '10.10.10.1', profile: 'Initial Options' },
    call: `POST ${qualys}/scan/`,
    headers: { 'x-requested-with': 'Cloudwarden' },
    body: 'action=launch&scan_title=After+the+finding&ip=10.10.10.1&option_title=Initial+Options',
    answer: [200, launched],
  },
  'qualys.cancel_scan': {
    given: { scan: 'scan/1344842952.01234' },
    call: `POST ${qualys}/scan/`,
    body: 'action=cancel&scan_ref=scan%2F1344842952.01234',
    answer: [200, launched],
  },
  'rapid7.list_investigations': {
    given: {},
    call: `GET ${insight}/idr/v2/investigations?statuses=OPEN%2CINVESTIGATING&size=100`,
    headers: preview,
    answer: [200, { data: [opened], metadata: { index: 0, size: 100, total_pages: 1 } }],
    result: [opened],
  },
  'rapid7.set_status': {
    given: { investigation, status: 'CLOSED' },
    call: `PUT ${insight}/idr/v2/investigations/${investigation}/status/CLOSED`,
    headers: preview,
    answer: [200, { ...opened, status: 'CLOSED' }],
  },
  'rapid7.assign': {
    given: { investigation, email: 'ada@example.com' },
    call: `PUT ${insight}/idr/v2/investigations/${investigation}/assignee`,
    headers: preview,
    body: { user_email_address: 'ada@example.com' },
    answer: [200, opened],
  },
  'rapid7.add_indicators': {
    given: { threat: 'c9404e11-b81a-429d-9400-05c531f229c3', ips: ['198.51.100.4'] },
    call:
      `POST ${insight}/idr/v1/customthreats/key/c9404e11-b81a-429d-9400-05c531f229c3` +
      '/indicators/add?format=json',
    body: { ips: ['198.51.100.4'] },
    answer: [200, { threat: { name: 'Ours', indicator_count: 1 }, rejected_indicators: [] }],
  },
  'rapid7.search_assets': {
    given: { vulnerability: "severity IN ['Critical']" },
    call: `POST ${insight}/vm/v4/integration/assets?size=100`,
    body: { vulnerability: "severity IN ['Critical']" },
    answer: [200, { data: [{ id: 'asset-1', ip: '10.0.0.7' }], metadata: { total_data: 1 } }],
    result: [{ id: 'asset-1', ip: '10.0.0.7' }],
  },
  'wiz.list_issues': {
    given: { severity: 'CRITICAL' },
    call: wiz,
    body: {
      query: expect.stringMatching(/^query Issues\(\$filterBy: IssueFilters, \$first: Int\)/),
      variables: {
        first: 100,
        filterBy: { status: ['OPEN', 'IN_PROGRESS'], severity: ['CRITICAL'] },
      },
    },
    answer: [200, { data: { issues: { nodes: [{ id: issue, status: 'OPEN' }] } } }],
    result: [{ id: issue, status: 'OPEN' }],
  },
  'wiz.set_status': {
    given: { issue, status: 'IN_PROGRESS' },
    call: wiz,
    body: {
      query: updateIssue,
      variables: { issueId: issue, patch: { status: 'IN_PROGRESS' } },
    },
    answer: [200, { data: { updateIssue: { issue: { id: issue, status: 'IN_PROGRESS' } } } }],
    result: { id: issue, status: 'IN_PROGRESS' },
  },
  'wiz.reject_issue': {
    given: { issue, reason: 'FALSE_POSITIVE', note: 'A test account.' },
    call: wiz,
    body: {
      query: updateIssue,
      variables: {
        issueId: issue,
        patch: {
          status: 'REJECTED',
          resolutionReason: 'FALSE_POSITIVE',
          note: 'A test account.',
        },
      },
    },
    answer: [200, { data: { updateIssue: { issue: { id: issue, status: 'REJECTED' } } } }],
    result: { id: issue, status: 'REJECTED' },
  },
  'wiz.add_note': {
    given: { issue, text: 'A ticket was opened.' },
    call: wiz,
    body: {
      query: expect.stringContaining('createIssueNote(input: $input)'),
      variables: { input: { issueId: issue, text: 'A ticket was opened.' } },
    },
    answer: [200, { data: { createIssueNote: { issueNote: { id: 'n-1' } } } }],
    result: { id: 'n-1' },
  },
  'conformity.list_checks': {
    given: { account: 'r1gyR4cqg', risk: 'EXTREME' },
    call:
      `GET ${conformity}/checks?accountIds=r1gyR4cqg&page%5Bsize%5D=100` +
      '&filter%5Bstatuses%5D=FAILURE&filter%5BriskLevels%5D=EXTREME&filter%5Bsuppressed%5D=false',
    headers: jsonApi,
    answer: [200, { data: [{ type: 'checks', id: check }], meta: { total: 1 } }],
    result: [{ type: 'checks', id: check }],
  },
  'conformity.suppress_check': {
    given: { check, until: 1_772_359_200_000, note: 'TICKET-1' },
    call: `PATCH ${checkPath}`,
    headers: jsonApi,
    body: {
      data: {
        type: 'checks',
        attributes: { suppressed: true, 'suppressed-until': 1_772_359_200_000 },
      },
      meta: { note: 'TICKET-1' },
    },
    answer: [200, { data: suppressed(true) }],
    result: suppressed(true),
  },
  'conformity.unsuppress_check': {
    given: { check, note: 'TICKET-1' },
    call: `PATCH ${checkPath}`,
    headers: jsonApi,
    body: {
      data: { type: 'checks', attributes: { suppressed: false, 'suppressed-until': null } },
      meta: { note: 'TICKET-1' },
    },
    answer: [200, { data: suppressed(false) }],
    result: suppressed(false),
  },
  'conformity.scan_account': {
    given: { account: 'BJ0Ox16Hb' },
    call: `POST ${conformity}/accounts/BJ0Ox16Hb/scan`,
    headers: jsonApi,
    answer: [200, { data: [{ status: 'STARTED' }] }],
    result: [{ status: 'STARTED' }],
  },
  '1password.list_sign_ins': {
    given: { since },
    call: `POST ${events}/signinattempts`,
    body: eventQuery,
    answer: [200, page({ uuid: 'A', category: 'credentials_failed' })],
    result: [{ uuid: 'A', category: 'credentials_failed' }],
  },
  '1password.list_item_usages': {
    given: { since },
    call: `POST ${events}/itemusages`,
    body: eventQuery,
    answer: [200, page({ uuid: 'B', action: 'reveal' })],
    result: [{ uuid: 'B', action: 'reveal' }],
  },
  '1password.list_audit_events': {
    given: { since },
    call: `POST ${events}/auditevents`,
    body: eventQuery,
    answer: [200, page({ uuid: 'C', action: 'suspend', object_type: 'user' })],
    result: [{ uuid: 'C', action: 'suspend', object_type: 'user' }],
  },
};
