import * as z from 'zod';
import { executionStates } from '../execution.schema.ts';
import { decisionKinds } from './outcome.schema.ts';

/** How a run stands as people read it: what was decided in it, in place of its state. */
export const standings = [...executionStates, ...decisionKinds] as const;
export const standing = z.enum(standings);
export type Standing = z.infer<typeof standing>;
