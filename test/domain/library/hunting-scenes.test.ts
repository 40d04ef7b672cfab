import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const okta = 'acme.okta.com/api/v1';
const log = (filter: string) =>
  `GET ${okta}/logs?limit=1000&since=<time>&until=<time>&filter=${filter}`;
const signIns = log('eventType eq "user.session.start" and outcome.result eq "SUCCESS"');
const signIn = (id: string, country: string | null, published: string) => ({
  eventType: 'user.session.start',
  published,
  actor: { id, type: 'User', alternateId: `${id}@example.com` },
  client: { geographicalContext: { country } },
});

const pushes = log('eventType eq "user.mfa.okta_verify.deny_push"');
const push = (id: string, minute: number) =>
  signIn(id, 'Norway', `2026-03-01T09:${minute}:00.000Z`);
const fivePushes = (id: string, minute: number) =>
  Array.from({ length: 5 }, (_, at) => push(id, minute + at));
// The world begins at 10:00: users already asked about by earlier runs are not asked about again.
const pushBombing = [...fivePushes('00u1', 46), push('00u2', 50), ...fivePushes('00u3', 30)];

const splunk = 'POST acme.splunkcloud.com:8089/services/search/v2/jobs';
const searchResult = (times: number) => ({ preview: false, results: [{ count: String(times) }] });
const misp = 'POST misp.example.com/attributes/restSearch';
const attribute = (value: string) => ({ id: '1', type: 'domain', to_ids: true, value });
const domain = 'GET www.virustotal.com/api/v3/domains/bad.example';
const scanned = (malicious: number) => ({
  data: { type: 'domain', attributes: { last_analysis_stats: { malicious, harmless: 60 } } },
});

const scenes: TemplateScene[] = [
  {
    template: 'find-impossible-travel',
    it: 'signs out a user who was in two countries within a short time',
    calls: [
      [
        signIns,
        [
          signIn('00u1', 'Norway', '2026-03-01T08:40:00.000Z'),
          signIn('00u1', null, '2026-03-01T09:05:00.000Z'),
          signIn('00u1', 'Brazil', '2026-03-01T09:10:00.000Z'),
          signIn('00u2', 'Norway', '2026-03-01T07:10:00.000Z'),
          signIn('00u2', 'Sweden', '2026-03-01T09:20:00.000Z'),
          // The run of an hour ago has asked about it.
          signIn('00u3', 'Norway', '2026-03-01T08:10:00.000Z'),
          signIn('00u3', 'Brazil', '2026-03-01T08:50:00.000Z'),
        ],
      ],
      approvalPoint,
      [`DELETE ${okta}/users/00u1/sessions?oauthTokens=true`, 204],
    ],
    ends: 'Signed out',
  },
  {
    template: 'find-impossible-travel',
    it: 'does nothing where nobody signed in',
    calls: [[signIns, []]],
    ends: 'Nobody',
  },
  {
    template: 'find-mfa-push-bombing',
    it: 'suspends a user who denied five pushes, unless asked about before',
    calls: [
      [pushes, pushBombing],
      approvalPoint,
      [pushes, pushBombing],
      [`POST ${okta}/users/00u1/lifecycle/suspend`],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'find-mfa-push-bombing',
    it: 'ignores a single denied push',
    calls: [[pushes, [push('00u2', 50)]]],
    ends: 'Nothing found',
  },
  {
    template: 'report-okta-admin-grants',
    it: 'reports each granted administrator role with both users',
    calls: [
      [
        log('eventType eq "user.account.privilege.grant"'),
        [
          {
            actor: { alternateId: 'root@example.com' },
            target: [{ type: 'User', alternateId: 'eve@example.com' }],
            debugContext: { debugData: { privilegeGranted: 'Super administrator' } },
          },
        ],
      ],
    ],
    tells: ['root@example.com made eve@example.com an administrator: Super administrator'],
    ends: 'Told',
  },
  {
    template: 'review-github-outside-collaborators',
    it: 'removes an outside collaborator after approval',
    calls: [
      ['GET api.github.com/orgs/your-org/outside_collaborators?per_page=100', [{ login: 'eve' }]],
      approvalPoint,
      ['GET api.github.com/orgs/your-org/outside_collaborators?per_page=100', [{ login: 'eve' }]],
      ['DELETE api.github.com/orgs/your-org/outside_collaborators/eve', 204],
    ],
    tells: ['Done: 1.'],
    ends: 'Reviewed',
  },
  {
    template: 'enrich-indicator-in-parallel',
    it: 'blocks a malicious domain although a source is down',
    event: { domain: 'bad.example' },
    calls: [
      [domain, scanned(7)],
      [misp, { response: { Attribute: [attribute('bad.example')] } }, { value: 'bad.example' }],
      [splunk, 403],
      approvalPoint,
      [
        'PATCH api.cloudflare.com/client/v4/accounts/YOUR_ACCOUNT_ID/gateway/lists/YOUR_LIST_ID',
        { success: true },
        { append: [{ value: 'bad.example' }] },
      ],
    ],
    tells: ['It has 90 of 100 points'],
    ends: 'Blocked',
  },
  {
    template: 'enrich-indicator-in-parallel',
    it: 'does not block a domain with few hits',
    event: { domain: 'bad.example' },
    calls: [
      [domain, scanned(1)],
      [misp, { response: { Attribute: [] } }],
      [splunk, searchResult(3)],
    ],
    ends: 'Not blocked',
  },
  {
    template: 'enrich-indicator-in-parallel',
    it: 'fails where no source answers, and does not call the domain harmless',
    event: { domain: 'bad.example' },
    calls: [
      [domain, 403],
      [misp, 403],
      [splunk, 403],
    ],
    fails: 'No source answered',
  },
  {
    template: 'hunt-feed-indicators-in-logs',
    it: 'opens one issue for all hits',
    calls: [
      [
        misp,
        {
          response: {
            Attribute: [attribute('a.example'), attribute('b.example'), attribute('c.example')],
          },
        },
        { to_ids: 1, last: '1d' },
      ],
      [splunk, searchResult(4)],
      [splunk, searchResult(4)],
      [splunk, 403],
      [
        'POST acme.atlassian.net/rest/api/3/issue',
        { key: 'SEC-7' },
        {
          fields: {
            description: {
              content: [
                {
                  content: [
                    {
                      text: expect.stringMatching(
                        /^[abc].example: 4, [abc].example: 4. Not searched: 1$/,
                      ) as unknown,
                    },
                  ],
                },
              ],
            },
          },
        },
      ],
    ],
    tells: ['SEC-7'],
    ends: 'Issue open',
  },
  {
    template: 'hunt-feed-indicators-in-logs',
    it: 'fails where the logs could not be searched',
    calls: [
      [misp, { response: { Attribute: [attribute('a.example')] } }],
      [splunk, 403],
    ],
    fails: 'Not searched: 1',
  },
  {
    template: 'hunt-feed-indicators-in-logs',
    it: 'sends nothing without a hit',
    calls: [
      [misp, { response: { Attribute: [attribute('a.example')] } }],
      [splunk, searchResult(0)],
    ],
    ends: 'Nothing seen',
  },
];

testScenes(scenes);
