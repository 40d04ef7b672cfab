import {
  decide,
  type DecisionReason,
  denialTextOf,
  type GuardedRoute,
  refusalOf,
} from '#lib/domain/account/permission.rules.ts';
import { rowText } from '#lib/domain/roles/policy.rules.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Method } from '#lib/kernel/route.ts';
import { person } from '#test/support/people.ts';
import { roleOf } from '../roles/policy-text.ts';

const kinds: Record<string, Partial<Caller>> = {
  ROOT: {},
  'read-only ROOT': { readOnly: true },
  "ROOT's agent": { entity_type: 'agent' },
  'a key of ROOT': { key_id: 'key_1', entity_type: 'user' },
  SUBUSER: { userType: 'SUBUSER' },
  'read-only SUBUSER': { userType: 'SUBUSER', readOnly: true },
  "SUBUSER's agent": { userType: 'SUBUSER', entity_type: 'agent' },
  SP_USER: { userType: 'SP_USER' },
};

/** Roles are named A, B, C; each is one line of rows. */
const caller = (kind: string, roles: readonly string[] = []): Caller => ({
  ...person('org_1', 'ada@example.com'),
  ...kinds[kind],
  roles: roles.map((rows, at) => roleOf('ABC'.charAt(at), ...rows.split(', '))),
});

/** A route from `POST create_bot` and its further properties. */
const guardedRoute = (call: string): GuardedRoute => {
  const [method = 'GET', permission = '', ...flags] = call.split(' ');
  return {
    method: method as Method,
    permission,
    resource: permission.replace(/^[a-z]+_(own_)?/, ''),
    ...(flags.includes('everyone') && { holders: 'everyone' }),
    ...(flags.includes('root-only') && { holders: 'ROOT' }),
    ...(flags.includes('reads') && { reads: true }),
  };
};

const reasonText = (reason: DecisionReason): string => {
  if (reason.kind !== 'row') return reason.kind;
  return `${reason.role}: ${rowText(reason.row)}`;
};

