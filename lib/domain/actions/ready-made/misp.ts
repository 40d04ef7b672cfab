import {
  list,
  number,
  oneOf,
  optional,
  readyMade,
  text,
  withDefault,
} from '../ready-made.schema.ts';

export const mispActions = readyMade('misp', {
  search_attributes: {
    name: 'Search the indicators of MISP',
    description: 'Finds attributes of events, such as addresses, domains and hashes.',
    parameters: [
      optional(text('value', 'Value', 'An indicator; % matches any characters.')),
      optional(list('types', 'Types', 'Types of MISP attributes, such as domain, ip-dst, sha256.')),
      optional(
        oneOf(
          ['0', '1'],
          number('to_ids', 'For detection', '1: only attributes that are marked for detection.'),
        ),
      ),
      optional(text('last', 'Since', 'Published within this time, such as 1d or 12h.')),
      withDefault(100, number('limit', 'At most', 'The maximum number of results.')),
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
