import { isWrite } from '#lib/kernel/route.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createExamples, exampleInputs } from '../../lambdas/examples.ts';
import { eventOf, everyRoute, openTestApi, type Values } from '../../lambdas/gateway.ts';
import { openScene } from '../scene.ts';
import { auditRecordsOf } from './audit-records.ts';

const world = openTestDatabase();

const secret = 'hunter2';

/** Prefixes every text of a form with a secret, and every name as well if `withNames`. */
const withSecretInTexts = (value: unknown, withNames: boolean): unknown => {
  if (typeof value === 'string') return `${secret} ${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withSecretInTexts(one, withNames));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      withNames ? `${secret}${name}` : name,
      withSecretInTexts(inner, withNames),
    ]),
  );
};

/** Forms with a secret in one text each, the other texts being valid. */
const withSecretInEachField = (form: Values): Values[] =>
  Object.keys(form).map((name) => ({ ...form, [name]: withSecretInTexts(form[name], false) }));

const headers = { Authorization: secret, Cookie: secret, 'X-Api-Key': secret };
const query = { token: [secret] };

const writeRoutes = everyRoute.filter(({ route }) => isWrite(route));

describe('the input of a call', () => {
  it.each(writeRoutes)('to $key appears in no audit record', async ({ area, key, route }) => {
    const scene = openScene(world);
    const api = await openTestApi(scene);
    const ids: Values = await createExamples(scene);
    const before = (await auditRecordsOf(scene)).length;
    const form = { ...exampleInputs[key] };
    const bodies = [
      ...withSecretInEachField(form),
      Object(withSecretInTexts(form, true)),
      { ...form, [secret]: secret },
      { ...form, surprise: { [secret]: [secret] } },
    ];
    const variables = Object.fromEntries(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ids[name]]),
    );
    // Signing out ends the sign-in that it is sent with, so each call has another one.
    let calls = 0;
    const proof = () => {
      calls += 1;
      return api.proofOf('root', { session: `s${calls}`, signed_in_at: scene.time.now + 1000 });
    };
    for (const body of bodies) {
      const event = eventOf(route, { ...body, ...variables }, proof(), {
        headers,
        ...(route.method === 'DELETE' && { multiValueQueryStringParameters: query }),
      });
      await api.send(area, event);
    }
    for (const body of [`{"${secret}":`, `"${secret}"`, `{"a":"${secret}","a":1}`]) {
      await api.send(area, eventOf(route, variables, proof(), { headers, body }));
    }
    const records = await auditRecordsOf(scene);
    expect(records.length - before).toBe(bodies.length + 3);
    // What a route names as evidence or changes is kept on purpose, for others to read. The name of
    // what changed also appears in lists.
    const rest = records.map(({ evidence, changes, object_name, ...record }) => ({
      ...record,
      ...(!route.evidence && { evidence }),
      ...(!route.changes && { changes, object_name }),
    }));
    expect(JSON.stringify(rest)).not.toContain(secret);
  });
});