describe('the decision whether a caller may make a call, and its reason', () => {
  it.each([
    ['ROOT', [], 'GET read_bot', 'may', 'root'],
    ['ROOT', [], 'DELETE delete_bot', 'may', 'root'],
    ['ROOT', [], 'PUT update_user root-only', 'may', 'root'],
    ['ROOT', ['DENY *: *'], 'DELETE delete_bot', 'may', 'root'],
    ['a key of ROOT', [], 'DELETE delete_bot', 'may', 'root'],
    ['read-only ROOT', [], 'GET read_bot', 'may', 'root'],
    ['read-only ROOT', [], 'POST read_bot reads', 'may', 'root'],
    ['read-only ROOT', [], 'POST read_bot', 'may not', 'read-only'],
    ['read-only ROOT', [], 'POST create_bot', 'may not', 'read-only'],
    ['read-only ROOT', [], 'PUT update_bot', 'may not', 'read-only'],
    ['read-only ROOT', [], 'PATCH update_bot', 'may not', 'read-only'],
    ['read-only ROOT', [], 'DELETE delete_bot', 'may not', 'read-only'],
    ['read-only ROOT', [], 'PUT update_user root-only', 'may not', 'read-only'],
    ['read-only ROOT', [], 'PUT update_own_user everyone', 'may', 'everyone'],

    ["ROOT's agent", [], 'GET read_bot', 'may not', 'agent'],
    ["ROOT's agent", [], 'GET read_own_user everyone', 'may not', 'agent'],
    ["SUBUSER's agent", ['ALLOW *: *'], 'GET read_bot', 'may not', 'agent'],

    ['SUBUSER', [], 'GET read_own_user everyone', 'may', 'everyone'],
    ['SUBUSER', ['DENY *: *'], 'GET read_own_user everyone', 'may', 'everyone'],
    ['SUBUSER', [], 'GET read_own_user', 'may not', 'none'],
    ['SUBUSER', ['ALLOW *: *'], 'PUT update_user root-only', 'may not', 'root-only'],
    ['SUBUSER', ['ALLOW user: update_user'], 'GET update_user root-only', 'may not', 'root-only'],

    ['SUBUSER', [], 'GET read_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: read_bot'], 'GET read_bot', 'may', 'A: ALLOW bot: read_bot'],
    ['SUBUSER', ['ALLOW bot: read_*'], 'GET read_bot', 'may', 'A: ALLOW bot: read_*'],
    ['SUBUSER', ['ALLOW bot: *'], 'DELETE delete_bot', 'may', 'A: ALLOW bot: *'],
    ['SUBUSER', ['ALLOW *: read_bot'], 'GET read_bot', 'may', 'A: ALLOW *: read_bot'],
    ['SUBUSER', ['ALLOW *: read_*'], 'GET read_bot', 'may', 'A: ALLOW *: read_*'],
    ['SUBUSER', ['ALLOW *: *'], 'DELETE delete_bot', 'may', 'A: ALLOW *: *'],
    ['SUBUSER', ['ALLOW bot: write_*'], 'POST create_bot', 'may', 'A: ALLOW bot: write_*'],
    ['SUBUSER', ['ALLOW bot: write_*'], 'PUT update_bot', 'may', 'A: ALLOW bot: write_*'],
    ['SUBUSER', ['ALLOW bot: write_*'], 'DELETE delete_bot', 'may', 'A: ALLOW bot: write_*'],
    ['SUBUSER', ['ALLOW bot: write_*'], 'GET read_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: create_*'], 'PUT update_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW user: *'], 'GET read_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW user: read_bot'], 'GET read_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW user: *', 'ALLOW bot: *'], 'GET read_bot', 'may', 'B: ALLOW bot: *'],
    [
      'SUBUSER',
      ['ALLOW *: *, ALLOW *: read_*, ALLOW bot: *, ALLOW bot: read_bot'],
      'GET read_bot',
      'may',
      'A: ALLOW bot: read_bot',
    ],

    ['SUBUSER', ['DENY bot: read_bot'], 'GET read_bot', 'may not', 'A: DENY bot: read_bot'],
    ['SUBUSER', ['ALLOW *: *', 'DENY *: *'], 'GET read_bot', 'may not', 'B: DENY *: *'],
    ['SUBUSER', ['DENY *: *', 'ALLOW bot: read_bot'], 'GET read_bot', 'may not', 'A: DENY *: *'],
    [
      'SUBUSER',
      ['ALLOW bot: read_bot', 'ALLOW *: *', 'DENY *: read_*'],
      'GET read_bot',
      'may not',
      'C: DENY *: read_*',
    ],
    [
      'SUBUSER',
      ['ALLOW *: *', 'DENY bot: write_*'],
      'DELETE delete_bot',
      'may not',
      'B: DENY bot: write_*',
    ],
    ['SUBUSER', ['ALLOW *: *', 'DENY bot: write_*'], 'GET read_bot', 'may', 'A: ALLOW *: *'],
    ['SUBUSER', ['ALLOW *: *', 'DENY user: *'], 'GET read_bot', 'may', 'A: ALLOW *: *'],

    ['read-only SUBUSER', ['ALLOW *: *'], 'GET read_bot', 'may', 'A: ALLOW *: *'],
    ['read-only SUBUSER', ['ALLOW *: *'], 'POST create_bot', 'may not', 'read-only'],
    ['read-only SUBUSER', ['ALLOW *: *'], 'POST read_bot reads', 'may', 'A: ALLOW *: *'],
    ['read-only SUBUSER', [], 'GET read_bot', 'may not', 'none'],
    ['SP_USER', [], 'GET read_bot', 'may not', 'none'],
    ['SP_USER', ['ALLOW bot: *'], 'PUT update_user root-only', 'may not', 'root-only'],
    ['SP_USER', ['ALLOW bot: *'], 'GET read_bot', 'may', 'A: ALLOW bot: *'],

    ['SUBUSER', ['ALLOW bot: read_*'], 'GET read', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: read_*'], 'GET reads_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: read_*'], 'GET READ_bot', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: read_bot'], 'GET read_bots', 'may not', 'none'],
    ['SUBUSER', ['ALLOW bot: *'], 'GET read_', 'may not', 'none'],
  ] as const)(
    'for %s with the roles %j and %s: %s, %s',
    (kind, roles, call, verdict, expectedReason) => {
      const { allowed, reason } = decide(caller(kind, roles), guardedRoute(call));
      expect([allowed ? 'may' : 'may not', reasonText(reason)]).toEqual([verdict, expectedReason]);
      const refusal = refusalOf(caller(kind, roles), guardedRoute(call));
      expect(refusal?.status).toBe(allowed ? undefined : 403);
    },
  );
});

