import * as fc from 'fast-check';
import { type PartialAnswer, withDelta } from '#lib/domain/chat/delta.rules.ts';
import type { ChatDelta } from '#lib/domain/chat/frame.schema.ts';
import { caseCount } from '#test/support/thorough.ts';

const applyDeltas = (deltas: readonly ChatDelta[]) =>
  deltas.reduce<PartialAnswer | undefined>(withDelta, undefined);

const deltasOf = (sequence: number, pieces: readonly string[]): ChatDelta[] =>
  pieces.map((text, at) => ({ sequence, offset: pieces.slice(0, at).join('').length, text }));

const pieces = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
});

describe('an answer that is shown while it arrives', () => {
  it('consists of its own pieces, whatever was shown before', () => {
    fc.assert(
      fc.property(pieces, pieces, (before, now) => {
        const result = applyDeltas([...deltasOf(2, before), ...deltasOf(2, now)]);
        expect(result).toEqual({ sequence: 2, text: now.join('') });
      }),
      { numRuns: caseCount({ usual: 50, thorough: 1000 }) },
    );
  });

  it('is hidden if a piece before the last one was missed', () => {
    fc.assert(
      fc.property(pieces, fc.nat(), (all, seed) => {
        const missed = seed % all.length;
        const result = applyDeltas(deltasOf(2, all).filter((_, at) => at !== missed));
        const before = all.slice(0, missed).join('');
        const isLast = missed === all.length - 1;
        expect(result?.text ?? '').toBe(isLast ? before : '');
      }),
      { numRuns: caseCount({ usual: 50, thorough: 1000 }) },
    );
  });

  it('is hidden if its first piece belongs to another answer', () => {
    const [, second] = deltasOf(4, ['One', 'two']);
    expect(applyDeltas([...deltasOf(2, ['One']), ...(second ? [second] : [])])).toBeUndefined();
  });
});
