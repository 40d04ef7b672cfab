import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { check } from '#lib/engine/check.ts';
import { draw } from '#test/support/drawing.ts';

const url = 'https://hooks.example';

/** The problems of a bot with this query that then reads this path. */
const problems = (sql: string, expression: string) =>
  check(
    draw('start -> list:steampipe_query -> tell:http_request -> end', {
      list: { sql },
      tell: { method: 'POST', url, body: expression },
    }),
    [],
    tableColumns,
  ).map(({ node_id, message }) => [node_id, message]);

const missingColumnProblem = (column: string, names: string) => [
  [
    'tell',
    `"tell" reads a missing value: the rows of "list" have no column "${column}": ` +
      `they have ${names}.`,
  ],
];

describe('an expression that reads the rows of an inventory query', () => {
  it.each([
    ['a column by its name', 'select arn, name from aws_s3_bucket', 'name'],
    ['a column by its alias', 'select arn as id, b.name as "Full name" from aws_s3_bucket b', 'id'],
    ['a quoted alias', 'select arn as id, name as "Full name" from aws_s3_bucket', '`Full name`'],
    [
      'a column of SELECT *',
      'select * from aws_s3_bucket where region = $$x$$',
      'versioning_enabled',
    ],
    ['a field of JSON', "select tags, ',x' as y from aws_s3_bucket -- , z", 'tags.env'],
    ['a count by its alias', 'select count(*) as n, region from aws_vpc group by region', 'n'],
  ])('may read %s', (_, sql, path) => {
    expect(problems(sql, `{% $nodes.list.rows.${path} %}`)).toEqual([]);
    expect(problems(sql, `{% $nodes.list.rows[0].${path} %}`)).toEqual([]);
  });

  it.each([
    ['a function without an alias', 'select count(*), region from aws_vpc group by region'],
    ['a query with WITH', 'with a as (select name from aws_vpc) select * from a'],
    [
      'all columns of two tables',
      'select * from aws_vpc v join aws_vpc_subnet s on s.vpc_id = v.vpc_id',
    ],
    ['all columns of an unknown table', 'select * from aws_unheard_of'],
    ['a query in parentheses', '(select name from aws_vpc)'],
    ['distinct rows', 'select distinct on (name) name from aws_vpc'],
    ['a column without AS', 'select arn id from aws_vpc'],
  ])('may read any column of %s', (_, sql) => {
    expect(problems(sql, '{% $nodes.list.rows.anything.at.all %}')).toEqual([]);
  });

  it('may read other parts of the output of the node', () => {
    const sql = 'select name from aws_vpc';
    expect(problems(sql, '{% $nodes.list.sources.alias %}')).toEqual([]);
    expect(problems(sql, '{% $nodes.list.rows.($string($)) %}')).toEqual([]);
  });

  it.each<[string, Partial<GraphNode>]>([
    ['in a disabled node', { disabled: true }],
    ['in a hidden setting', { settings: { mode: 'duration', seconds: 5 } }],
  ])('is not reported %s', (_, change) => {
    const graph = draw('start -> list:steampipe_query -> wait:delay -> end', {
      list: { sql: 'select name from aws_vpc' },
      wait: { mode: 'until', until: '{% $nodes.list.rows[0].gone %}' },
    });
    const problemsOf = (nodes: GraphNode[]) => check({ ...graph, nodes }, [], tableColumns);
    expect(problemsOf(graph.nodes)).toHaveLength(1);
    const changedNodes = graph.nodes.map((node) =>
      node.id === 'wait'
        ? { ...node, ...change, settings: { ...node.settings, ...change.settings } }
        : node,
    );
    expect(problemsOf(changedNodes)).toEqual([]);
  });

  it('is reported when the column does not exist', () => {
    const sql = "select arn as id, coalesce(name, ',') as title from aws_s3_bucket";
    expect(problems(sql, '{% $nodes.list.rows.name %}')).toEqual(
      missingColumnProblem('name', 'id, title'),
    );
    expect(problems('SELECT Name FROM aws_vpc', '{% $nodes.list.rows.Name %}')).toEqual(
      missingColumnProblem('Name', 'name'),
    );
    const [[, message = ''] = []] = problems(
      'select * from aws_s3_bucket',
      '{% $nodes.list.rows[0].bucket %}',
    );
    expect(message).toMatch(/have no column "bucket": they have [\w, ]+ and \d+ more\.$/);
  });

  it('is reported for a field of a column whose type has no fields', () => {
    const typeProblem = (type: string) => [
      [
        'tell',
        '"tell" reads a missing value: ' +
          `the column "b" of "list" is ${type}: it has no field "x".`,
      ],
    ];
    const expression = '{% $nodes.list.rows.b.x %}';
    expect(problems('select region as b from aws_s3_bucket', expression)).toEqual(
      typeProblem('text'),
    );
    expect(problems('select versioning_enabled as b from aws_s3_bucket', expression)).toEqual(
      typeProblem('boolean'),
    );
    expect(problems('select tags as b from aws_s3_bucket', expression)).toEqual([]);
    expect(problems("select region || '' as b from aws_s3_bucket", expression)).toEqual([]);
  });
});
