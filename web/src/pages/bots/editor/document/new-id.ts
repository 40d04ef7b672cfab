import { randomHex } from './random-hex.ts';

/** A new node's or arrow's id; no meaning, so that renaming never touches it. */
export const newId = (): string => `n${randomHex(6)}`;
