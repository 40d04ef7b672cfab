import { auditStore } from '#lib/domain/audit/audit.store.ts';
import { tenantOfSignUp } from '#lib/domain/onboarding/sign-up.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { signInsValidFrom } from '#lib/domain/users/session.rules.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { connectionStore } from '#lib/domain/ws/connection.store.ts';
import { timedBounds } from '#lib/kernel/ids.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';

const userName = 'ada@example.com';
const sub = '11112222-3333-4444-5555-666677778888';
const userAttributes = { email: userName, name: 'Ada', 'custom:organisation': 'Globex' };

/** People who sign up to the user pool, as Cognito reports them to its triggers. */
export const scenario: Scenario = (open) => {
  const trigger = (triggerSource: string, change: object = {}) => ({
    version: '1',
    triggerSource,
    userPoolId: open().environment('api/users').USER_POOL_ID,
    userName,
    request: { userAttributes },
    response: {},
    ...change,
  });
  const invokeSignUp = (event: object) => open().invoke('events/sign-up', event);
  const readStored = async () => {
    const { db } = open();
    const tenantId = tenantOfSignUp(sub);
    const organisation = await organisationStore(db, tenantId).get();
    const user = await userStore(db, tenantId).get(userName);
    return { organisation, user, subscriptions: await subscriptionStore(db, tenantId).list() };
  };
  const confirmed = { request: { userAttributes: { ...userAttributes, sub } } };

  describe('a sign-up', () => {
    it.each([
      ['another spelling of the address', { userName: 'Ada@example.com' }],
      ['another address', { request: { userAttributes: { ...userAttributes, email: 'b@c.de' } } }],
      ['no organisation', { request: { userAttributes: { email: userName, name: 'Ada' } } }],
    ])('is refused with %s', async (_, change) => {
      await expect(invokeSignUp(trigger('PreSignUp_SignUp', change))).rejects.toThrow(/\.$/);
    });

    it('is accepted, and has no organisation before its confirmation', async () => {
      const event = trigger('PreSignUp_SignUp');
      expect(await invokeSignUp(event)).toEqual(event);
      const invited = trigger('PreSignUp_AdminCreateUser', { ...confirmed, userName: 'INVITED' });
      expect(await invokeSignUp(invited)).toEqual(invited);
      expect((await readStored()).organisation).toBeUndefined();
    });

    it('creates its organisation once, even if confirmed several times', async () => {
      const event = trigger('PostConfirmation_ConfirmSignUp', confirmed);
      expect(await invokeSignUp(event)).toEqual(event);
      const first = await readStored();
      await Promise.all([invokeSignUp(event), invokeSignUp(event)]);
      expect(await readStored()).toEqual(first);
      expect(first).toMatchObject({
        organisation: { name: 'Globex', roots: { [userName]: true } },
        user: { userType: 'ROOT' },
        subscriptions: [{ subscription_type: 'trial' }],
      });
    });
  });

  describe('the user pool', () => {
    const tenantId = tenantOfSignUp(sub);
    const actions = async (): Promise<string[]> => {
      const all = { between: timedBounds('aud', 0), actions: [] };
      const page = await auditStore(open().db, tenantId).page({ number_of_items: 50 }, all);
      return page.items.map(({ action_type }) => action_type);
    };
    const groups = { groupConfiguration: { groupsToOverride: [tenantId] } };

    it('reports sign-ins, but no refreshed sessions', async () => {
      const signedIn = (source: string) =>
        trigger(source, { request: { userAttributes, ...groups } });
      const event = signedIn('TokenGeneration_Authentication');
      expect(await open().invoke('events/signed-in', event)).toEqual(event);
      await open().invoke('events/signed-in', signedIn('TokenGeneration_RefreshTokens'));
      await open().invoke('events/signed-in', { version: '9' });
      expect(await actions()).toEqual(['sign_in']);
    });

    it.each(['events/signed-in', 'events/sign-up'] as const)(
      'reports reset passwords to %s, which ends sessions',
      async (name) => {
        const { connections, db } = open();
        const event = trigger('PostConfirmation_ConfirmForgotPassword');
        const before = Date.now();
        const _id = name.replace('/', '-');
        await connectionStore(db, tenantId).put({
          _id,
          user_id: userName,
          channels: [],
          signed_in_at: before - 60_000,
          expires_at: before / 1000 + 3600,
        });
        connections.openSockets.set(_id, []);
        expect(await open().invoke(name, event)).toEqual(event);
        expect((await actions())[0]).toBe('reset_password');
        const { user = {} } = await readStored();
        expect(user).toMatchObject({ signed_out_at: expect.any(Number) });
        expect(connections.openSockets.has(_id)).toBe(false);
        await open().invoke('events/signed-in', {
          ...trigger('TokenGeneration_Authentication'),
          request: { userAttributes, ...groups },
        });
        // The next sign-in is dated after the time from which it counts.
        expect(Date.now()).toBeGreaterThanOrEqual(signInsValidFrom(user));
      },
    );
  });
};
