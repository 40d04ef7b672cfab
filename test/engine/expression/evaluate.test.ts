import { evaluate, isExpression, problemOf, readsIn } from '#lib/engine/expression.ts';
import { evaluateCode, evaluationErrorOf, scope } from './scope.ts';

describe('an expression', () => {
  it.each<[string, unknown]>([
    ["$event.severity = 'HIGH'", true],
    ["$event.severity in ['LOW', 'MEDIUM']", false],
    ["$event.hosts[region='eu-west-1'].id", ['h1', 'h3']],
    ['$event.hosts[open>4].id', 'h3'],
    ['$event.hosts[open>4].id[]', ['h3']],
    ['$event.hosts^(>open).id', ['h3', 'h1', 'h2']],
    ['$event.hosts{region: $sum(open)}', { 'eu-west-1': 7, 'us-east-1': 0 }],
    ['$event.empty{region: 1}', {}],
    ['$sum($event.hosts.open)', 7],
    ['$nodes.Fetch.body.items.n', [1, 2]],
    ['$nodes."Ask owner".status', 'approved'],
    ['$nodes.`Ask owner`.status', 'approved'],
    ["$run.bot & ' ' & $run.id", 'Tidy up exc_1'],
    ["$site.url & '/x'", 'https://cloudwarden.example/x'],
    ['$map($event.hosts, function($h) { $h.id })', ['h1', 'h2', 'h3']],
    ["['ab', 'cd'] ~> $map($uppercase)", ['AB', 'CD']],
    ["$map(['abc'], $substring(?, 1))", 'bc'],
    ['$sort($event.hosts, function($a, $b) { $a.open > $b.open }).id', ['h2', 'h1', 'h3']],
    ["$sort(['b', 'a', 'c'])", ['a', 'b', 'c']],
    ['$distinct([1, 1.0, "1", {"a": 1, "b": 2}, {"b": 2, "a": 1}])', [1, '1', { a: 1, b: 2 }]],
    ['$spread({"a": 1, "b": 2})', [{ a: 1 }, { b: 2 }]],
    ['($twice := function($n) { $n * 2 }; $twice(21))', 42],
    ['$reduce([1..4], function($sum, $n) { $sum + $n })', 10],
    ["$replace('2026-03-01', /(\\d+)-(\\d+)-(\\d+)/, '$3.$2.$1')", '01.03.2026'],
    ["$match('a1b22', /[a-z](\\d+)/).groups", ['1', '22']],
    ["$split('a, b,c', /,\\s*/)", ['a', 'b', 'c']],
    ["$contains('Größe', /ö/i)", true],
    ["$toMillis('01/03/2026', '[D01]/[M01]/[Y0001]')", 1772323200000],
    ["$fromMillis(1772323200000, '[FNn] [D1] [MNn] [Y]')", 'Sunday 1 March 2026'],
    ["$formatNumber(1234.5, '#,##0.00')", '1,234.50'],
    ["$join($event.hosts.id, ', ')", 'h1, h2, h3'],
    ["$base64decode($base64encode('ok'))", 'ok'],
    ['$type($now())', 'string'],
    ['$type($millis())', 'number'],
  ])('evaluates %s', async (code, expected) => {
    expect(await evaluateCode(code)).toEqual(expected);
  });

  it.each(['$event.absent', '$event.absent.deeper', '$nodes.Absent', '$event.hosts[9]', '$loop'])(
    'returns nothing for a missing value: %s',
    async (code) => {
      expect(await evaluateCode(code)).toBeUndefined();
    },
  );

  it.each<[string, unknown]>([
    ['($a := 2; $b := function($c) { $a * $c }; $b(4))', 8],
    ['(($a := 1; $a) + ($a := 2; $a))', 3],
    ['$map([1, 2], function($v, $i) { $v + $i })', [1, 3]],
    ['$event.hosts@$h[$h.open > 0].{"id": $h.id}', [{ id: 'h1' }, { id: 'h3' }]],
    ['$event.hosts#$at[$at = 1].id', 'h2'],
    ['$event.hosts^(>open).id', ['h3', 'h1', 'h2']],
    ['$event.hosts[0].($.id & $$)', 'h1'],
    ['[1, 2] ~> $sum ~> $string', '3'],
    ['$reduce([1, 2, 3], function($sum, $one) { $sum + $one })', 6],
    ['($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f(5))', 120],
  ])('returns values of its own variables: %s', async (code, expected) => {
    expect(await evaluateCode(code)).toEqual(expected);
  });

  it('returns null for null', async () => {
    expect(await evaluateCode('$event.nothing')).toBeNull();
  });

  it('returns nothing instead of a function', async () => {
    expect([await evaluateCode('$sum'), await evaluateCode('function($x) { $x }')]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a setting with expressions', () => {
  it('does not change when it contains no expression', async () => {
    const setting = { a: 'plain', b: ['text', 1, true, null], c: { d: '{ % no % }' } };
    expect(await evaluate(setting, scope())).toEqual(setting);
  });

  it('takes the value of a single expression, ignoring blanks around it', async () => {
    expect(await evaluate(' {% $event.score %}\n', scope())).toBe(7.5);
    expect(['{% 1 %}', ' {% 1 %} ', 'a {% 1 %}', '{% 1 %}{% 2 %}', 'a'].map(isExpression)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('becomes text when text surrounds its expressions', async () => {
    const text =
      '{% $event.id %}: {% $event.score %} {% $event.hosts[0] %}{% $event.absent %}{% null %}.';
    expect(await evaluate(text, scope())).toBe(
      'f-1: 7.5 {"id":"h1","region":"eu-west-1","open":2}.',
    );
  });

  it('never evaluates data as an expression', async () => {
    const event = { text: '{% $run.id %}', more: ['{% 1 %}'] };
    const setting = ['{% $event.text %}', 'a {% $event.text %}', '{% $event %}'];
    const expected = ['{% $run.id %}', 'a {% $run.id %}', event];
    expect(await evaluate(setting, { ...scope(), event })).toEqual(expected);
  });

  it('leaves out expressions without a value', async () => {
    const setting = { a: '{% $event.absent %}', b: ['{% $event.absent %}', 'x'], c: '{% null %}' };
    expect(await evaluate(setting, scope())).toEqual({ b: [null, 'x'], c: null });
  });

  it('never changes its scope', async () => {
    const before = scope();
    const codes = [
      '$event.empty{region: 1}',
      '$event.hosts[]',
      '$event.hosts^(open)',
      '$event.id(1)',
    ];
    for (const code of [...codes, '$append($event.empty, 1)', '$merge([$event, {"id": 2}])']) {
      await evaluationErrorOf(code, before);
    }
    expect(before).toEqual(scope());
  });

  it('reads frozen data too', async () => {
    const frozen = scope();
    Object.freeze(frozen.event);
    expect(await evaluateCode('$event.hosts[].id', frozen)).toEqual(['h1', 'h2', 'h3']);
  });
});

describe('the problem of an expression', () => {
  it.each<[string, string | undefined]>([
    ['no expression', undefined],
    ['{% $event.a %} and {% 1 + 1 %}', undefined],
    [
      '{% 1 + %}',
      'The expression "1 +" cannot be read: Unexpected end of expression (at character 3).',
    ],
    [
      '{% "abc %}',
      'The expression ""abc" cannot be read: ' +
        'String literal must be terminated by a matching quote (at character 4).',
    ],
    [
      'a {% $event.a',
      'The expression "a {% $event.a" cannot be read: it starts with {% and has no %} at its end.',
    ],
    [
      "{% $input.severity = 'HIGH' %}",
      `The expression "$input.severity = 'HIGH'" cannot be read: there is no variable $input. ` +
        'Expressions can read $event, $nodes, $loop, $run and $site.',
    ],
    ['{% $adds(1) %}', 'The expression "$adds(1)" cannot be read: there is no function $adds.'],
    ['{%  %}', 'The expression "" cannot be read: it is empty. Write one between {% and %}.'],
    [
      `{% ${'1+'.repeat(5001)}1 %}`,
      `The expression "${'1+'.repeat(39)}1…" cannot be read: it is longer than 10000 characters.`,
    ],
  ])('is determined for: %.30s', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it.each([
    [
      '$event ~> |$|{"a": 1}|',
      'the transform operator |…| is not available. Build the value with { }.',
    ],
    [
      'function($x)<a+a+a+a+n:n> { $x }',
      'signatures <…> of functions are not supported. Leave them out.',
    ],
    ['$eval("1")', 'there is no function $eval.'],
    ['$event.hosts@$then.id', 'a variable cannot be named $then.'],
    ['$event.hosts#$then.id', 'a variable cannot be named $then.'],
  ])('is an unsupported part of the language: %s', (code, reason) => {
    expect(problemOf(`{% ${code} %}`)).toContain(reason);
  });

  it.each([
    ['outside of its block', '(($a := 1; $a); $a)', '$a'],
    ['outside of its function', '(function($x) { $x }; $x)', '$x'],
    ['in a condition', '$exists($event) and $x', '$x'],
    ['in a filter', '$event.hosts[open > $least].id', '$least'],
    ['in what is passed on', '$event ~> $tidy', '$tidy'],
    ['in a value', '{"a": [$event.hosts.{"b": $none}]}', '$none'],
    ['in an order', '$event.hosts^($none)', '$none'],
  ])('is a variable without a value: %s', (_where, code, name) => {
    expect(problemOf(`{% ${code} %}`)).toContain(`there is no variable ${name}.`);
  });

  it.each(['/(?=a)/', '/(?<=a)b/', '/(a)\\1/', '/x{1001}/'])('is a pattern like %s', (pattern) => {
    expect(problemOf(`{% $contains('a', ${pattern}) %}`)).toContain(
      'Patterns cannot have look-around, back references or more than 1,000 repetitions.',
    );
  });

  it('is a sentence with the shortened expression at run time', async () => {
    expect(await evaluationErrorOf(`1 + $event.severity /* ${'x'.repeat(100)} */`)).toBe(
      `ExpressionError: The expression "1 + $event.severity /* ${'x'.repeat(56)}…" ` +
        'has no value: The right side of the "+" operator must evaluate to a number.',
    );
    expect(await evaluationErrorOf("$error('No owner')")).toBe(
      'ExpressionError: The expression "$error(\'No owner\')" has no value: No owner.',
    );
  });
});

describe('the data that an expression reads', () => {
  const none = new Set();
  it.each([
    ['plain', none, none],
    ['{% $event.a.b + $event.c %}', new Set(['a', 'c']), none],
    ['{% $nodes.Fetch.body %}{% $nodes."Ask owner".x %}', none, new Set(['Fetch', 'Ask owner'])],
    ['{% $nodes %}', none, 'all'],
    ['{% $lookup($nodes, $event.name) %}', new Set(['name']), 'all'],
    ['{% $nodes.*.status %}', none, 'all'],
    ['{% $event[0].a %}', 'all', none],
    ['{% $event.a@$x.b %}', new Set(['a']), none],
    ['{% $event@$e.a %}', 'all', none],
    ['{% ($e := $event; $e.a) %}', 'all', none],
    ['{% $event.hosts.id.%.%.x %}', 'all', none],
    ['{% $event.hosts.id.%[$nodes.Fetch.n] %}', 'all', 'all'],
    ['{% $event.a[$nodes.Fetch.n] %}', new Set(['a']), new Set(['Fetch'])],
  ])('is determined for: %s', (text, event, nodes) => {
    const reads = readsIn(text);
    expect([reads.event, reads.nodes]).toEqual([event, nodes]);
  });
});
