import { testScenes } from './test-scenes.ts';
import { approvalPoint, type TemplateScene } from './scene-player.ts';

const okta = 'acme.okta.com/api/v1';
const ada = {
  id: '00u1',
  status: 'ACTIVE',
  lastLogin: '2999-01-01T00:00:00.000Z',
  profile: { firstName: 'Ada', email: 'ada@example.com', login: 'ada@example.com' },
};
const bob = { ...ada, id: '00u2', profile: { ...ada.profile, login: 'bob@example.com' } };
const old = '2020-01-01T00:00:00.000Z';
const far = '2999-01-01T00:00:00.000Z';
const neverSignedIn = { ...ada, lastLogin: null };
const users = [
  { ...ada, created: old },
  { ...bob, created: old, lastLogin: old },
  { ...neverSignedIn, id: '00u3', created: old },
  { ...neverSignedIn, id: '00u4', created: far },
];
const active = `GET ${okta}/users?limit=200&filter=status eq "ACTIVE"`;

const emergency = {
  user: 'ada@example.com',
  group: 'production-operators',
  reason: 'INC-7',
  hours: 2,
};
const group = { id: '00g1', type: 'OKTA_GROUP', profile: { name: 'production-operators' } };
const grantCalls = (user: object): TemplateScene['calls'] => [
  approvalPoint,
  [`GET ${okta}/users/ada@example.com`, user],
  [`GET ${okta}/groups?search=profile.name eq "production-operators"`, [group]],
  [`PUT ${okta}/groups/00g1/users/00u1`, 204],
];
const adaGrantCalls = grantCalls(ada);

const scenes: TemplateScene[] = [
  {
    template: 'grant-break-glass-access',
    it: 'removes the membership when the time is over',
    values: emergency,
    calls: [...adaGrantCalls, [`DELETE ${okta}/groups/00g1/users/00u1`, 204]],
    tells: ['It ends in 2 hours.'],
    ends: 'Access over',
  },
  {
    template: 'grant-break-glass-access',
    it: 'removes the membership even if the user has no mail address',
    values: emergency,
    calls: [
      ...grantCalls({ ...ada, profile: { login: 'ada@example.com' } }),
      [`DELETE ${okta}/groups/00g1/users/00u1`, 204],
    ],
    ends: 'Access over',
  },
  {
    template: 'grant-break-glass-access',
    it: 'raises an alarm where the membership cannot be removed',
    values: emergency,
    calls: [...adaGrantCalls, [`DELETE ${okta}/groups/00g1/users/00u1`, 403]],
    tells: ['It ends in 2 hours.', 'Remove ada@example.com from production-operators by hand.'],
    ends: 'Left to people',
  },
  {
    template: 'review-stale-users',
    it: 'suspends active users without a recent sign-in, unless they are new',
    calls: [
      [active, users],
      approvalPoint,
      [active, users],
      [`POST ${okta}/users/00u2/lifecycle/suspend`],
      [`POST ${okta}/users/00u3/lifecycle/suspend`],
    ],
    tells: ['Done: 2.'],
    ends: 'Reviewed',
  },
  {
    template: 'review-stale-users',
    it: 'asks nobody where all users are active',
    calls: [[active, [ada]]],
    ends: 'Nothing found',
  },
  {
    template: 'unlock-okta-user',
    it: 'unlocks a user after approval',
    values: { user: 'ada@example.com' },
    calls: [
      [`GET ${okta}/users/ada@example.com`, { ...ada, status: 'LOCKED_OUT' }],
      approvalPoint,
      [`POST ${okta}/users/00u1/lifecycle/unlock`],
      [`POST ${okta}/users/00u1/lifecycle/reset_password?sendEmail=true`],
    ],
    ends: 'Unlocked',
  },
  {
    template: 'unlock-okta-user',
    it: 'changes nothing for a user who is not locked out',
    values: { user: 'ada@example.com' },
    calls: [[`GET ${okta}/users/ada@example.com`, ada]],
    ends: 'Not locked out',
  },
];

testScenes(scenes);