describe('the sentence for a caller who may not make a call', () => {
  const sentence = (kind: string, roles: readonly string[], call: string, roots?: string[]) => {
    const { allowed, reason } = decide(caller(kind, roles), guardedRoute(call));
    expect(allowed).toBe(false);
    return denialTextOf(reason, guardedRoute(call), roots);
  };

  it.each([
    [
      'SUBUSER',
      [],
      'GET read_bot',
      'You have no role that lets you read bots (read_bot). Ask your ROOT user for it.',
    ],
    [
      'SUBUSER',
      ['ALLOW user: *'],
      'GET read_bot',
      'Your role A does not let you read bots (read_bot). Ask your ROOT user for it.',
    ],
    [
      'SUBUSER',
      ['ALLOW user: *', 'ALLOW bot: create_*'],
      'GET read_bot',
      'None of your roles (A, B) lets you read bots (read_bot). Ask your ROOT user for it.',
    ],
    [
      'SUBUSER',
      ['ALLOW *: *', 'DENY bot: delete_*'],
      'DELETE delete_bot',
      'Your role B does not let you delete bots (delete_bot), due to its row ' +
        '"DENY bot: delete_*". Ask your ROOT user to change it.',
    ],
    [
      'read-only ROOT',
      [],
      'POST create_bot',
      'Your access is read only. Ask your ROOT user for full access.',
    ],
    [
      'SUBUSER',
      ['ALLOW *: *'],
      'PUT update_user root-only',
      'Only a ROOT user may do this. Ask your ROOT user.',
    ],
    ["ROOT's agent", [], 'GET read_bot', 'The key of an agent may not make this call.'],
  ] as const)('for %s with the roles %j and %s is correct', (kind, roles, call, text) => {
    expect(sentence(kind, roles, call)).toBe(text);
    expect(refusalOf(caller(kind, roles), guardedRoute(call))?.message).toBe(text);
  });

  it.each([
    ['GET read_audit_trail', 'read the audit trail (read_audit_trail)'],
    ['POST create_bot_execution', 'create bot runs (create_bot_execution)'],
    ['POST create_api_key', 'create API keys (create_api_key)'],
    ['PUT update_user_roles', 'update user roles (update_user_roles)'],
  ])('names the permission of %s in words: %s', (call, permissionText) => {
    const advice = 'Ask your ROOT user for it.';
    expect(sentence('SUBUSER', [], call)).toBe(
      `You have no role that lets you ${permissionText}. ${advice}`,
    );
  });

  it('names up to three ROOT users whom the caller can ask', () => {
    const roots = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
    const prefix = 'You have no role that lets you read bots (read_bot). Ask your ROOT user';
    expect(sentence('SUBUSER', [], 'GET read_bot', roots.slice(0, 1))).toBe(
      `${prefix} (a@example.com) for it.`,
    );
    expect(sentence('SUBUSER', [], 'GET read_bot', roots)).toBe(
      `${prefix} (a@example.com, b@example.com, c@example.com) for it.`,
    );
  });
});
