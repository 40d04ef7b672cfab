import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { openPool } from '#lib/local/python/pool.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { parsePythonAnswer, pythonRequest } from '#lib/ports/python.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { deadlyProbes, harness, probes } from './probes.ts';

/** A secret in a file and in the environment, and a listener on the network. */
const openCanaries = async () => {
  const secret = randomBytes(16).toString('hex');
  const { folder, remove } = temporaryFolder();
  const file = join(folder, 'canary');
  writeFileSync(file, secret);
  writeFileSync(`${file}.py`, `found = "${secret}"`);
  process.env.CANARY = secret;
  const calls = { count: 0 };
  const server = createServer((socket) => {
    calls.count += 1;
    socket.end(secret);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => void (calls.count += 1));
  datagrams.bind(port, '127.0.0.1');
  await once(datagrams, 'listening');
  const close = () => {
    delete process.env.CANARY;
    server.close();
    datagrams.close();
    remove();
  };
  return { secret, calls, seen: { file, folder, port, pid: process.pid }, close };
};

/** On a busy machine, all probes together take far longer than a run may. */
const time = 100_000;

type ProbeResult = { reached: Record<string, string | null>; objects: number };

const names = Object.keys(probes);
const deadly = Object.entries(deadlyProbes);
const dedent = (source: string): string => source.replace(/^\n/, '').replaceAll(/^ {4}/gm, '');

describe('code in a sandbox', () => {
  const pool = openPool(sandboxFiles(process.cwd()));
  let canaries: Awaited<ReturnType<typeof openCanaries>>;
  let found: ProbeResult;
  const outputs: string[] = [];

  /** What the probes reached; undefined if they crashed Python. */
  const attempt = async (scripts: Record<string, string>): Promise<ProbeResult | undefined> => {
    const sources = Object.entries(scripts).map(([name, source]) => [name, dedent(source)]);
    const inputs = { seen: canaries.seen, probes: Object.fromEntries(sources) };
    const request = { tenant_id: 'org_hostile', code: harness, inputs };
    const { answer, printed } = await pool.run(JSON.stringify(pythonRequest(request, time)), time);
    outputs.push(answer, printed);
    const outcome = parsePythonAnswer(answer);
    return 'result' in outcome ? (outcome.result as ProbeResult) : undefined;
  };

  beforeAll(async () => {
    canaries = await openCanaries();
    const controls = { control: 'return 42', 'hidden object': 'return api().version' };
    const result = await attempt({ ...controls, ...probes });
    if (!result) throw new Error(`No probe tells anything: ${outputs.join()}`);
    found = result;
  }, 2 * time);

  afterAll(() => {
    pool.close();
    canaries.close();
  });

  it('has at least 40 probes', () => {
    expect(names.length + deadly.length).toBeGreaterThanOrEqual(40);
  });

  it('is really observed: control probes return a value and the hidden object', () => {
    expect(found.reached).toMatchObject({ control: '42', 'hidden object': "'314.0.7'" });
    expect(found.objects).toBeGreaterThan(1000);
  });

  it.each(names)('reaches nothing when it %s', (name) => {
    expect(found.reached).toHaveProperty([name], null);
  });

  it.each(deadly)('reaches nothing when it %s', async (name, source) => {
    const outcome = await attempt({ [name]: source });
    expect(outcome?.reached ?? { [name]: null }).toEqual({ [name]: null });
  });

  it('never reads the secret, and makes no connection', () => {
    expect(outputs.join()).not.toContain(canaries.secret);
    expect(canaries.calls.count).toBe(0);
  });
});
