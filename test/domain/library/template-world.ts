import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { closerOf } from '#lib/domain/bots/node-facts.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import { libraryBots } from '#lib/domain/library/library-bots.ts';
import { userInputStore } from '#lib/domain/user-inputs/user-input.store.ts';
import { fillIn } from '#lib/domain/user-inputs/value.rules.ts';
import { viewOf } from '#lib/engine/graph.ts';
import { matches } from '#lib/engine/pattern.ts';
import { structureOf } from '#lib/engine/structure.ts';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { openTestDatabase } from '#test/support/database.ts';
import type { LoopbackRequest } from '#test/support/loopback.ts';
import { callTarget } from '#test/engine/target.ts';
import { engineWorld, tenant } from '#test/engine/world.ts';

/** What a peer answers: a body with status 200, or a status alone. */
type Answer = number | object;

/** One answer after the other, the last one ever after. */
export const inTurn = (...answers: Answer[]) => {
  let at = 0;
  return (): Answer => answers[Math.min(at++, answers.length - 1)] ?? 200;
};

type Circumstances = {
  event?: unknown;
  /** By `METHOD /host/path`; anything else is answered with an empty object. */
  answers?: Record<string, Answer | (() => Answer)>;
  /** Nodes whose approval is refused; all others are approved. */
  rejected?: string[];
  /** What people fill in. */
  values?: Record<string, unknown>;
};

/** A template whose peers are on this machine: the host is the first part of a path. */
const atPeers = (graph: Graph, address: string): Graph =>
  JSON.parse(
    JSON.stringify(graph).replaceAll(/https:\/\/([a-z]+)\.example\.com/g, `${address}$1`),
  ) as Graph;

/** The ids of the nodes that the run came through, from its start on; bodies of lanes apart. */
const wayOf = (graph: Graph, { results, state }: Execution): string => {
  const view = viewOf(graph);
  const structure = structureOf(view);
  const way: string[] = [];
  let id = view.start?.id;
  while (id !== undefined && results[id] && !way.includes(id)) {
    way.push(id);
    const from = view.find(id);
    const handle = results[id]?.handle;
    const next = graph.edges.find(
      ({ source, sourceHandle = 'next' }) => source === id && sourceHandle === handle,
    );
    id = from && closerOf(from.type) ? structure.closerOf(id)?.id : next?.target;
  }
  return `${way.join(' ')}: ${state}`;
};

/** Runs templates on the engine: peers answer at once, people act, and waits are over. */
export const templateWorld = () => {
  const database = openTestDatabase();
  const target = callTarget();
  const python = openPython(sandboxFiles(process.cwd()));
  afterAll(() => python.close());

  const answering =
    (answers: Circumstances['answers'] = {}) =>
    ({ method, path }: LoopbackRequest) => {
      const found = answers[`${method} ${path}`] ?? {};
      const answer: Answer = typeof found === 'function' ? found() : found;
      if (typeof answer === 'number') return { status: answer };
      const headers = { 'content-type': 'application/json' };
      return { headers, body: JSON.stringify(answer) };
    };

  const fill = async (formId: string, values: Record<string, unknown>) => {
    const forms = userInputStore(database.db, tenant);
    const inputs = fillIn((await forms.get(formId))?.inputs ?? [], values, matches);
    const resolver = { id: 'anna@example.com', name: 'Anna' };
    await forms.submit(formId, { inputs, resolver, resolved_at: '2026-03-01T10:00:00.000Z' });
  };

  const run = async (template: string, circumstances: Circumstances) => {
    const found = libraryBots.find(({ _id }) => _id === template);
    if (!found) throw new Error(`There is no template ${template}.`);
    const { event = {}, answers, rejected = [], values } = circumstances;
    target.answer = answering(answers);
    const graph = atPeers(found.graph, target.url());
    const world = engineWorld(database, [target.pair()], { python });
    const id = await world.start(graph, event);
    if (values) {
      const step = await world.advance(id);
      if (step.next !== 'pause') throw new Error('The run does not ask.');
      await world.pause(id, step.node_id, 'token');
      await fill((await world.read(id)).waiting_for?.user_input_id ?? '', values);
    }
    const decisions = Object.fromEntries(rejected.map((one) => [one, 'reject' as const]));
    const ended = await world.drive(id, { decisions });
    const asked = new Set(['Input needed', 'Approval needed']);
    return {
      way: wayOf(graph, ended),
      errors: ended.errors,
      /** Every call, in the order of their texts: lanes are under way together. */
      calls: target.seen
        .map(({ method, path, body }) => `${method} ${path} ${String(body)}`.trim())
        .sort(),
      mails: world.told.mails
        .filter(({ subject }) => !asked.has(subject.split(':')[0] ?? ''))
        .map(({ to, subject, text }) => `${to.join()}: ${subject}\n${text}`),
    };
  };

  return { run };
};
