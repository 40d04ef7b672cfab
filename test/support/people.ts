import { randomBytes } from 'node:crypto';
import { realtimeChannels } from '#lib/channels.ts';
import type { Caller, Rights } from '#lib/kernel/caller.ts';
import type { ChannelName } from '#lib/ports/realtime.ts';

/** A tenant that no other test knows. */
export const newTenant = (): string => `org_${randomBytes(16).toString('hex')}`;

/** Somebody of the tenant: ROOT with full access unless told otherwise. */
export const person = (
  tenant_id: string,
  user_id = 'root@example.com',
  rights: Partial<Rights> = {},
): Caller => ({
  tenant_id,
  user_id,
  name: user_id,
  userType: 'ROOT',
  readOnly: false,
  roles: [],
  ...rights,
});

/** What people with full access listen to. */
export const everyChannel = Object.keys(realtimeChannels) as ChannelName[];
