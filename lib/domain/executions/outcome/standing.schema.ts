import * as z from 'zod';
import { executionStates } from '../execution.schema.ts';
import { decisionKinds } from './outcome.schema.ts';

/** The status of a run as shown to people: what was decided in it, or else its state. */
export const standings = [...executionStates, ...decisionKinds] as const;
export const standing = z.enum(standings);
export type Standing = z.infer<typeof standing>;
