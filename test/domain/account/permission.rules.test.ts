import * as z from 'zod';
import { refusalOf } from '#lib/domain/account/permission.rules.ts';
import type { Caller } from '#lib/kernel/caller.ts';
import type { Method, Route } from '#lib/kernel/route.ts';
import { person } from '#test/support/people.ts';

const callers: Record<string, Partial<Caller>> = {
  ROOT: {},
  'read-only ROOT': { readOnly: true },
  SUBUSER: { userType: 'SUBUSER' },
  'read-only SUBUSER': { userType: 'SUBUSER', readOnly: true },
  SP_USER: { userType: 'SP_USER' },
};

const routeOf = (method: Method, permission: string): Route => ({
  method,
  path: 'things',
  permission,
  resource: 'thing',
  input: z.object({}),
  output: z.object({}),
  audit: 'Do it',
});

const refusal = (who: string, method: Method, permission: string) =>
  refusalOf(person('org_1', 'ada@example.com', callers[who]), routeOf(method, permission));

describe('who may make a call', () => {
  it.each([
    ['ROOT', 'GET', 'read_thing', 'may'],
    ['ROOT', 'POST', 'create_thing', 'may'],
    ['ROOT', 'DELETE', 'delete_thing', 'may'],
    ['read-only ROOT', 'GET', 'read_thing', 'may'],
    ['read-only ROOT', 'POST', 'create_thing', 'may not'],
    ['read-only ROOT', 'PUT', 'update_thing', 'may not'],
    ['read-only ROOT', 'PATCH', 'update_thing', 'may not'],
    ['read-only ROOT', 'DELETE', 'delete_thing', 'may not'],
    ['read-only ROOT', 'POST', 'read_thing', 'may not'],
    ['read-only ROOT', 'POST', 'connect_realtime', 'may'],
    ['SUBUSER', 'GET', 'read_thing', 'may not'],
    ['SUBUSER', 'POST', 'create_thing', 'may not'],
    ['SUBUSER', 'GET', 'read_own_user', 'may'],
    ['SUBUSER', 'POST', 'connect_realtime', 'may'],
    ['SUBUSER', 'GET', 'read_own_users', 'may not'],
    ['SUBUSER', 'GET', 'READ_OWN_USER', 'may not'],
    ['SUBUSER', 'GET', 'read_own', 'may not'],
    ['SUBUSER', 'GET', '', 'may not'],
    ['read-only SUBUSER', 'GET', 'read_own_user', 'may'],
    ['read-only SUBUSER', 'GET', 'read_thing', 'may not'],
    ['SP_USER', 'GET', 'read_thing', 'may not'],
    ['SP_USER', 'POST', 'create_thing', 'may not'],
    ['SP_USER', 'GET', 'read_own_user', 'may'],
  ] as const)('%s, %s with %s: %s', (who, method, permission, verdict) => {
    const status = refusal(who, method, permission)?.status;
    expect(status).toBe(verdict === 'may' ? undefined : 403);
  });

  it('is told whom to ask, and for what', () => {
    expect(refusal('SUBUSER', 'POST', 'create_thing')?.message).toBe(
      'You lack the permission create_thing. Ask your ROOT user for it.',
    );
    expect(refusal('read-only ROOT', 'POST', 'create_thing')?.message).toBe(
      'Your access is read only. Ask your ROOT user for full access.',
    );
  });
});
