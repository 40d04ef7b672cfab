import type * as z from 'zod';
import { execution } from '../execution.schema.ts';

/** The fields that decide whether a run is kept and where its data is stored. */
export const oldRun = execution.pick({
  tenant_id: true,
  _id: true,
  bot_id: true,
  state: true,
  created_at: true,
  updated_at: true,
  finished_at: true,
  open: true,
  outbox: true,
  resumed_as: true,
  again_as: true,
});
export type OldRun = z.infer<typeof oldRun>;
