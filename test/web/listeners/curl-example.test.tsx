import { execFileSync } from 'node:child_process';
import { authConfigs, type AuthConfigs } from '#lib/domain/listeners/listener.schema.ts';
import { isAuthentic, missingFields } from '#lib/domain/listeners/listener.rules.ts';
import { secretMask } from '#lib/kernel/text.ts';
import { curlExample } from '#web/pages/listeners/curl-example.ts';

const secret = '0f'.repeat(32);

/** Runs the lines in a shell in which `curl` prints its arguments, and parses the call. */
const callOf = (script: string) => {
  const print = `curl() { printf '%s\\0' "$@"; }`;
  const args = execFileSync('sh', ['-c', `${print}\n${script}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  const [address = '', ...options] = args;
  const url = new URL(address);
  const headers: Record<string, string[]> = {};
  let body = '';
  for (let at = 0; at < options.length; at += 2) {
    const value = options[at + 1] ?? '';
    if (options[at] === '--data') body = value;
    else headers[value.split(':')[0] ?? ''] = [value.slice(value.indexOf(':') + 2)];
  }
  const query = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, [value]]));
  return { path: url.pathname, headers, query, body };
};

const exampleOf = (auth_configs: AuthConfigs, exampleSecret: string | undefined = secret) =>
  callOf(
    curlExample(
      {
        webhook_url: 'https://hooks.example.com/integrations/generic/webhook/lst_1?secret=old',
        auth_configs,
        payload_validation_fields: ['severity', "it's"],
        delivery_id_field: 'id',
      },
      exampleSecret,
    ),
  );

const authenticationCases: [string, unknown][] = [
  ['a signature in hex', { auth_type: 'signature', headers: {} }],
  [
    'a signature in base64 with an odd prefix and more headers',
    {
      auth_type: 'signature',
      headers: {
        primary_header: 'X-Sign',
        additional_headers: [{ name: 'x-env', value: `it's "live" $HOME` }],
      },
      signature_encoding_type: 'BASE64',
      signature_prefix: `v1,$'"`,
    },
  ],
  ['a secret in a header', { auth_type: 'secret_in_header', headers: {} }],
  ['a secret in the query', { auth_type: 'secret_in_query', query_param: { param_name: 'key' } }],
];

describe('the example call of a listener', () => {
  it.each(authenticationCases)('is authentic with %s and has a valid payload', (_name, config) => {
    const auth = authConfigs.parse(config);
    const call = exampleOf(auth);
    const bytes = Buffer.from(call.body);
    expect(isAuthentic(auth, [secret], { ...call, body: bytes })).toBe(true);
    expect(missingFields(['severity', "it's", 'id'], JSON.parse(call.body))).toEqual([]);
    expect(call.path).toBe('/integrations/generic/webhook/lst_1');
  });

  it.each(authenticationCases)('with %s is not authentic without the secret', (_name, config) => {
    const auth = authConfigs.parse(config);
    const call = exampleOf(auth, 'your-secret');
    expect(isAuthentic(auth, [secret], { ...call, body: Buffer.from(call.body) })).toBe(false);
  });

  it('shows a placeholder for a masked header value', () => {
    const additional_headers = [{ name: 'x-env', value: secretMask }];
    const auth = authConfigs.parse({ auth_type: 'signature', headers: { additional_headers } });
    expect(exampleOf(auth).headers['x-env']).toEqual(['your-x-env']);
  });
});
