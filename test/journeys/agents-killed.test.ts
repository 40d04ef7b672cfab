import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '#test/support/eventually.ts';
import { listAction, openAgentJourney } from './agent-journey.ts';

const journey = openAgentJourney();
const { begin, ended, online, openCluster } = journey;
beforeAll(journey.open);
afterAll(journey.close);

type Opened = Awaited<ReturnType<typeof openCluster>>;

const waitUntil = (isSo: () => boolean) => eventually(async () => isSo(), Boolean);

/** The agent's stored state: in its cluster's Secret, or in its file. */
const readAgentState = ({ cluster: { secret }, state }: Opened, inSecret: boolean) =>
  inSecret
    ? JSON.parse(Buffer.from(secret.identity ?? '', 'base64').toString() || '{}')
    : JSON.parse(readFileSync(join(state, 'identity.json'), 'utf8'));

const never = new Promise<void>(() => undefined);
const writes = ({ cluster }: Pick<Opened, 'cluster'>) =>
  cluster.calls.filter(({ method, url }) => method === 'PATCH' && url.includes('/secrets/')).length;

describe('an agent that is killed while it enrols', () => {
  it.each([
    ['the server receives its key', 'before', false],
    ['it receives the acceptance', 'after', false],
    ['the server receives its key, with a Secret', 'before', true],
    ['it receives the acceptance, with a Secret', 'after', true],
  ] as const)(
    'enrols with the same key after a kill before %s',
    async (name, when, inSecret) => {
      const before = ({ proxy }: Pick<Opened, 'proxy'>) => proxy.hold({ call: 'enrolment', when });
      const setup = await openCluster(name.replaceAll(/\W/g, '-'), { inSecret, before });
      const { agent, proxy } = setup;
      await waitUntil(() => proxy.holds() > 0);
      await agent.kill();
      const { next } = readAgentState(setup, inSecret);
      expect(next.private_key).toEqual(expect.any(String));
      proxy.release();
      agent.start();
      await online(agent);
      expect(readAgentState(setup, inSecret)).toMatchObject({
        private_key: next.private_key,
        enrolled: { agent_id: agent.agent_id },
      });
      expect(await ended(await begin(agent, listAction))).toMatchObject({ state: 'SUCCEEDED' });
    },
    300_000,
  );

  it('creates another key after a kill before the first key is stored', async () => {
    const before = ({ cluster: { held } }: Pick<Opened, 'cluster'>) =>
      Object.assign(held, { method: 'PATCH', path: '/secrets/', until: never });
    const setup = await openCluster('unkept', { inSecret: true, before });
    const { agent, cluster } = setup;
    await waitUntil(() => writes(setup) > 0);
    await agent.kill();
    expect(cluster.secret).toEqual({});
    cluster.held.method = '';
    agent.start();
    await online(agent);
    expect(readAgentState(setup, true)).toHaveProperty('enrolled');
  });

  it('enrols with the same key after a kill before the acceptance is stored', async () => {
    // The key pair is written first; then that it was accepted.
    const held = { method: 'PATCH', path: '/secrets/', until: never, after: 1 };
    const before = ({ cluster }: Pick<Opened, 'cluster'>) => Object.assign(cluster.held, held);
    const setup = await openCluster('untold', { inSecret: true, before });
    const { agent, cluster } = setup;
    await waitUntil(() => writes(setup) === 2);
    await agent.kill();
    const { next, ...rest } = readAgentState(setup, true);
    expect(rest).toEqual({});
    cluster.held.method = '';
    agent.start();
    await online(agent);
    expect(readAgentState(setup, true)).toMatchObject({ private_key: next.private_key });
  });
});
