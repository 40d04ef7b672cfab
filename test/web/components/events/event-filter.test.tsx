import { eventFilter } from '#lib/domain/listeners/listener-event.schema.ts';
import { filterOptions, filterQuery, filterText } from '#web/components/events/event-filter.ts';

const queries = [
  ['equality', 'and', [{ propertyKey: 'severity', operator: '=', value: 'HIGH' }]],
  ['inequality', 'and', [{ propertyKey: '_id', operator: '!=', value: 'evt_1' }]],
  ['a part of a text', 'and', [{ propertyKey: 'title', operator: ':', value: 'DNS' }]],
  ['a field that is there', 'and', [{ propertyKey: 'has-field', operator: '=', value: 'id' }]],
  ['a field that is not', 'and', [{ propertyKey: 'has-field', operator: '!=', value: 'id' }]],
  [
    'any of several',
    'or',
    [
      { propertyKey: 'a', operator: '=', value: '1' },
      { propertyKey: 'b', operator: ':', value: '2' },
    ],
  ],
] as const;

describe('the filter of events', () => {
  it.each(queries)('writes rules for %s and reads them back', (_name, operation, tokens) => {
    const text = filterText({ operation, tokens });
    expect(() => eventFilter.parse(JSON.parse(text ?? ''))).not.toThrow();
    expect(filterQuery(text)).toEqual({ operation, tokens });
  });

  it('is undefined without rules', () => {
    expect(filterText({ operation: 'and', tokens: [] })).toBeUndefined();
  });

  it.each([undefined, '', '{', '[]', '{"rules":[{"field":"a","operator":"regex"}]}'])(
    'is empty when the address contains %s',
    (text) => {
      expect(filterQuery(text).tokens).toEqual([]);
    },
  );

  it('suggests each text and number of the loaded events once', () => {
    const event = (payload: Record<string, unknown>) => ({
      _id: 'evt',
      listener_id: 'lst',
      received_at: '',
      body_sha256: '',
      replays: [],
      bot_exc_ids: [],
      handling: 'unheard' as const,
      payload,
    });
    const events = [event({ a: 'x', n: 1 }), event({ a: 'x', n: {} }), event({ a: null })];
    expect(filterOptions(['a', 'n'], events)).toEqual([
      { propertyKey: 'has-field', value: 'a' },
      { propertyKey: 'has-field', value: 'n' },
      { propertyKey: 'a', value: 'x' },
      { propertyKey: 'n', value: '1' },
    ]);
  });
});
