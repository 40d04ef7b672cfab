import {
  list,
  longText,
  number,
  optional,
  readyMadeSql,
  withDefault,
} from '../ready-made.schema.ts';

export const postgresActions = readyMadeSql('postgres', {
  query: {
    name: 'Query a PostgreSQL database',
    description:
      'Reads rows with one SELECT, in a read-only transaction; up to 1 MiB of them are ' +
      'kept. The user of the integration must have read permissions only.',
    parameters: [
      longText(
        'sql',
        'SQL',
        'One SELECT without expressions; $1, $2 stand for the values, such as ' +
          'select id from users where mail = $1.',
      ),
      optional(list('values', 'Values', 'The values of $1, $2 and so on, in this order.')),
      withDefault(100, number('rows', 'Rows', 'The maximum number of rows, up to 1000.')),
    ],
    call: { sql: '{sql}', values: '{values}', rows: '{rows}' },
  },
});
