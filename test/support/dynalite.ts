import { createRequire } from 'node:module';
import { resolve } from 'node:path';

type Failure = { statusCode: number; body: object };
type Settle = (failure: Failure | null, answer?: object) => void;

type Store = {
  /** Everything stored, including table definitions, under keys that begin with their type. */
  db: {
    iterator: (range?: { gt: string; lt: string }) => { all: () => Promise<[string, object][]> };
    clear: (range: { lt: string }) => Promise<void>;
  };
};

type Act = (store: Store, fields: object, settle: Settle) => void;
type Operation = { types: object; custom?: object; act: Act };
type Validations = {
  checkTypes: (fields: object, types: object) => object;
  checkValidations: (fields: object, types: object, custom: unknown, store: Store) => void;
};

// dynalite is a server whose parts have no types: these are the ones that its handler calls.
const require = createRequire(resolve('package.json'));
const requireDynalite = (path: string) => require(`dynalite/${path}`);
const { create }: { create: (options: object) => Store } = requireDynalite('db');
const { checkTypes, checkValidations }: Validations = requireDynalite('validations');

const operations = new Map<string, Operation>();

/** An operation such as `PutItem`: its fields, further validations, and its implementation. */
const operationOf = (operationName: string): Operation => {
  const existing = operations.get(operationName);
  if (existing) return existing;
  const name = operationName.replace(/^./, (first) => first.toLowerCase());
  const operation = {
    ...requireDynalite(`validations/${name}`),
    act: requireDynalite(`actions/${name}`),
  };
  operations.set(operationName, operation);
  return operation;
};

const isRefusal = (error: unknown): error is Failure => Object(error).statusCode !== undefined;

export type DynaliteAnswer = { status: number; body: object };

/** Another implementation of DynamoDB, in memory, called without server or connection. */
export const openDynalite = () => {
  const store = create({ createTableMs: 0 });

  /** Answers as in DynamoDB's protocol, before serialisation. */
  const ask = (operation: string, fields: object) =>
    new Promise<DynaliteAnswer>((fulfil, fail) => {
      const settle: Settle = (failure, answer = {}) => {
        if (failure && !isRefusal(failure)) fail(failure);
        else if (failure) fulfil({ status: failure.statusCode, body: failure.body });
        else fulfil({ status: 200, body: answer });
      };
      const { types, custom, act } = operationOf(operation);
      try {
        const checked = checkTypes(fields, types);
        checkValidations(checked, types, custom, store);
        act(store, checked, settle);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        settle(error);
      }
    });

  return {
    ask,

    /** The stored items of an index, or of the table itself, in key order. */
    contents: async (table: string, index?: string): Promise<object[]> => {
      const prefix = index === undefined ? `item-${table}~` : `index-global~${table}~${index}~`;
      const entries = await store.db.iterator({ gt: prefix, lt: `${prefix}~` }).all();
      return entries.map(([, value]) => value);
    },

    /** Empties all tables: keys of definitions begin with `table`, which sorts last. */
    clear: () => store.db.clear({ lt: 'table' }),
  };
};
