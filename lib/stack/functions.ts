import { pascalCase } from '#lib/machines.ts';
import { apiFunctions } from './api-functions.ts';
import { eventFunctions } from './event-functions.ts';
import type { FunctionSpec } from './function-spec.ts';
import { engineFunctions, inventoryFunctions } from './machine-functions.ts';

const otherFunctions = {
  authorizer: {
    acrossTenants: 'It serves all callers, and identifies them itself.',
    timeout: 10,
    memory: 512,
    tables: { api_keys: ['get'], attempts: ['query', 'update', 'delete'] },
    needs: ['read hash secret'],
    variables: ['USER_POOL_ID', 'CLIENT_ID', 'ORIGIN_SECRET'],
  },
  // Time and memory for the code and its start; its only permission is to write its log.
  python: { timeout: 20, memory: 768, python: true },
  'custom/site-publisher': { timeout: 300, memory: 1024, asynchronous: true },
  'custom/admin-seeder': {
    acrossTenants: 'It creates the organisation.',
    timeout: 60,
    memory: 512,
    asynchronous: true,
    tables: { organisations: ['put', 'update'], users: ['get', 'put'], subscriptions: ['put'] },
    needs: ['invite people'],
  },
} satisfies Record<string, FunctionSpec>;

/** Every Lambda, by its entry below `lambdas/` without extension. */
export const functions = {
  ...apiFunctions,
  ...engineFunctions,
  ...inventoryFunctions,
  ...eventFunctions,
  ...otherFunctions,
};

export type FunctionName = keyof typeof functions;

/** Converts `events/fact-published` to a construct's id: `EventsFactPublished`. */
export const constructIdOf = (name: FunctionName): string => pascalCase(name);
