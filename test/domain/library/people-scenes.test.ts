import { testScenes } from './test-scenes.ts';
import { approvalPoint, makeMany, type TemplateScene, ticketFloodScene } from './scene-player.ts';

const graph = 'graph.microsoft.com/v1.0';
const okta = 'acme.okta.com/api/v1';
const old = '2020-01-01T00:00:00Z';
const far = '2999-01-01T00:00:00Z';

const applications = `GET ${graph}/applications?$select=id,appId,displayName,passwordCredentials`;
const expiringIssues =
  'GET acme.atlassian.net/rest/api/3/search/jql?jql=labels = "expiring-secret"' +
  ' AND statusCategory != Done&fields=summary&maxResults=100';

const guests =
  `GET ${graph}/users?$filter=userType eq 'Guest'` +
  '&$select=id,displayName,mail,accountEnabled,createdDateTime,signInActivity';
const guest = {
  id: 'g1',
  displayName: 'Gil',
  mail: 'gil@example.org',
  accountEnabled: true,
  createdDateTime: old,
  signInActivity: { lastSignInDateTime: null },
};
const assignments =
  `GET ${graph}/roleManagement/directory/roleAssignments?$filter=roleDefinitionId eq ` +
  "'62e90394-69f5-4237-9190-012177145e10'&$expand=principal";
const assignment = {
  id: 'a-1',
  principalId: 'p1',
  directoryScopeId: '/',
  principal: { '@odata.type': '#microsoft.graph.user', userPrincipalName: 'root@acme.example' },
};
const registrations = `GET ${graph}/reports/authenticationMethods/userRegistrationDetails`;
const registered = { isAdmin: true, isMfaRegistered: true, userPrincipalName: 'ada@acme.example' };

const leaver = {
  user: 'ada@example.com',
  github: 'ada',
  manager: 'mia@example.com',
  until: '2026-03-02T17:00:00Z',
};
const joiner = { first: 'Cy', last: 'Twombly', email: 'cy@example.com', team: 'Operations' };

const scenes: TemplateScene[] = [
  {
    template: 'review-entra-guests',
    it: 'disables old guests without a recent sign-in',
    calls: [
      [
        guests,
        {
          value: [
            guest,
            { ...guest, id: 'g2', signInActivity: { lastSignInDateTime: far } },
            { ...guest, id: 'g3', accountEnabled: false },
            { ...guest, id: 'g4', createdDateTime: far },
            // For accounts from before 2018 the creation date is unknown.
            { ...guest, id: 'g5', createdDateTime: null },
          ],
        },
      ],
      approvalPoint,
      [guests, { value: [guest, { ...guest, id: 'g5', createdDateTime: null }] }],
      [`PATCH ${graph}/users/g1`, 204, { accountEnabled: false }],
      [`PATCH ${graph}/users/g5`, 204, { accountEnabled: false }],
    ],
    tells: ['Done: 2.'],
    ends: 'Reviewed',
  },
  {
    template: 'review-entra-global-administrators',
    it: 'removes an administrator assignment after approval',
    calls: [
      [assignments, { value: [assignment] }],
      approvalPoint,
      [assignments, { value: [assignment] }],
      [`DELETE ${graph}/roleManagement/directory/roleAssignments/a-1`, 204],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'report-admins-without-mfa',
    it: 'names administrators without MFA',
    calls: [
      [
        registrations,
        {
          value: [
            registered,
            { ...registered, isMfaRegistered: false, userPrincipalName: 'bob@acme.example' },
            { isAdmin: false, isMfaRegistered: false, userPrincipalName: 'cy@acme.example' },
          ],
        },
      ],
    ],
    tells: ['bob@acme.example'],
    ends: 'Told',
  },
  {
    template: 'report-admins-without-mfa',
    it: 'sends nothing where all administrators have MFA',
    calls: [[registrations, { value: [registered] }]],
    ends: 'Nothing found',
  },
  {
    template: 'ticket-expiring-app-secrets',
    it: 'opens an issue for each expiring secret',
    calls: [
      [
        applications,
        {
          value: [
            {
              appId: 'app-1',
              displayName: 'Shop',
              passwordCredentials: [
                { keyId: 'k1', endDateTime: old },
                { keyId: 'k2', endDateTime: far },
              ],
            },
            { appId: 'app-2', displayName: 'Blog', passwordCredentials: [] },
          ],
        },
      ],
      [expiringIssues, { issues: [], isLast: true }],
      [
        'POST acme.atlassian.net/rest/api/3/issue',
        { id: '10000', key: 'SEC-1' },
        {
          fields: {
            project: { key: 'SEC' },
            summary: 'Client secret of Shop expires (k1)',
            description: { type: 'doc', version: 1 },
          },
        },
      ],
    ],
    tells: ['Done: 1.'],
    ends: 'Tickets open',
  },
  ticketFloodScene(
    'ticket-expiring-app-secrets',
    [
      [
        applications,
        {
          value: makeMany(101, (at) => ({
            appId: `app-${at}`,
            displayName: 'Shop',
            passwordCredentials: [{ keyId: `k${at}`, endDateTime: old }],
          })),
        },
      ],
      [expiringIssues, { issues: [], isLast: true }],
    ],
    ['POST acme.atlassian.net/rest/api/3/issue', { key: 'SEC-1' }],
  ),
  {
    template: 'offboard-leaver',
    it: 'closes all accounts, and reports those left to close by hand',
    values: leaver,
    calls: [
      approvalPoint,
      [`POST ${okta}/users/ada@example.com/lifecycle/deactivate`],
      [`PATCH ${graph}/users/ada@example.com`, 204, { accountEnabled: false }],
      ['DELETE api.github.com/orgs/your-org/memberships/ada', 403],
    ],
    tells: ['Closed: Okta, Entra ID.\nTo close by hand: GitHub.'],
    ends: 'Offboarded',
  },
  {
    template: 'offboard-leaver',
    it: 'closes the other accounts where Okta refuses',
    values: leaver,
    calls: [
      approvalPoint,
      [`POST ${okta}/users/ada@example.com/lifecycle/deactivate`, 403],
      [`PATCH ${graph}/users/ada@example.com`, 204, { accountEnabled: false }],
      ['DELETE api.github.com/orgs/your-org/memberships/ada', 204],
    ],
    tells: ['Closed: Entra ID, GitHub.\nTo close by hand: Okta.'],
    ends: 'Offboarded',
  },
  {
    template: 'onboard-joiner',
    it: 'creates the account and adds the approved groups',
    values: joiner,
    calls: [
      [
        `POST ${okta}/users?activate=true`,
        { id: '00u3', status: 'PROVISIONED' },
        { profile: { firstName: 'Cy', lastName: 'Twombly', login: 'cy@example.com' } },
      ],
      [
        `GET ${okta}/groups?search=profile.name sw "Operations"`,
        [{ id: '00g1', profile: { name: 'Operations' } }],
      ],
      approvalPoint,
      [`PUT ${okta}/groups/00g1/users/00u3`, 204],
    ],
    tells: ['You are in 1 groups.'],
    ends: 'Ready',
  },
  {
    template: 'onboard-joiner',
    it: 'opens an incident for IT where the account cannot be created',
    values: joiner,
    calls: [
      [`POST ${okta}/users?activate=true`, 400],
      [
        'POST acme.service-now.com/api/now/table/incident',
        { result: { sys_id: 's1', number: 'INC1' } },
        { short_description: 'New account for cy@example.com', category: 'software' },
      ],
    ],
    ends: 'IT asked',
  },
];

testScenes(scenes);
