import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type Outcome, plan, programOf, wholeWay } from '#lib/engine/plan.ts';
import { draw } from '#test/support/drawing.ts';

const wayOf = (graph: Graph) => wholeWay(programOf(graph));

const responseWay = wayOf(
  draw(`
    start -> risky:condition -yes-> ask:approval -approved-> fix:http_request -> end
    risky -no-> quiet:end
  `),
);

/** Parses `risky=yes` for a node left at yes, `fix=IN_PROGRESS` for a status, `end` for an end. */
const resultsOf = (text: string): Map<string, Outcome> =>
  new Map(
    text.split(' ').flatMap((word): [string, Outcome][] => {
      const [id = '', outcome = ''] = word.split('=');
      if (id === '') return [];
      if (/^[A-Z_]+$/.test(outcome))
        return [[id, { status: outcome as Outcome['status'], error: 'Why.' }]];
      if (outcome === 'rejected')
        return [[id, { status: 'CANCELLED', handle: outcome, error: 'Why.' }]];
      return [[id, { status: 'SUCCEEDED', ...(outcome && { handle: outcome }) }]];
    }),
  );

const nextStepText = (way: typeof responseWay, results: string): string => {
  const step = plan(way, resultsOf(results));
  return 'node' in step ? `${step.next} ${step.node.id}` : step.next;
};

describe('the next step of a run', () => {
  it.each([
    ['', 'run start'],
    ['start=next', 'run risky'],
    ['start=next risky=yes', 'run ask'],
    ['start=next risky=no', 'run quiet'],
    ['start=next risky=no quiet', 'done'],
    ['start=next risky=yes ask=WAITING_FOR_APPROVAL', 'run ask'],
    ['start=next risky=yes ask=approved', 'run fix'],
    ['start=next risky=yes ask=rejected', 'cancelled ask'],
    ['start=next risky=yes ask=approved fix=IN_PROGRESS', 'run fix'],
    ['start=next risky=yes ask=approved fix=FAILED', 'failed fix'],
    ['start=next risky=yes ask=approved fix=next', 'run end'],
    ['start=next risky=yes ask=approved fix=next end', 'done'],
    ['fix=next end', 'run start'],
  ])('after "%s": %s', (results, expected) => {
    expect(nextStepText(responseWay, results)).toBe(expected);
  });

  it('is the end at a handle without an arrow, else the node behind the arrow', () => {
    const openWay = wayOf(draw('start -> risky:condition -yes-> end'));
    expect(nextStepText(openWay, 'start=next risky=no')).toBe('done');
    const handled = wayOf(draw('start -> ask:approval -rejected-> end'));
    expect(nextStepText(handled, 'start=next ask=rejected')).toBe('run end');
    expect(nextStepText(handled, 'start=next ask=approved')).toBe('done');
  });

  it('contains the error when the run failed or was cancelled', () => {
    expect(plan(responseWay, resultsOf('start=FAILED'))).toMatchObject({
      next: 'failed',
      reason: 'Why.',
    });
    const rejected = resultsOf('start=next risky=yes ask=rejected');
    expect(plan(responseWay, rejected)).toMatchObject({ next: 'cancelled', reason: 'Why.' });
  });

  it('can be computed from any node on', () => {
    const results = resultsOf('ask=approved fix=next');
    expect(plan(responseWay, results, responseWay.program.view.find('ask'))).toMatchObject({
      node: { id: 'end' },
    });
  });
});
