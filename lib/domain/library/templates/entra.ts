import { jiraIssue, unresolvedIssues } from '../tickets.ts';
import { act, api, chat } from '../graph.ts';
import type { LibraryBot } from '../library.schema.ts';
import { inLastDays, outcomeText, reportGraph, reviewGraph, ticketGraph } from '../shapes.ts';

/** How Microsoft Graph paginates. */
const pages = {
  paging: 'next_url',
  items_path: '/value',
  next_path: '/@odata.nextLink',
} as const;

const staleGuests: LibraryBot = {
  _id: 'review-entra-guests',
  name: 'Review guests of Entra ID who stay away',
  category: 'Security',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Guests are invited for a project, and forgotten after it. Schedule it monthly.

- Lists all guests with their last sign-in
- A reviewer gets those without one in the last 90 days, and may leave some out; guests who were
  invited since then are not included
- Their accounts are disabled, not deleted, and can be enabled again

**Needs:** Entra ID, with User.ReadWrite.All and AuditLog.Read.All, and a P1 license`,
  graph: reviewGraph({
    start: 'Every month',
    fill: 'The Entra ID and Slack integrations; the reviewer. Schedule: 0 8 1 * *',
    readStep: [
      'Read the guests',
      api(
        'entra_id',
        "GET /v1.0/users?$filter=userType eq 'Guest'" +
          '&$select=id,displayName,mail,accountEnabled,createdDateTime,signInActivity',
        pages,
      ),
    ],
    of: `$nodes.\`Read the guests\`.body[accountEnabled and $not(
  ${inLastDays(90, 'createdDateTime')}
  or ${inLastDays(90, 'signInActivity.lastSignInDateTime')}
)].{'id': id, 'name': displayName & ' (' & mail & ')'}`,
    approvers: 'it-lead@example.com',
    minutes: 10_080,
    question: 'These guests have not signed in for 90 days. Whose account should be disabled?',
    action: ['Disable the guest', act('entra_id.disable_user', { user: '{% $loop.item.id %}' })],
    report: chat('Review of guests', outcomeText),
  }),
};

const administrators: LibraryBot = {
  _id: 'review-entra-global-administrators',
  name: 'Review Global Administrators of Entra ID',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Only few people should have the most powerful role. Schedule it every quarter.

- Lists who currently has the role Global Administrator
- The security lead says who no longer needs it
- Their assignment is removed; leave emergency accounts out of the approval

**Needs:** Entra ID, with RoleManagement.ReadWrite.Directory`,
  graph: reviewGraph({
    start: 'Every quarter',
    fill: 'The Entra ID and Slack integrations; the reviewer. Schedule: 0 8 1 */3 *',
    readStep: [
      'Read assignments',
      api(
        'entra_id',
        "GET /v1.0/roleManagement/directory/roleAssignments?$filter=roleDefinitionId eq '" +
          "62e90394-69f5-4237-9190-012177145e10'&$expand=principal",
        pages,
      ),
    ],
    of: `$nodes.\`Read assignments\`.body.{
  'id': id,
  'name': [principal.userPrincipalName, principal.displayName][0]
}`,
    approvers: 'security-lead@example.com',
    minutes: 20_160,
    question: 'Who of these should no longer be a Global Administrator?',
    action: [
      'Remove the role',
      api('entra_id', 'DELETE /v1.0/roleManagement/directory/roleAssignments/{% $loop.item.id %}'),
    ],
    report: chat('Review of Global Administrators', outcomeText),
  }),
};

const withoutMfa: LibraryBot = {
  _id: 'report-admins-without-mfa',
  name: 'Report administrators without MFA',
  category: 'Security',
  tag_name: ['SecOps', 'Identity Operations', 'Governance Risk and Compliance'],
  description: `Finds administrators of Entra ID who have only a password. Schedule it daily.

- Reads which methods each account has registered
- Posts the administrators without MFA to the channel of the team
- Posts nothing if all of them have MFA

**Needs:** Entra ID, with AuditLog.Read.All, and a P1 license`,
  graph: reportGraph({
    start: 'Every morning',
    fill: 'The Entra ID and Slack integrations. Schedule: 0 7 * * *',
    readStep: [
      'Read registrations',
      api('entra_id', 'GET /v1.0/reports/authenticationMethods/userRegistrationDetails', pages),
    ],
    of: '$nodes.`Read registrations`.body[isAdmin and $not(isMfaRegistered)]',
    report: chat(
      'Administrators without MFA',
      `{% $join(
  $nodes.\`Read registrations\`.body[isAdmin and $not(isMfaRegistered)].userPrincipalName, '\\n'
) %}`,
    ),
  }),
};

const expiring = `$nodes.\`Read applications\`.body.(
  $app := $;
  passwordCredentials[$toMillis(endDateTime) < $millis() + 30 * 86400000].{
    'id': keyId,
    'name': 'Client secret of ' & $app.displayName & ' expires (' & keyId & ')',
    'app': $app.appId,
    'ends': endDateTime
  }
)`;

const appSecrets: LibraryBot = {
  _id: 'ticket-expiring-app-secrets',
  name: 'Open tickets for app secrets that expire',
  category: 'Reliability',
  tag_name: ['IT and CCoE', 'Identity Operations', 'Application Operations'],
  description: `An expired client secret can stop an application at any time. Schedule it weekly.

- Reads the secrets of all app registrations, without their values
- Opens a Jira issue for each that expires within 30 days or has expired, unless one is open
- The team gets one message with the numbers

**Needs:** Entra ID, with Application.Read.All; Jira, with the right to create issues`,
  graph: ticketGraph({
    start: 'Every Monday',
    fill: 'Entra ID, Jira and Slack; the key of your project instead of SEC. Schedule: 0 7 * * 1',
    readStep: [
      'Read applications',
      api(
        'entra_id',
        'GET /v1.0/applications?$select=id,appId,displayName,passwordCredentials',
        pages,
      ),
    ],
    of: expiring,
    ticket: [
      'Open an issue',
      jiraIssue(
        '$loop.item.name',
        "'Application ' & $loop.item.app & ', secret ' & $loop.item.id & ': ' & $loop.item.ends",
        'expiring-secret',
      ),
    ],
    tickets: unresolvedIssues('expiring-secret'),
    subject: 'Client secrets that expire',
  }),
};

export const entra: readonly LibraryBot[] = [staleGuests, administrators, withoutMfa, appSecrets];
