import type { Caller } from '#lib/kernel/caller.ts';
import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { secretMask } from '#lib/kernel/text.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import type { credentialRoutes } from './credential.routes.ts';
import {
  type FieldProblem,
  hostsOf,
  isKept,
  problemWithFields,
  problemWithKeptSecret,
  problemWithSecret,
} from './credential.rules.ts';
import {
  type Credential,
  type CredentialChange,
  type CredentialView,
} from './credential.schema.ts';
import { credentialStore } from './credential.store.ts';

export type CredentialDeps = { db: Database; secrets: Secrets; clock: Clock };

const view = ({ tenant_id, sealed_secret, revision, ...shown }: Credential): CredentialView => ({
  ...shown,
  secret: secretMask,
});

const refuse = (problem: FieldProblem | undefined): void => {
  if (problem) throw badRequest(problem.error, { field: problem.field });
};

const credentialsOf = (deps: CredentialDeps, { tenant_id }: Caller) => {
  const store = credentialStore(deps.db, tenant_id);
  const find = async (id: string): Promise<Credential> => {
    const found = await store.get(id);
    if (!found) throw notFound('credential');
    return found;
  };
  const underName = <T>(one: Pick<Credential, '_id' | 'name'>, write: () => Promise<T>) => {
    const taken = () => conflict('A credential with this name already exists.', { field: 'name' });
    return store.underName(one, { now: deps.clock(), taken }, write);
  };
  return { store, find, underName };
};

/** The attributes that follow from a change: all but the name, which needs no thought. */
const secretChange = async (
  { secrets }: CredentialDeps,
  before: Credential,
  { hosts, secret = '', username, header_name, param_name }: CredentialChange,
): Promise<Partial<Credential>> => {
  const { kind, tenant_id } = before;
  const named = { username, header_name, param_name };
  refuse(problemWithFields(kind, { hosts, ...named }));
  if (isKept(secret)) {
    const kept = kind === 'webhook_url' ? before.hosts : hosts;
    refuse(problemWithKeptSecret(before, kept));
    return { ...named, hosts: kept };
  }
  refuse(problemWithSecret(kind, secret));
  const sealed_secret = await secrets.seal(tenant_id, secret);
  return { ...named, hosts: hostsOf(kind, hosts, secret), sealed_secret };
};

/** Calls of the credentials area, one function a route. No answer holds a secret. */
export const credentialService = (deps: CredentialDeps): Service<typeof credentialRoutes> => ({
  async listCredentials(caller, { number_of_items, page_number, next, kind, regex }) {
    const request = { number_of_items, page_number, next };
    const page = await credentialsOf(deps, caller).store.page(request, { kind, name: regex });
    return { ...page, items: page.items.map(view) };
  },

  getCredential: async (caller, { credential_id }) =>
    view(await credentialsOf(deps, caller).find(credential_id)),

  async createCredential(caller, { secret, hosts, ...input }) {
    const { store, find, underName } = credentialsOf(deps, caller);
    refuse(problemWithFields(input.kind, { hosts, ...input }));
    refuse(problemWithSecret(input.kind, secret));
    const now = deps.clock();
    const at = isoTime(now);
    const _id = timedId('crd', now);
    const created: Omit<Credential, 'tenant_id'> = {
      ...input,
      _id,
      hosts: hostsOf(input.kind, hosts, secret),
      sealed_secret: await deps.secrets.seal(caller.tenant_id, secret),
      revision: 1,
      created_by: caller.user_id,
      created_at: at,
      updated_at: at,
    };
    await underName(created, () => store.create(created));
    return view(await find(_id));
  },

  async updateCredential(caller, { credential_id, ...input }) {
    const { store, find, underName } = credentialsOf(deps, caller);
    const before = await find(credential_id);
    const change = await secretChange(deps, before, input);
    const { name } = input;
    const updated = { ...change, name, updated_at: isoTime(deps.clock()) };
    const write = () => store.change(before, updated);
    if (!(await underName({ _id: credential_id, name }, write))) {
      throw conflict(
        'Somebody else changed this credential at the same time. Reload and try again.',
      );
    }
    return view(await find(credential_id));
  },

  /** Bots that still name it fail at the node that does, and say why. */
  async deleteCredential(caller, { credential_id }) {
    const deleted = await credentialsOf(deps, caller).store.delete(credential_id);
    if (!deleted) throw notFound('credential');
    return {};
  },
});
