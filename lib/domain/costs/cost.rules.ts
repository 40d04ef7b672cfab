import type { Cost } from '../bots/cost.schema.ts';
import { listPrices, type Prices } from './prices.rules.ts';

/** How much is used of the services that AWS bills by use (see `listPrices`). */
export type Usage = {
  transitions: number;
  calls: number;
  gbSeconds: number;
  /** Writes to tables, whatever their size; they are not billed by this number. */
  writes: number;
  /** The write units for which those writes are billed. */
  writeUnits: number;
  /** Index entries written or removed by those writes, one unit each. */
  indexUnits: number;
  readUnits: number;
  requests: number;
  facts: number;
  messages: number;
  mails: number;
};

export const noUsage: Usage = {
  transitions: 0,
  calls: 0,
  gbSeconds: 0,
  writes: 0,
  writeUnits: 0,
  indexUnits: 0,
  readUnits: 0,
  requests: 0,
  facts: 0,
  messages: 0,
  mails: 0,
};

/** Adds a usage to a sum, `times` times. */
export const addUsage = (sum: Usage, added: Partial<Usage>, times = 1): void => {
  const names = Object.keys(noUsage) as (keyof Usage)[];
  for (const name of names) sum[name] += (added[name] ?? 0) * times;
};

/** The cost of a usage at the given prices. */
export const runCost = (usage: Usage, prices: Prices = listPrices): Cost => {
  const transitions = usage.transitions * prices.transition;
  const functions = usage.calls * prices.call + usage.gbSeconds * prices.gbSecond;
  const billedWrites = usage.writeUnits + usage.indexUnits;
  const database = billedWrites * prices.writeUnit + usage.readUnits * prices.readUnit;
  const { requests, facts, messages } = usage;
  const events = requests * prices.request + facts * prices.fact + messages * prices.message;
  const mails = usage.mails * prices.mail;
  const total = transitions + functions + database + events + mails;
  return { total, transitions, functions, database, events, mails };
};
