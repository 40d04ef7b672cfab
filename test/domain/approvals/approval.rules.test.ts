import {
  applyDecision,
  awaitedApprovers,
  decisionRefusalOf,
  maySee,
  statusAt,
} from '#lib/domain/approvals/approval.rules.ts';
import { approvalActionCall } from '#lib/domain/approvals/approval.schema.ts';
import { person } from '#test/support/people.ts';
import { noon } from '../scene.ts';
import { approvalActionOf, emailOf, hour, playSteps, sampleApproval } from './sample-approval.ts';

describe('the decisions about an approval', () => {
  it.each([
    ['one is enough', 1, ['ada approves all'], 'approved a b c'],
    ['a part', 1, ['ada approves a c'], 'resolved a c'],
    ['every one named', 1, ['ada approves a b c'], 'approved a b c'],
    ['in any order, named twice', 1, ['ada approves c a a'], 'resolved a c'],
    ['a rejection', 1, ['ada rejects all'], 'rejected'],
    ['rejecting a part approves the rest', 1, ['ada rejects b'], 'resolved a c'],
    ['rejecting every one named', 1, ['ada rejects a b c'], 'rejected'],
    ['ROOT decides, though not listed', 1, ['root approves all'], 'approved a b c'],
    ['one of two', 2, ['ada approves all'], 'pending'],
    ['two of two', 2, ['ada approves all', 'bob approves all'], 'approved a b c'],
    ['the parts that both approve', 2, ['ada approves a b', 'bob approves b c'], 'resolved b'],
    ['no part that both approve', 2, ['ada approves a', 'bob approves b'], 'rejected'],
    ['all and a part', 2, ['ada approves all', 'bob approves b'], 'resolved b'],
    ['a part and a rejected part', 2, ['ada approves a b', 'bob rejects b'], 'resolved a'],
    ['a rejection beats one approval', 2, ['ada approves all', 'bob rejects all'], 'rejected'],
    ['a rejection ends it at once', 3, ['bob rejects all'], 'rejected'],
    ['one of three', 3, ['ada approves all'], 'pending'],
    ['two of three', 3, ['ada approves all', 'bob approves a'], 'pending'],
    ['three', 3, ['ada approves all', 'bob approves a b', 'cy approves b c'], 'resolved b'],
    ['ROOT as one of them', 2, ['root approves all', 'bob approves all'], 'approved a b c'],
    ['the same person twice', 2, ['ada approves all', 'ada approves all'], '409'],
    ['the same person, otherwise', 2, ['ada approves all', 'ada rejects all'], '409'],
    ['ROOT twice', 2, ['root approves all', 'root approves all'], '409'],
    ['after the approval', 1, ['ada approves all', 'bob rejects all'], '409'],
    ['after a part was approved', 1, ['ada approves a', 'bob approves all'], '409'],
    ['after the rejection', 2, ['ada rejects all', 'bob approves all'], '409'],
    ['not an approver', 1, ['eve approves all'], '403'],
    ['not an approver rejects', 1, ['eve rejects all'], '403'],
    ['not an approver, too late', 1, ['ada approves all', 'eve approves all'], '403'],
    ['an unknown resource', 1, ['ada approves a d'], '400'],
    ['an unknown resource rejected', 1, ['ada rejects d'], '400'],
    ['a resource by another spelling', 1, ['ada approves A'], '400'],
    ['an inherited name', 1, ['ada approves toString'], '400'],
  ])('%s (%i required): %j leads to %s', (_name, approvals_required, steps, outcome) => {
    expect(playSteps(sampleApproval({ approvals_required }), steps)).toBe(outcome);
  });

  it('apply to the whole approval if it names no resources', () => {
    const emptyApproval = sampleApproval({ resources: [], resource_count: 0 });
    expect(playSteps(emptyApproval, ['ada approves all'])).toBe('approved');
    expect(playSteps(emptyApproval, ['ada rejects all'])).toBe('rejected');
    expect(playSteps(emptyApproval, ['ada approves a'])).toBe('400');
  });

  it('are stored with approver, time, message and resources', () => {
    const ada = person('org_1', emailOf('ada'), { userType: 'SUBUSER' });
    const resolutions = applyDecision(
      sampleApproval(),
      approvalActionOf('approves a'),
      ada,
      noon + 1,
    ).resolutions;
    expect(resolutions).toEqual([
      {
        approver_name: 'ada@example.com',
        user_approval_status: 'resolved',
        message: 'Because',
        resolved_at: '2026-09-01T12:00:00.001Z',
        resource_ids: ['a'],
      },
    ]);
  });
});

