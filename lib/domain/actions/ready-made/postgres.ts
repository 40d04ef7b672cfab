import { list, longText, number, optional, readyMadeSql, usually } from '../ready-made.schema.ts';

export const postgresActions = readyMadeSql('postgres', {
  query: {
    name: 'Query a PostgreSQL database',
    description:
      'Reads rows by one SELECT, in a transaction that cannot write; up to 1 MiB of them are ' +
      'kept. The user of the integration must be one that may only read.',
    parameters: [
      longText(
        'sql',
        'SQL',
        'One SELECT, without expressions: it reads the values as $1, $2, such as ' +
          'select id from users where mail = $1.',
      ),
      optional(list('values', 'Values', 'What the SQL reads as $1, $2 and so on, in this order.')),
      usually(100, number('rows', 'Rows', 'How many are read at most, up to 1000.')),
    ],
    call: { sql: '{sql}', values: '{values}', rows: '{rows}' },
  },
});
