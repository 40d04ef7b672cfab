import { decide } from '#lib/domain/account/permission.rules.ts';
import { predefinedRoles } from '#lib/domain/roles/predefined.rules.ts';
import { everyRoute } from '../../lambdas/gateway.ts';

const roles = predefinedRoles.filter(({ name }) => name === 'Portal-User');
const pia = { userType: 'SP_USER', readOnly: false, roles } as const;

/** Pia's permissions by area: those that everyone holds, or all others. */
const allowedPermissions = (forEveryone: boolean): string[] => {
  const found = everyRoute
    .filter(({ route }) => (route.holders === 'everyone') === forEveryone)
    .filter(({ route }) => decide(pia, route).allowed)
    .map(({ area, route }) => `${area}: ${route.permission}`);
  return [...new Set(found)].sort();
};

describe('a portal user', () => {
  it('may use the portal and answer its questions', () => {
    expect(allowedPermissions(false)).toEqual([
      'approvals: read_approval',
      'approvals: update_approval',
      'service-portal: create_service_portal_run',
      'service-portal: read_service_portal',
      'service-portal: update_service_portal_run',
      'user-inputs: read_user_input',
      'user-inputs: update_user_input',
    ]);
  });

  it('may also read the catalogue, and manage their own data', () => {
    const areas = new Set(allowedPermissions(true).map((one) => one.split(':')[0]));
    // A search finds what they may list: the apps.
    expect([...areas]).toEqual([
      'api-keys',
      'integrations',
      'notifications',
      'onboarding',
      'search',
      'users',
      'ws',
    ]);
    const catalogue = allowedPermissions(true).filter((one) => one.startsWith('integrations'));
    expect(catalogue).toEqual(['integrations: read_integration_type']);
  });
});
