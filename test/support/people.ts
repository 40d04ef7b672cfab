import { randomBytes } from 'node:crypto';
import { realtimeChannels } from '#lib/channels.ts';
import type { Caller, Rights } from '#lib/kernel/caller.ts';
import type { ChannelName } from '#lib/ports/realtime.ts';

/** A new tenant, not shared with another test. */
export const newTenant = (): string => `org_${randomBytes(16).toString('hex')}`;

/** A user of the tenant: ROOT with full access by default. */
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

/** The channels that users with full access listen to. */
export const everyChannel = Object.keys(realtimeChannels) as ChannelName[];
