import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { AuditRecord } from '../audit/audit.schema.ts';

/** How an event appears in the audit trail; `endedSignIns` says which sign-ins end with it. */
type Meaning = {
  audit: string;
  outcome: 'done' | 'refused';
  reason?: string;
  endedSignIns?: 'all' | 'own' | 'others';
};

/** What people do where they sign in, outside the API; each is an action of the audit trail. */
export const identityEvents = {
  sign_in: { audit: 'Sign in', outcome: 'done' },
  fail_sign_in: {
    audit: 'Fail to sign in',
    outcome: 'refused',
    reason: 'The password, or the code of the authenticator app, was wrong.',
  },
  lock_out: {
    audit: 'Lock out after failed attempts',
    outcome: 'refused',
    reason:
      'There were too many wrong passwords or codes. ' +
      'Further attempts from addresses that failed are rejected for a while.',
  },
  sign_out: { audit: 'Sign out', outcome: 'done', endedSignIns: 'own' },
  sign_out_everywhere: { audit: 'Sign out everywhere', outcome: 'done', endedSignIns: 'all' },
  ask_reset_code: { audit: 'Ask for a code to reset the password', outcome: 'done' },
  reset_password: {
    audit: "Reset one's own password with a mailed code",
    outcome: 'done',
    endedSignIns: 'all',
  },
  fail_reset_password: {
    audit: "Fail to reset one's own password",
    outcome: 'refused',
    reason: 'The mailed code was wrong or too old.',
  },
  change_password: { audit: "Change one's own password", outcome: 'done', endedSignIns: 'others' },
  fail_change_password: {
    audit: "Fail to change one's own password",
    outcome: 'refused',
    reason: 'The old password was wrong.',
  },
  set_up_mfa: { audit: 'Set up an authenticator app', outcome: 'done' },
  fail_set_up_mfa: {
    audit: 'Fail to set up an authenticator app',
    outcome: 'refused',
    reason: 'The code of the app was wrong.',
  },
  enable_mfa: { audit: 'Switch two-factor sign-in on', outcome: 'done' },
  disable_mfa: { audit: 'Switch two-factor sign-in off', outcome: 'done' },
} satisfies Record<string, Meaning>;

export type IdentityEventKind = keyof typeof identityEvents;

export const identityEventKinds = Object.keys(identityEvents) as IdentityEventKind[];

export const meaningOf = (kind: IdentityEventKind): Meaning => identityEvents[kind];

/** Something that a user did or tried where they sign in. */
export type IdentityEvent = {
  kind: IdentityEventKind;
  tenant_id: string;
  user_id: string;
  /** The caller's IP address; not every source of these events knows it. */
  address?: string | undefined;
  /** The sign-in in which it happened, or the new sign-in itself. */
  session?: string | undefined;
  /** When that sign-in began (epoch milliseconds). */
  signed_in_at?: number | undefined;
};

/** The audit record of an event; it has no API path and contains nothing of what was sent. */
export const auditRecordOf = (
  { kind, user_id, address }: IdentityEvent,
  now: number,
): Omit<AuditRecord, 'tenant_id'> => {
  const { outcome, reason } = meaningOf(kind);
  return {
    _id: timedId('aud', now),
    user_id,
    ...(address && { address: address.slice(0, 60) }),
    action_type: kind,
    created_at: isoTime(now),
    method: 'POST',
    url: '/identity',
    object_type: 'user',
    object_id: user_id,
    outcome,
    ...(reason !== undefined && { reason }),
  };
};
