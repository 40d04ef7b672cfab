import {
  type IdentityEventKind,
  identityEventKinds,
} from '#lib/domain/account/identity-event.rules.ts';
import { cognitoEvents } from '#lib/aws/cognito-events.ts';
import { handleIdentityEvent } from '#lib/domain/account/identity-event.service.ts';
import { auditActionsWith } from '#lib/audit-actions.ts';
import { proveIdentity, readCaller } from '#lib/domain/account/caller.service.ts';
import { holdSignIn } from '#lib/domain/users/sign-out.service.ts';
import { userStore } from '#lib/domain/users/user.store.ts';
import { closeSignedOut } from '#lib/domain/ws/listening.service.ts';
import { createLog } from '#lib/kernel/log.ts';
import { auditRecordsOf } from '#test/domain/audit/audit-records.ts';
import { openScene } from '#test/domain/scene.ts';
import { appCode } from '#test/support/authenticator-app.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { ada, clientId, codeIn, openTestPool, type TestPool } from '#test/support/identity-pool.ts';

const world = openTestDatabase();

const { email, password } = ada;
const clientAddress = '203.0.113.9';

/** Ada's account in a pool whose events go to her organisation. */
const openAccount = async () => {
  const scene = openScene(world);
  const { db, tenant_id, realtime } = scene;
  const at = new Date().toISOString();
  const poolRef: { pool?: TestPool } = {};
  const clock = () => poolRef.pool?.now() ?? Date.now();
  const onEvent = handleIdentityEvent({
    db,
    clock,
    log: createLog({ write: () => undefined, clock }),
    closeEnded: closeSignedOut({ db, sockets: realtime }),
  });
  const wait = async (ms: number) => poolRef.pool?.advance(ms);
  const hold = holdSignIn({ db, clock, wait });
  const pool = await openTestPool(undefined, { onEvent, hold });
  poolRef.pool = pool;
  const { sub } = await pool.identity.admin.createUser({ ...ada, tenantId: tenant_id });
  const person = {
    name: 'Ada',
    userType: 'ROOT' as const,
    readOnly: false,
    roles: [],
    settings: {},
  };
  const times = { created_at: at, updated_at: at };
  await userStore(db, tenant_id).create({ _id: email, sub, ...person, ...times });
  const prove = proveIdentity({ db, clock, hashKey: () => 'x', verifyToken: pool.verify });

  return {
    scene,
    pool,
    /** Whether a token is still accepted by the API. */
    counts: async (token: string): Promise<boolean> =>
      prove(token, clientAddress)
        .then(readCaller({ db, clock }))
        .then(
          () => true,
          () => false,
        ),
    /** The records of the trail once there are `count`, the oldest first. */
    records: async (count: number) => {
      const found = await eventually(
        () => auditRecordsOf(scene),
        (all) => all.length >= count,
      );
      return found.toReversed();
    },
  };
};

const actionsOf = (records: readonly { action_type: string }[]) =>
  records.map(({ action_type }) => action_type);