describe('an approval that is no longer pending', () => {
  it.each(['approved', 'resolved', 'rejected', 'expired', 'cancelled'] as const)(
    'with the status %s takes no decision, not even of ROOT',
    (status) => {
      for (const step of ['ada approves all', 'root approves all', 'ada rejects all']) {
        expect(playSteps(sampleApproval({ status }), [step])).toBe('409');
      }
    },
  );
});

describe('the person who started the run', () => {
  const mine = { no_self_approval: true, requested_by: ['zoe', 'ada'].map(emailOf) };

  it.each([
    ['cannot approve', 1, ['ada approves all'], '403'],
    ['cannot reject', 1, ['ada rejects all'], '403'],
    ['cannot approve a part', 1, ['ada approves a'], '403'],
    ['lets others approve', 1, ['bob approves all'], 'approved a b c'],
    ['lets ROOT approve', 1, ['root approves all'], 'approved a b c'],
    ['cannot add a second approval', 2, ['bob approves all', 'ada approves all'], '403'],
    ['cannot decide after a decision', 1, ['bob approves all', 'ada approves all'], '409'],
  ])('%s', (_name, approvals_required, steps, outcome) => {
    expect(playSteps(sampleApproval({ ...mine, approvals_required }), steps)).toBe(outcome);
  });

  it('cannot decide as ROOT either, and gets the reason', () => {
    const ownApproval = sampleApproval({ no_self_approval: true, requested_by: [emailOf('root')] });
    const refusal = decisionRefusalOf(ownApproval, person('org_1', emailOf('root')), noon);
    expect([refusal?.status, refusal?.message]).toEqual([
      403,
      'You initiated this run, so others must decide about it.',
    ]);
    expect(playSteps(ownApproval, ['ada approves all'])).toBe('approved a b c');
  });

  it('may decide if the bot allows it or if no person started the run', () => {
    const requested_by = [emailOf('ada')];
    expect(playSteps(sampleApproval({ requested_by }), ['ada approves all'])).toBe(
      'approved a b c',
    );
    expect(playSteps(sampleApproval({ no_self_approval: true }), ['ada approves all'])).toBe(
      'approved a b c',
    );
  });
});

describe('the people whose decision is awaited', () => {
  const names = ['ada', 'bob', 'eve'].map(emailOf);
  const [ada, bob, eve] = names as [string, string, string];
  const resolution = {
    approver_name: ada,
    user_approval_status: 'resolved' as const,
    message: 'Yes.',
    resolved_at: '2026-03-01T10:00:00.000Z',
  };

  it.each([
    ['all approvers', {}, names],
    ['all except those who have decided', { resolutions: [resolution] }, [bob, eve]],
    ['all except who started the run', { requested_by: [bob] }, [ada, eve]],
    ['all except who wrote to the AI agent', { written_by: [eve] }, [ada, bob]],
  ])('are %s', (_whose, overrides, expected) => {
    const approval = sampleApproval({ approvers: names, no_self_approval: true, ...overrides });
    expect(awaitedApprovers(approval)).toEqual(expected);
  });

  it('include those people if the bot allows self-approval', () => {
    expect(awaitedApprovers(sampleApproval({ approvers: names, written_by: [eve] }))).toEqual(
      names,
    );
  });
});

describe('the expiry of an approval', () => {
  it.each([
    [-hour, 'approved a b c', 'pending'],
    [hour - 1, 'approved a b c', 'pending'],
    [hour, '409', 'expired'],
    [hour + 1, '409', 'expired'],
  ])('%i ms after noon: a decision leads to %s', (ms, outcome, status) => {
    expect(playSteps(sampleApproval(), ['ada approves all'], noon + ms)).toBe(outcome);
    expect(playSteps(sampleApproval(), ['root approves all'], noon + ms)).toBe(outcome);
    expect(statusAt(sampleApproval(), noon + ms)).toBe(status);
  });

  it('does not change an approval that was decided before', () => {
    for (const status of ['approved', 'resolved', 'rejected', 'cancelled'] as const) {
      expect(statusAt(sampleApproval({ status }), noon + 2 * hour)).toBe(status);
    }
  });
});

