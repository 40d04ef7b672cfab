import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const falcon = 'api.crowdstrike.com/devices/entities';
const host = { device_id: 'd1', hostname: 'web-1', status: 'normal' };
const hostRead = `GET ${falcon}/devices/v2?ids=d1`;
const contain = `POST ${falcon}/devices-actions/v2?action_name=contain`;
const suspicious = { host_id: 'd1', reason: 'It beacons.' };

/** Findings of Security Hub as EventBridge delivers them, in the format ASFF. */
const hubEvent = (Label: string, Status = 'NEW') => ({
  source: 'aws.securityhub',
  'detail-type': 'Security Hub Findings - Imported',
  detail: {
    findings: [
      {
        SchemaVersion: '2018-10-08',
        Id: 'finding/1',
        AwsAccountId: '123456789012',
        RecordState: 'ACTIVE',
        Workflow: { Status },
        Title: 'S3.1 Block public access',
        Description: 'The bucket is public.',
        Severity: { Label },
        Resources: [{ Type: 'AwsS3Bucket', Id: 'bucket-1' }],
      },
    ],
  },
});
const pageCall = [
  'POST api.pagerduty.com/incidents',
  { incident: { id: 'PT4KHLK', status: 'triggered' } },
  {
    incident: {
      type: 'incident',
      title: 'S3.1 Block public access',
      service: { type: 'service_reference' },
      incident_key: 'finding/1',
      body: { type: 'incident_body', details: 'The bucket is public. (bucket-1)' },
    },
  },
] as const;

const incidents =
  'GET api.pagerduty.com/incidents' +
  '?statuses[]=triggered&statuses[]=acknowledged&incident_key=finding/1';
const openIssues =
  'GET acme.atlassian.net/rest/api/3/search/jql?jql=labels = "security-hub"' +
  ' AND statusCategory != Done&fields=summary&maxResults=100';
const summary = 'S3.1 Block public access: bucket-1';

const iam = 'iam.googleapis.com/v1/projects/-/serviceAccounts/bot@acme.iam.gserviceaccount.com';
const exposed = {
  service_account: 'bot@acme.iam.gserviceaccount.com',
  key_id: 'k1',
  owner: 'ada@example.com',
};

const graph = 'graph.microsoft.com/v1.0/users';
const query =
  "messages?$select=id,subject&$top=1000&$filter=from/emailAddress/address eq 'eve@example.org'" +
  " and subject eq 'You''ve won'";
const mail = { sender: 'eve@example.org', subject: "You've won" };

