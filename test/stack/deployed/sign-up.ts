import { tenantOfSignUp } from '#lib/domain/onboarding/sign-up.service.ts';
import { organisationStore } from '#lib/domain/organisations/organisation.store.ts';
import { subscriptionStore } from '#lib/domain/subscriptions/subscription.store.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import type { Product } from '../../support/deployed-product.ts';

const userName = 'ada@example.com';
const sub = '11112222-3333-4444-5555-666677778888';
const userAttributes = { email: userName, name: 'Ada', 'custom:organisation': 'Globex' };

/** People who sign up to the user pool, as Cognito tells its triggers of them. */
export const signUps = (open: () => Product): void => {
  const trigger = (triggerSource: string, change: object = {}) => ({
    version: '1',
    triggerSource,
    userPoolId: open().environment('api/users').USER_POOL_ID,
    userName,
    request: { userAttributes },
    response: {},
    ...change,
  });
  const tell = (event: object) => open().invoke('events/sign-up', event);
  const kept = async () => {
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
      await expect(tell(trigger('PreSignUp_SignUp', change))).rejects.toThrow(/\.$/);
    });

    it('is let in, and is of no organisation before its address is confirmed', async () => {
      const event = trigger('PreSignUp_SignUp');
      expect(await tell(event)).toEqual(event);
      for (const source of [
        'PreSignUp_AdminCreateUser',
        'PostConfirmation_ConfirmForgotPassword',
      ]) {
        expect(await tell(trigger(source, { ...confirmed, userName: 'INVITED' }))).toMatchObject({
          triggerSource: source,
        });
      }
      expect((await kept()).organisation).toBeUndefined();
    });

    it('gets its organisation once it is confirmed, however often that is told', async () => {
      const event = trigger('PostConfirmation_ConfirmSignUp', confirmed);
      expect(await tell(event)).toEqual(event);
      const first = await kept();
      await Promise.all([tell(event), tell(event)]);
      expect(await kept()).toEqual(first);
      expect(first).toMatchObject({
        organisation: { name: 'Globex', roots: { [userName]: true } },
        user: { userType: 'ROOT' },
        subscriptions: [{ subscription_type: 'trial' }],
      });
    });
  });
};