describe('an approver', () => {
  const approval = sampleApproval({ approvers: ['kim@example.com', 'ida@example.com'] });

  it.each([
    ['kim@example.com', true],
    ['ida@example.com', true],
    ['\u212Aim@example.com', false],
    ['\u212Aim@example.com'.toLowerCase(), true],
    ['kim@example.com ', false],
    [' kim@example.com', false],
    ['kim@example.com\0', false],
    ['Kim@example.com', false],
    ['kim@example.co', false],
    ['kim@example.com.evil.example', false],
    ['kim@exаmple.com', false],
    ['kım@example.com', false],
    ['kİm@example.com', false],
    ['ｋim@example.com', false],
    ['kim\u200b@example.com', false],
    ['ıda@example.com', false],
    ['kim', false],
    ['@example.com', false],
    ['kim@example.com,ida@example.com', false],
    ['*', false],
    ['', false],
    ['toString', false],
    ['length', false],
    ['0', false],
  ])('has the user id %j: %s', (user_id, verdict) => {
    // The Kelvin sign is k in lower case: that is why addresses are ASCII before they are stored.
    const caller = person('org_1', user_id, { userType: 'SUBUSER' });
    expect(maySee(approval, caller)).toBe(verdict);
    expect(decisionRefusalOf(approval, caller, noon)?.status).toBe(verdict ? undefined : 403);
  });

  it('gets the reason if a decision is not possible', () => {
    const refusalOf = (name: string, fields = {}) =>
      decisionRefusalOf(
        sampleApproval(fields),
        person('org_1', emailOf(name), { userType: 'SUBUSER' }),
        noon,
      );
    expect(refusalOf('eve')?.message).toBe('You are not an approver for this approval.');
    expect(refusalOf('ada', { status: 'expired' })?.message).toMatch(/has expired/);
    expect(refusalOf('ada', { status: 'cancelled' })?.message).toMatch(/withdrawn/);
    expect(refusalOf('ada', { status: 'rejected' })?.message).toMatch(/rejected already/);
  });
});

describe('the API call that decides about an approval', () => {
  const action = { approval_id: 'apr_1', status: 'resolved', message: 'ok', all: true };

  it.each([
    [{}],
    [{ all: undefined, resource_ids: ['a'] }],
    [{ status: 'rejected' }],
    [{ message: '  ok  ' }],
    [{ message: 'x'.repeat(2000) }],
  ])('accepts %j', (change) => {
    expect(approvalActionCall.safeParse({ ...action, ...change }).success).toBe(true);
  });

  it.each([
    [{ message: undefined }, 'Message Required'],
    [{ message: '' }, 'Message Required'],
    [{ message: 'x' }, 'Message Required'],
    [{ message: ' x ' }, 'Message Required'],
    [{ message: '\u200b\u2800\u3164' }, 'Message Required'],
    [{ resource_ids: ['a'] }, 'Choose all resources or name some.'],
    [{ all: undefined }, 'Choose all resources or name some.'],
  ])('refuses %j: %s', (change, message) => {
    const { error } = approvalActionCall.safeParse({ ...action, ...change });
    expect(error?.issues[0]?.message).toBe(message);
  });

  it.each([
    [{ all: false }],
    [{ all: undefined, resource_ids: [] }],
    [{ all: undefined, resource_ids: [''.padEnd(2049, 'x')] }],
    [{ all: undefined, resource_ids: Array.from({ length: 1001 }, () => 'a') }],
    [{ status: 'approved' }],
    [{ status: 'cancelled' }],
    [{ status: 'expired' }],
    [{ message: 'x'.repeat(2001) }],
    [{ approver_name: 'eve@example.com' }],
    [{ approved_ids: ['a'] }],
    [{ revision: 1 }],
  ])('refuses %j', (change) => {
    expect(approvalActionCall.safeParse({ ...action, ...change }).success).toBe(false);
  });
});
