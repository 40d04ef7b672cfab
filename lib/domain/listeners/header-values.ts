import { badRequest } from '#lib/kernel/refusal.ts';
import { secretMask } from '#lib/kernel/text.ts';
import type { Secrets } from '#lib/ports/secrets.ts';
import type { AuthConfigs, Listener } from './listener.schema.ts';

type Header = { name: string; value: string };
type Sealed = Pick<Listener, 'auth_configs' | 'sealed_header_values'>;

const headersOf = (auth: AuthConfigs): readonly Header[] =>
  auth.auth_type === 'secret_in_query' ? [] : auth.headers.additional_headers;

const withValues = (auth: AuthConfigs, valueAt: (index: number) => string): AuthConfigs => {
  if (auth.auth_type === 'secret_in_query') return auth;
  const additional_headers = headersOf(auth).map(({ name }, at) => ({ name, value: valueAt(at) }));
  return { ...auth, headers: { ...auth.headers, additional_headers } };
};

/** As returned to callers: the names of the additional headers with masked values. */
export const maskHeaderValues = (auth: AuthConfigs): AuthConfigs =>
  withValues(auth, () => secretMask);

/**
 * As stored: with encrypted header values. A header sent with the mask keeps its current value; if
 * there is none, throws a 400. Listeners saved before values were encrypted hold plain ones until
 * they are saved again.
 */
export const sealHeaderValues = async (
  secrets: Secrets,
  {
    tenant_id,
    auth_configs,
    current,
  }: Pick<Listener, 'tenant_id' | 'auth_configs'> & {
    current?: Sealed;
  },
): Promise<Required<Sealed>> => {
  const currentHeaders = current ? headersOf(current.auth_configs) : [];
  const seal = async ({ name, value }: Header, at: number): Promise<string> => {
    if (value !== secretMask) return secrets.seal(tenant_id, value);
    const currentIndex = currentHeaders.findIndex((one) => one.name === name);
    const [sealed, plain] = [
      current?.sealed_header_values?.[currentIndex],
      currentHeaders[currentIndex]?.value,
    ];
    if (sealed !== undefined) return sealed;
    if (plain !== undefined) return secrets.seal(tenant_id, plain);
    const field = `auth_configs.headers.additional_headers.${at}.value`;
    throw badRequest(`Enter the value of the header ${name}.`, { field });
  };
  const sealed_header_values = await Promise.all(headersOf(auth_configs).map(seal));
  return { auth_configs: maskHeaderValues(auth_configs), sealed_header_values };
};

/** With the decrypted header values, as needed to check calls. */
export const openHeaderValues = async (
  secrets: Secrets,
  { tenant_id, auth_configs, sealed_header_values: sealed = [] }: Listener,
): Promise<AuthConfigs> => {
  const values = await Promise.all(sealed.map((one) => secrets.open(tenant_id, one)));
  return sealed.length === 0 ? auth_configs : withValues(auth_configs, (at) => values[at] ?? '');
};
