import * as z from 'zod';
import { baseRevision } from '#lib/kernel/revision.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { displayName } from '#lib/kernel/display-text.ts';
import { pageOf } from '#lib/kernel/page.ts';
import { policies } from '../roles/role.schema.ts';
import { mailSettings } from './mail.schema.ts';
import { newPassword } from './password.schema.ts';

export const userTypes = ['ROOT', 'SUBUSER', 'SP_USER'] as const;
export type UserType = (typeof userTypes)[number];

/** In place of a time zone: the time zone of the browser in use. */
export const browserZone = 'browser';

/** A user's settings for the console; an absent setting follows the browser. */
export const userSettings = z.strictObject({
  /** IANA name, or `browserZone`. */
  time_zone: z
    .string()
    .max(60)
    .refine((name) => {
      if (name === browserZone) return true;
      // Offsets such as +05:30 would be accepted too, but have no daylight saving time.
      if (!/^[A-Za-z]/.test(name)) return false;
      try {
        return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
      } catch {
        return false;
      }
    }, 'This time zone does not exist.')
    .optional(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  ...mailSettings,
});
export type UserSettings = z.infer<typeof userSettings>;

const name = displayName({ missing: 'Enter a name.', long: 'Use at most 100 characters.' });
const country_code = z
  .string('Choose a country code.')
  .regex(/^\+\d{1,4}$/, 'Choose a country code.');
const phone = z
  .string('Phone number must be 6-10 digits')
  .regex(/^\d{6,10}$/, 'Phone number must be 6-10 digits');
const roleIds = z
  .array(z.string().max(60))
  .max(20, 'Choose at most 20 roles.')
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each role once.');

/** A user of an organisation; `_id` is the e-mail address. */
export const user = z.object({
  tenant_id: z.string(),
  _id: emailAddress,
  name: z.string(),
  /** Absent for the first user of an organisation until they enter it. */
  country_code: z.string().optional(),
  phone: z.string().optional(),
  userType: z.enum(userTypes),
  readOnly: z.boolean(),
  /** Ids of roles; empty: the organisation's default role. ROOT and portal users have none. */
  roles: z.array(z.string()).default([]),
  settings: userSettings.default({}),
  /** Present for users who want a daily digest: the keys by which the next one is found. */
  digest: z.literal('daily').optional(),
  digest_at: z.string().optional(),
  /** The user's choices about Getting Started, as the onboarding area stores them. */
  onboarding: z.object({ skipped: z.array(z.string()), closed: z.boolean() }).optional(),
  /**
   * The id of the user's account in the pool: tokens of an earlier owner of the address are
   * rejected. Absent if the record was created before the account.
   */
  sub: z.string().optional(),
  /** When all sign-ins up to then were ended (epoch milliseconds). */
  signed_out_at: z.number().optional(),
  /** The session that was excepted from that. */
  kept_session: z.string().optional(),
  /** Sign-ins that ended individually, with when their last token expires (epoch milliseconds). */
  ended_sessions: z.record(z.string(), z.number()).optional(),
  /** When the user last began to leave the list of ROOT users (epoch milliseconds). */
  leaving_at: z.number().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number().default(1),
});
export type User = z.infer<typeof user>;

const details = { name, country_code, phone };

/** What a ROOT user decides about another user. */
const accessFields = { userType: z.enum(userTypes), readOnly: z.boolean() };

/** Optional, because API clients may send the whole user without it. */
const baseRevisionField = { base_revision: baseRevision.optional() };

export const newUser = z.strictObject({
  ...details,
  ...accessFields,
  email: emailAddress,
  /** The first password: users choose their own when they first sign in. */
  password: newPassword,
  roles: roleIds.default([]),
});
export type NewUser = z.infer<typeof newUser>;

const checkBlankOrStrong = (text: string, { addIssue }: z.RefinementCtx): void => {
  if (text === '') return;
  for (const { message } of newPassword.safeParse(text).error?.issues ?? []) addIssue(message);
};

/** A blank or absent password keeps the current one. */
export const userChange = z.strictObject({
  ...details,
  ...accessFields,
  ...baseRevisionField,
  password: z.string().superRefine(checkBlankOrStrong).optional(),
});

/** What users may change in their own record. */
export const ownChange = z.strictObject({ ...details, settings: userSettings }).partial();

export const assignedRoles = z.strictObject({ roles: roleIds, ...baseRevisionField });

/** Fields that are never returned. */
const internalFields = {
  digest: true,
  digest_at: true,
  onboarding: true,
  sub: true,
  signed_out_at: true,
  kept_session: true,
  ended_sessions: true,
  leaving_at: true,
} as const;

export const userView = user.omit({ ...internalFields, tenant_id: true, settings: true }).extend({
  /** Names of the effective roles: the user's own, or the default one. */
  role_names: z.array(z.string()),
  /** The organisation's default role, if the user has that one. */
  defaultRole: z.string().optional(),
});
export type UserView = z.infer<typeof userView>;

export const userPage = pageOf(userView);

const heldRole = z.object({ _id: z.string(), name: z.string(), policies });

/** The signed-in user with the rights by which the console decides as the server does. */
export const currentUser = user
  .omit({ ...internalFields, revision: true, created_at: true, updated_at: true, roles: true })
  .extend({
    organisation: z.string(),
    roles: z.array(heldRole),
    /** E-mail addresses of ROOT users, who can grant rights. */
    root_users: z.array(z.string()),
  });
export type CurrentUser = z.infer<typeof currentUser>;