describe('the audit trail of identity events', () => {
  it('records a sign-in with its person and address', async () => {
    const { pool, records } = await openAccount();
    await pool.signIn(email, password, clientAddress);
    expect(await records(1)).toMatchObject([
      {
        action_type: 'sign_in',
        user_id: email,
        address: clientAddress,
        outcome: 'done',
        object_id: email,
      },
    ]);
    await pool.close();
  });

  it('records failed sign-ins and the lock-out, but no later tries', async () => {
    const { pool, records } = await openAccount();
    for (let number = 0; number < 12; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- One after the other, as somebody guesses.
      await pool.signIn(email, 'Wrong-horse1', clientAddress);
    }
    const found = await records(11);
    const names = actionsOf(found);
    expect(names.filter((name) => name === 'fail_sign_in')).toHaveLength(10);
    expect(names.filter((name) => name === 'lock_out')).toHaveLength(1);
    expect(found).toHaveLength(11);
    expect(
      found.every(({ outcome, address }) => outcome === 'refused' && address === clientAddress),
    ).toBe(true);
    expect(JSON.stringify(found)).not.toContain('Wrong-horse1');
    await pool.close();
  });

  it('records nothing for an unknown account', async () => {
    const { pool, records } = await openAccount();
    await pool.signIn('eve@example.com', 'Wrong-horse1', clientAddress);
    await pool.signIn(email, password, clientAddress);
    expect(actionsOf(await records(1))).toEqual(['sign_in']);
    await pool.close();
  });

  it('records a password reset by mail, which ends every session of the product', async () => {
    const { pool, records, counts } = await openAccount();
    const { AccessToken } = await pool.tokens(email, password);
    expect(await counts(AccessToken)).toBe(true);
    await pool.call('ForgotPassword', { ClientId: clientId, Username: email }, clientAddress);
    const reset = (ConfirmationCode: string) =>
      pool.call(
        'ConfirmForgotPassword',
        { ClientId: clientId, Username: email, ConfirmationCode, Password: 'Other-horse2' },
        clientAddress,
      );
    await reset('00000000');
    expect((await reset(codeIn(pool.mails))).status).toBe(200);
    const names = actionsOf(await records(4));
    expect(names.sort()).toEqual([
      'ask_reset_code',
      'fail_reset_password',
      'reset_password',
      'sign_in',
    ]);
    expect(await counts(AccessToken)).toBe(false);
    const newTokens = await pool.tokens(email, 'Other-horse2');
    expect(await counts(newTokens.AccessToken)).toBe(true);
    await pool.close();
  });

  it('records a changed password, which ends the other sessions', async () => {
    const { pool, records, counts } = await openAccount();
    const [currentTokens, otherTokens] = [
      await pool.tokens(email, password),
      await pool.tokens(email, password),
    ];
    const change = (PreviousPassword: string) =>
      pool.call('ChangePassword', {
        AccessToken: currentTokens.AccessToken,
        PreviousPassword,
        ProposedPassword: 'Other-horse2',
      });
    await change('Wrong-horse1');
    await change(password);
    expect(actionsOf(await records(4)).sort()).toEqual([
      'change_password',
      'fail_change_password',
      'sign_in',
      'sign_in',
    ]);
    expect([
      await counts(currentTokens.AccessToken),
      await counts(otherTokens.AccessToken),
    ]).toEqual([true, false]);
    await pool.close();
  });

  it('records a sign-out once, from the console or the identity pool', async () => {
    const { scene, pool, records, counts } = await openAccount();
    const { AccessToken, RefreshToken } = await pool.tokens(email, password);
    const revoke = (Token: string) => pool.call('RevokeToken', { ClientId: clientId, Token });
    await revoke(RefreshToken);
    await revoke(RefreshToken);
    expect(actionsOf(await records(2))).toEqual(['sign_in', 'sign_out']);
    expect(await counts(AccessToken)).toBe(false);
    const next = await pool.tokens(email, password);
    const { session = '' } = await pool.verify(next.AccessToken);
    const caller = { ...scene.root, user_id: email, session };
    await scene.users.signOut(caller, {});
    await revoke(next.RefreshToken);
    expect(actionsOf(await records(3))).toEqual(['sign_in', 'sign_out', 'sign_in']);
    await pool.close();
  });

  it('records setting up, switching and failing a second factor', async () => {
    const { pool, records } = await openAccount();
    const { AccessToken } = await pool.tokens(email, password);
    const { body } = await pool.call('AssociateSoftwareToken', { AccessToken });
    const secret = body.SecretCode ?? '';
    const verify = (UserCode: string) =>
      pool.call('VerifySoftwareToken', { AccessToken, UserCode });
    await verify('12');
    await verify(appCode(secret, pool.now()));
    const prefer = (Enabled: boolean) =>
      pool.call('SetUserMFAPreference', {
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
      });
    await prefer(true);
    await prefer(false);
    const found = await records(5);
    expect(actionsOf(found).sort()).toEqual([
      'disable_mfa',
      'enable_mfa',
      'fail_set_up_mfa',
      'set_up_mfa',
      'sign_in',
    ]);
    expect(JSON.stringify(found)).not.toContain(secret);
    await pool.close();
  });
});

describe('the list of audit actions', () => {
  const listed = (kinds: readonly IdentityEventKind[]) =>
    auditActionsWith(kinds).map(({ _id }) => _id);

  it('contains every identity event once', () => {
    const actionIds = listed(identityEventKinds);
    expect(actionIds).toEqual(expect.arrayContaining([...identityEventKinds]));
    expect(new Set(actionIds).size).toBe(actionIds.length);
  });

  it('leaves out events that Cognito does not report on AWS', () => {
    const actionIds = listed(cognitoEvents);
    expect(actionIds).toEqual(expect.arrayContaining(['sign_in', 'sign_out', 'reset_password']));
    for (const never of ['fail_sign_in', 'lock_out', 'set_up_mfa']) {
      expect(actionIds).not.toContain(never);
    }
  });
});
