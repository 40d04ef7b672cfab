import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type NodeKind, nodeSettings } from '#lib/domain/bots/node.schema.ts';
import { check } from '#lib/engine/check.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { issueOfField, issueText } from '#web/pages/bots/editor/document/issue-text.ts';
import { flowNodes } from '#web/components/graph/flow.ts';
import { summaryOf } from '#web/components/graph/summary.ts';
import { draw } from './graph-drawing.ts';

const nodeOf = (type: NodeKind, settings: GraphNode['settings']): GraphNode => ({
  id: 'it',
  type,
  name: 'It',
  position: { x: 0, y: 0 },
  settings,
});

describe('the summary on a node card', () => {
  it.each<[NodeKind, GraphNode['settings'], string]>([
    ['start', {}, 'On demand'],
    ['start', { trigger_type: 'event_driven' }, 'By events'],
    ['condition', { expression: "{% $event.severity = 'HIGH' %}" }, "$event.severity = 'HIGH'"],
    ['condition', { mode: 'rules', match: 'any', rules: [{}, {}] }, 'Any of 2 rules'],
    ['condition', { mode: 'rules' }, ''],
    ['loop', { items_to_iterate: '{% $event.hosts %}' }, 'Each of $event.hosts'],
    ['loop', { loop_type: 'count', count: 3 }, 'Iterations: 3'],
    ['loop', { loop_type: 'while', condition: '{% $loop.index < 3 %}' }, 'While $loop.index < 3'],
    ['loop', {}, ''],
    ['delay', {}, '60 seconds'],
    ['delay', { seconds: 5, unit: 'minutes' }, '5 minutes'],
    ['delay', { seconds: 1 }, '1 second'],
    ['delay', { seconds: '{% $event.wait %}', unit: 'hours' }, '$event.wait hours'],
    ['delay', { mode: 'until', until: '2027-01-31T08:00:00Z' }, 'Until 2027-01-31T08:00:00Z'],
    ['approval', { message: 'May {% $event.id %}\n go?' }, 'May {% $event.id %} go?'],
    ['user_input', { inputs: [{}] }, '1 input'],
    ['notification', { subject: 'It runs' }, 'Email: It runs'],
    ['notification', { channel: 'slack', message: 'Look' }, 'Slack: Look'],
    ['http_request', { url: 'https://a.example' }, 'GET https://a.example'],
    ['http_request', { method: 'POST', url: '{% $event.url %}' }, 'POST $event.url'],
    ['http_request', {}, ''],
    ['python_code', { code: '\nresult = 1\nprint(result)' }, 'result = 1'],
    ['steampipe_query', { sql: 'select 1\nfrom aws_account' }, 'select 1 from aws_account'],
    ['merge', {}, ''],
  ])('describes %s with %j', (type, settings, summary) => {
    expect(summaryOf(nodeOf(type, settings))).toBe(summary);
  });

  it.each(Object.keys(nodeSettings))('is a text for %s with invalid settings', (type) => {
    const odd = { mode: 7, loop_type: 'odd', rules: 'x', inputs: null, url: [], code: {} };
    expect(typeof summaryOf(nodeOf(type as NodeKind, odd))).toBe('string');
  });
});

describe('the card of a node with pinned data', () => {
  const pinned = applyEdit(draw('start -> call:http_request -> end'), {
    do: 'pin',
    id: 'call',
    pinned: { output: 1 },
  });
  const call = (marks = {}) => flowNodes(pinned, marks, [], undefined)[1];

  it('shows and names the pin, also on a disabled node', () => {
    expect(call()?.data.pinned).toBe(true);
    expect(call()?.ariaLabel).toBe('HTTP request: call, pinned');
    const off = applyEdit(pinned, { do: 'disable', nodes: ['call'], disabled: true });
    expect(flowNodes(off, {}, [], undefined)[1]?.ariaLabel).toBe(
      'HTTP request: call, disabled, pinned',
    );
  });

  it('shows the state of the run instead of the pin', () => {
    const states = { call: 'SUCCEEDED' } as const;
    expect(call({ states })?.data.pinned).toBe(false);
    expect(call({ states })?.ariaLabel).toBe('HTTP request: call, Succeeded');
  });
});

describe('problems found by the check', () => {
  const graph = draw('start -> each:loop -body-> ask:http_request -> turned:loop_end -> end');
  const problems = check(graph);

  it('are shown at their field, also problems that no schema finds', () => {
    expect(issueOfField('each', problems, 'items_to_iterate')).toBe(
      'Enter the items to repeat for.',
    );
    expect(issueOfField('ask', problems, 'url')).toBe('Enter a URL.');
    expect(issueOfField('ask', problems, 'items_to_iterate')).toBeUndefined();
    expect(issueOfField('end', problems, 'items_to_iterate')).toBeUndefined();
  });

  it('omit the name of a node when it is shown before the problem', () => {
    const texts = problems.map(issueText);
    expect(texts).toContain('URL: Enter a URL.');
    expect(issueText({ message: 'No way leads to "ask".' })).toBe('No way leads to "ask".');
  });
});
