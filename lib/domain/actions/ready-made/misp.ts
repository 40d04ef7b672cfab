import { list, number, oneOf, optional, readyMade, text, usually } from '../ready-made.schema.ts';

export const mispActions = readyMade('misp', {
  search_attributes: {
    name: 'Search the indicators of MISP',
    description: 'Finds attributes of events, such as addresses, domains and hashes.',
    parameters: [
      optional(text('value', 'Value', 'An indicator; % stands for any letters.')),
      optional(list('types', 'Types', 'As MISP names them: domain, ip-dst, sha256.')),
      optional(
        oneOf(
          ['0', '1'],
          number('to_ids', 'For detection', '1 for those that are marked for detection.'),
        ),
      ),
      optional(text('last', 'Since', 'Published in the last time: 1d, 12h.')),
      usually(100, number('limit', 'At most', 'How many are read.')),
    ],
    call: {
      method: 'POST',
      path: '/attributes/restSearch',
      body: {
        returnFormat: 'json',
        value: '{value}',
        type: '{types}',
        to_ids: '{to_ids}',
        last: '{last}',
        limit: '{limit}',
      },
      result: '/response/Attribute',
    },
  },
  add_sighting: {
    name: 'Add a sighting to MISP',
    description: 'Records that you saw this indicator.',
    parameters: [text('value', 'Value', 'The indicator.')],
    call: { method: 'POST', path: '/sightings/add', body: { values: ['{value}'] } },
  },
});