const scenes: TemplateScene[] = [
  {
    template: 'isolate-host-after-approval',
    it: 'contains a host after approval, and reads the host again before',
    event: suspicious,
    calls: [
      [hostRead, { resources: [host] }],
      approvalPoint,
      [hostRead, { resources: [host] }],
      [contain, { resources: [{ id: 'd1' }] }, { ids: ['d1'] }],
    ],
    tells: ['Contained: web-1'],
    ends: 'Contained',
  },
  {
    template: 'isolate-host-after-approval',
    it: 'asks the team to act by hand where the containment is refused',
    event: suspicious,
    calls: [
      [hostRead, { resources: [host] }],
      approvalPoint,
      [hostRead, { resources: [host] }],
      [contain, 403],
    ],
    tells: ['answered with status 403'],
    ends: 'Left to the team',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'pages the person on call about a critical finding',
    event: hubEvent('CRITICAL'),
    calls: [pageCall],
    ends: 'Paged',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'mails the team where paging fails and no incident is open',
    event: hubEvent('CRITICAL'),
    calls: [
      [pageCall[0], 400],
      [incidents, { incidents: [] }],
    ],
    tells: ['Nobody was paged about bucket-1.'],
    ends: 'Mailed',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'mails the team where PagerDuty cannot be asked',
    event: hubEvent('CRITICAL'),
    calls: [
      [pageCall[0], 401],
      [incidents, 401],
    ],
    tells: ['Nobody was paged about bucket-1.'],
    ends: 'Mailed',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'sends nothing for an update of a finding whose incident is open',
    event: hubEvent('CRITICAL'),
    calls: [
      [pageCall[0], 400],
      [incidents, { incidents: [{ id: 'PT4KHLK', status: 'acknowledged' }] }],
    ],
    ends: 'Paged',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'ignores a suppressed finding',
    event: hubEvent('CRITICAL', 'SUPPRESSED'),
    calls: [],
    ends: 'Not new',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'opens an issue for a finding of high severity',
    event: hubEvent('HIGH'),
    calls: [
      [openIssues, { issues: [{ fields: { summary: 'S3.1 Block public access: bucket-2' } }] }],
      [
        'POST acme.atlassian.net/rest/api/3/issue',
        { key: 'SEC-1' },
        { fields: { summary, labels: ['security-hub'] } },
      ],
    ],
    ends: 'Issue open',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'opens no second issue for an update',
    event: hubEvent('HIGH'),
    calls: [[openIssues, { issues: [{ fields: { summary } }] }]],
    ends: 'Issue open',
  },
  {
    template: 'triage-findings-by-severity',
    it: 'keeps a finding of low severity for the digest',
    event: hubEvent('LOW'),
    calls: [],
    ends: 'For the digest',
  },
  {
    template: 'sign-out-compromised-account',
    it: 'reports the sign-outs that are left to do by hand',
    event: { user: 'ada@example.com' },
    calls: [
      approvalPoint,
      ['GET acme.okta.com/api/v1/users/ada@example.com', { id: '00u1' }],
      ['DELETE acme.okta.com/api/v1/users/00u1/sessions?oauthTokens=true', 204],
      [`POST ${graph}/ada@example.com/revokeSignInSessions`, 403],
      [
        'POST acme.service-now.com/api/now/table/incident',
        { result: { number: 'INC1' } },
        { description: 'Signed out. Left to do by hand: Entra ID' },
      ],
    ],
    ends: 'Signed out',
  },
  {
    template: 'sign-out-compromised-account',
    it: 'continues with the other systems where Okta refuses',
    event: { user: 'ada@example.com' },
    calls: [
      approvalPoint,
      ['GET acme.okta.com/api/v1/users/ada@example.com', 401],
      [`POST ${graph}/ada@example.com/revokeSignInSessions`, { value: true }],
      [
        'POST acme.service-now.com/api/now/table/incident',
        { result: { number: 'INC1' } },
        { description: 'Signed out. Left to do by hand: Okta' },
      ],
    ],
    ends: 'Signed out',
  },
  {
    template: 'rotate-exposed-access-key',
    it: 'disables the key at once and deletes it a week later',
    event: exposed,
    calls: [
      [`GET ${iam}/keys/k1`, { name: 'projects/acme/serviceAccounts/bot/keys/k1' }],
      approvalPoint,
      [`POST ${iam}/keys/k1:disable`],
      [`DELETE ${iam}/keys/k1`],
    ],
    tells: ['The key k1 was exposed'],
    ends: 'Key deleted',
  },
  {
    template: 'rotate-exposed-access-key',
    it: 'deletes the key although its owner is unknown',
    event: { ...exposed, owner: undefined },
    calls: [
      [`GET ${iam}/keys/k1`, { name: 'projects/acme/serviceAccounts/bot/keys/k1' }],
      approvalPoint,
      [`POST ${iam}/keys/k1:disable`],
      [`DELETE ${iam}/keys/k1`],
    ],
    ends: 'Key deleted',
  },
  {
    template: 'remove-reported-phishing-mail',
    it: 'removes the reported mail from the mailboxes that contain it',
    values: {
      ...mail,
      mailboxes: 'eve@example.com\nada@example.com\nbob@example.com\nbob@example.com\n',
    },
    calls: [
      [`GET ${graph}/eve@example.com/${query}`, 404],
      [`GET ${graph}/ada@example.com/${query}`, { value: [] }],
      [`GET ${graph}/bob@example.com/${query}`, { value: [{ id: 'm1', subject: "You've won" }] }],
      approvalPoint,
      [
        `POST ${graph}/bob@example.com/messages/m1/move`,
        { id: 'm2' },
        { destinationId: 'recoverableitemsdeletions' },
      ],
    ],
    tells: ['Mailboxes that could not be searched: eve@example.com.'],
    ends: 'Mails removed',
  },
  {
    template: 'remove-reported-phishing-mail',
    it: 'fails where nothing was found but a mailbox could not be searched',
    values: { ...mail, mailboxes: 'eve@example.com\nada@example.com' },
    calls: [
      [`GET ${graph}/eve@example.com/${query}`, 404],
      [`GET ${graph}/ada@example.com/${query}`, { value: [] }],
    ],
    fails: 'Could not be searched: eve@example.com',
  },
  {
    template: 'remove-reported-phishing-mail',
    it: 'asks nobody where nothing was found',
    values: { ...mail, mailboxes: 'ada@example.com' },
    calls: [[`GET ${graph}/ada@example.com/${query}`, { value: [] }]],
    ends: 'Nothing found',
  },
];

testScenes(scenes);
