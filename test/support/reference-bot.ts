import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draw, withPolicy } from './drawing.ts';
import type { Embedded } from './embedded.ts';
import type { ReferencePeer } from './reference-peer.ts';

/**
 * Covers every kind of node that needs no integration. Of three branches, one asks people, one
 * waits for a time and notifies another system, one continues on its error way. Of three loops, one
 * acts on every item at once, one asks in every iteration, one repeats until the peer has enough.
 */
const drawing = `
  start -> severe:condition -yes-> known:condition -yes-> parts:parallel
  severe -no-> ignored:end
  known -no-> ignored
  parts -> ask:approval -approved-> isolate:http_request -> joined:merge
  parts -> rest:delay -> tell:notification -> joined
  parts -> scan:http_request -> joined
  scan -error-> ticket:http_request -> joined
  joined -> labels:loop -> label:http_request -> labelled:loop_end -> form:user_input
  form -next-> reboots:loop -> confirm:approval -approved-> reboot:http_request -> rebooted:loop_end
  form -expired-> unanswered:end
  rebooted -> checks:loop -> look:http_request -> checked:loop_end -> score:python_code
  score -> moment:delay -> report:http_request -> done:end
  hint:note`;

/** Adds ten for each letter of the names. */
const score = {
  inputs: "{% {'names': $event.hosts.name} %}",
  code: `
def weight(name):
    return len(name) * 10
result = {"score": sum(weight(name) for name in inputs["names"])}
`,
};

const conditions = {
  severe: {
    mode: 'rules',
    match: 'all',
    rules: [
      { value: '{% $event.severity %}', operator: 'equals', compare: 'HIGH' },
      { value: '{% $event.hosts %}', type: 'list', operator: 'is_not_empty' },
    ],
  },
  known: { expression: '{% $count($event.hosts) = 3 %}' },
};

const questions = {
  ask: { message: 'Isolate {% $count($event.hosts) %} hosts?', resources: '{% $event.hosts %}' },
  form: {
    internal_name: 'Maintenance',
    message: 'When may they restart?',
    inputs: [
      { id: 'window', label: 'Window', type: 'select', options: ['day', 'night'], required: true },
      { id: 'reason', label: 'Reason', default_value: 'Suspected mining' },
    ],
  },
  confirm: { message: 'Restart {% $loop.item.name %}?' },
};

const waits = {
  rest: { seconds: 1 },
  moment: { mode: 'until', until: '{% $fromMillis($millis() + 200) %}' },
};

const loops = {
  labels: { items_to_iterate: '{% $event.hosts %}', max_concurrency: 2 },
  reboots: { items_to_iterate: '{% $event.hosts[[0..1]] %}', max_concurrency: 2 },
  checks: {
    loop_type: 'while',
    condition: '{% $loop.index = 0 or $loop.last.body.more %}',
    max_iterations: 10,
  },
};

/** All results of the run, so that a lost or duplicated part shows in the output. */
const summary = `{% {
  'isolated': $nodes.joined.ask.output.body.done,
  'told': $nodes.joined.rest.output.status,
  'ticket': $nodes.joined.scan.output.body.done,
  'labelled': $nodes.labelled.results.body.done,
  'window': $nodes.form.values.window,
  'reason': $nodes.form.values.reason,
  'rebooted': $nodes.rebooted.results.body.done,
  'checks': $nodes.checked.turns,
  'score': $nodes.score.result.score
} %}`;

const calls = (url: string) => {
  const post = (path: string, body: string) => ({ method: 'POST', url: `${url}/${path}`, body });
  return {
    isolate: post('isolate', "{% {'hosts': [$nodes.ask.resources.id]} %}"),
    scan: post('scan', '{% $event.severity %}'),
    ticket: post('ticket', '{% $nodes.scan.error %}'),
    label: post('label', '{% $loop.item.name %}'),
    reboot: post('reboot', '{% $loop.item.name %}'),
    look: post('look', '{% {"turn": $loop.index} %}'),
    report: post('report', summary),
  };
};

/**
 * The bot. It calls `url`, where a peer of `openReferencePeer` answers, and sends notifications to the
 * integration with this id.
 */
export const referenceBot = (url: string, receiver: string): Graph => {
  const tell = {
    channel: 'webhook',
    integration: { type: 'webhook', id: receiver },
    message: 'Hosts are being isolated.',
    data: '{% $event.hosts.name %}',
  };
  const hint = { text: 'Used in tests: every kind of node.' };
  const settings = { ...conditions, ...questions, ...waits, ...loops, ...calls(url) };
  const graph = draw(drawing, { ...settings, tell, score, hint });
  const patient = withPolicy(graph, 'isolate', { retries: 3, retry_seconds: 1 });
  const branch = { retries: 1, retry_seconds: 1, on_error: 'branch' as const };
  return withPolicy(patient, 'scan', branch);
};

export const referenceInput = {
  severity: 'HIGH',
  hosts: ['web-1', 'web-2', 'db-1'].map((name, n) => ({ id: `i-0${n}`, name })),
};

/** The secret that signs the bot's notifications to the other system. */
export const referenceSecret = 'what both sides know';

/** The values that people fill in when the bot asks. */
export const referenceValues = { window: 'night' };

/** Publishes the bot in a product that may call the peer; returns its id. */
export const publishReference = async (
  { api }: Pick<Embedded, 'api'>,
  peer: ReferencePeer,
): Promise<string> => {
  const { accountId } = await api.integrations.createIntegration({
    cspName: 'webhook',
    alias: 'Reference peer',
    groups: ['Tests'],
    values: { url: `${peer.url}/tell`, signing_secret: referenceSecret },
  });
  const graph = referenceBot(peer.url, accountId);
  const { _id: bot_id } = await api.bots.createBot({ name: 'Reference', graph });
  await api.bots.publishBot({ bot_id, version: 1 });
  return bot_id;
};
