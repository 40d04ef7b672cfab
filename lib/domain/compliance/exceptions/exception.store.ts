import type { Database } from '#lib/kernel/database.ts';
import { entityStore } from '#lib/kernel/entities.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { Page, PageRequest } from '#lib/kernel/page.ts';
import { isExpired } from './exception.rules.ts';
import { type Exception, exception } from './exception.schema.ts';
import { exceptionTable } from './exception.table.ts';

/** A key that is equal for exceptions with the same scope: parsed scopes have ordered fields. */
export const scopeKeyOf = ({ rule_id, scope }: Pick<Exception, 'rule_id' | 'scope'>): string =>
  sha256(JSON.stringify([rule_id, scope]));

export type ExceptionFilter = {
  rule_id?: string | undefined;
  kind?: Exception['scope']['kind'] | undefined;
  /** Only expired exceptions, or only those in force. */
  expired?: boolean | undefined;
  /** A part of the reason or the owner. */
  text?: string | undefined;
};

const isSelectedBy = ({ rule_id, kind, expired, text }: ExceptionFilter, now: number) => {
  const letters = text?.toLowerCase() ?? '';
  return (one: Exception): boolean =>
    (rule_id === undefined || one.rule_id === rule_id) &&
    (kind === undefined || one.scope.kind === kind) &&
    (expired === undefined || isExpired(one, now) === expired) &&
    `${one.reason}\n${one.owner}`.toLowerCase().includes(letters);
};

/** The exceptions of one organisation, newest first; `now` (ms) decides which are expired. */
export const exceptionStore = (db: Database, tenantId: string, now: number) => {
  const exceptions = entityStore<Exception>(db, {
    table: exceptionTable,
    tenantId,
    parse: (item) => exception.parse(item),
    // An expired exception does not prevent a new one for the same scope.
    nameOf: (one) => (isExpired(one, now) ? undefined : scopeKeyOf(one)),
    descending: true,
  });
  return {
    get: exceptions.get,
    page: (request: PageRequest, filter: ExceptionFilter): Promise<Page<Exception>> =>
      exceptions.page(request, [filter], isSelectedBy(filter, now)),

    async all(): Promise<Exception[]> {
      const found: Exception[] = [];
      for await (const one of exceptions.all()) found.push(one);
      return found;
    },

    underName: exceptions.underName,
    create: exceptions.create,
    revise: exceptions.revise,
    delete: exceptions.delete,
  };
};
