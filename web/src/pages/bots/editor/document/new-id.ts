import { randomHex } from './random-hex.ts';

/** The id of a new node or arrow; without a meaning, so that renaming never affects it. */
export const newId = (): string => `n${randomHex(6)}`;
