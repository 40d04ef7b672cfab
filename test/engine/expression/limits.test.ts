import { problemOf } from '#lib/engine/expression.ts';
import { Budget } from '#lib/engine/expression/budget.ts';
import { evaluateCode, evaluationErrorOf, scope } from './scope.ts';

const big = () => ({ ...scope(), event: { text: 'x'.repeat(300_000), many: manyKeys() } });
const manyKeys = () => Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, [n]]));

const tooLarge = 'it makes a value that is too large. Select less of the data.';
const tooSlow = 'it needs more than 500 ms. Simplify it.';
/** Its time or, on a fast machine, its 500,000 steps are used up. */
const endless = 'it needs more than 500';
const tooDeep = 'it calls itself too deeply. Check where its recursion ends.';
const picture = 'its format picture';

describe('the limits of an expression', () => {
  it.each([
    ['a recursion without end', '($f := function($n) { 1 + $f($n) }; $f(1))', tooDeep],
    [
      'mutual recursion',
      '($a := function($n) { [$b($n)] }; $b := function($n) { [$a($n)] }; $a(1))',
      tooDeep,
    ],
    ['a tail recursion without end', '($f := function($n) { $f($n + 1) }; $f(1))', endless],
    ['a list from a range', '[1..10000000]', 'maximum sequence length'],
    ['a product of ranges', '[1..1000].([1..1000])', 'maximum sequence length'],
    ['a product of joins', '($r := [1..1000]; $r@$a.($r)@$b.{"a": $a})', 'maximum sequence length'],
    ['a text that doubles', "$reduce([1..40], function($t, $n) { $t & $t }, 'x')", tooLarge],
    [
      'a tree that doubles',
      '$string($reduce([1..40], function($t, $n) { {"a": $t, "b": $t} }, 1))',
      tooLarge,
    ],
    [
      'the comparison of trees that double',
      `(
        $f := function($n, $t) { $n = 0 ? $t : $f($n - 1, {"a": $t, "b": $t}) };
        $f(40, 1) = $f(40, 1)
      )`,
      tooLarge,
    ],
    [
      'a list that doubles',
      '$reduce([1..40], function($t, $n) { $append($t, $t) }, [1])',
      'sequence length',
    ],
    [
      'a nest without end',
      '$reduce([1..5000], function($t, $n) { {"a": $t} }, 1)',
      'deeper than 200 levels',
    ],
    ['padding', "$pad('x', 1000000000)", 'it pads text beyond 1 MB.'],
    ['padding to the left', "$pad('x', -1000000000)", 'it pads text beyond 1 MB.'],
    ['joined long texts', '$join([1..9999].$string(), $event.text)', 'joins text that is too long'],
    ['many long texts', '$map([1..99999], function($n) { $event.text & $n })', tooLarge],
    [
      'long texts by a built-in function',
      '$map([1..99999], function($n) { $uppercase($event.text) })',
      tooLarge,
    ],
    ['a list of characters', "$split($event.text, '')", 'more than 100000 entries'],
    [
      'a built-in function over a long list of long texts',
      '$map([1..999].($event.text), $length)',
      tooLarge,
    ],
    ['sorting by an expression', '[1..90000]^(>$)', tooSlow],
    ['sorting by a function', '$sort([1..90000], function($a, $b) { $a < $b })', '500'],
    ['sorting by a built-in function', '$sort($map([1..60000], $string), $contains)', tooSlow],
    ['a wildcard over many lists', '$event.many.*', 'it uses * on more than 10000 entries.'],
    ['a long format picture', `$formatNumber(1, '${'#'.repeat(200)}')`, picture],
    ['a picture of commas', "$fromMillis(0, $join($map([1..20000], function($n) { ',' })))", picture],
    ['a wide year', "$fromMillis(0, '[Y,*-100000000]')", picture],
    ['a wide name', "$now('[MN,999999999]')", picture],
    ['a time zone of any length', `$fromMillis(0, '[Y]', '${'0'.repeat(100)}')`, picture],
    ['a time picture with a part twice', "$toMillis('aaaa', '[FN][FN][FN][FN]')", picture],
    ['a long text read as a time', "$toMillis($event.text, '[FN][MN]')", 'text that is too long'],
    ['a long text read as a number', "$parseInteger($event.text, 'w')", 'text that is too long'],
    [
      'a Roman number',
      "$formatInteger(999999999, 'I')",
      'text, a list or a recursion that is too large',
    ],
    [
      'an indented tree',
      '$string($reduce([1..150], function($t, $n) { {"a": [1..400], "b": $t} }, 1), true)',
      'that is too l',
    ],
    [
      'a complex pattern',
      '$match($event.text, /(a?){900}(b?){900}/)',
      'its pattern is too complex',
    ],
    [
      'a replacement everywhere',
      "($t := $event.text & $event.text; $replace($t & $t, /x/, 'y'))",
      tooSlow,
    ],
    ['a pattern that finds everywhere', '$match($event.text, /x/)', 'maximum sequence length'],
  ])('stop an expression with %s', async (_name, code, reason) => {
    const message = await evaluationErrorOf(code, big());
    expect(message).toMatch(/^ExpressionError: /);
    // On a slow machine the time limit may be reached first.
    expect([reason, 'it needs more than 500 ms'].some((one) => message.includes(one))).toBe(true);
  });

  it('count working time and not the waiting time of the thread', () => {
    const budget = new Budget();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    budget.tick();
    const tickForever = () => {
      for (;;) budget.tick();
    };
    expect(tickForever).toThrow(tooSlow);
  });

  it('let other work of the process continue while expressions are stopped', async () => {
    const turns = { count: 0, over: false };
    const count = () => {
      turns.count += 1;
      if (!turns.over) setImmediate(count);
    };
    setImmediate(count);
    const recursion = '($f := function($n) { $f($n + 1) }; $f(1))';
    const messages = await Promise.all([1, 2, 3].map(() => evaluationErrorOf(recursion)));
    turns.over = true;
    expect(messages).toEqual([1, 2, 3].map(() => expect.stringContaining(endless)));
    // A slice takes 10 ms, or one long step.
    expect(turns.count).toBeGreaterThan(30);
  });

  it('allow patterns that cause catastrophic backtracking elsewhere', async () => {
    for (const pattern of ['(x+x+)+y', '(x|xx)+y', '^(x+)*$!', '(.*)(.*)(.*)(.*)y']) {
      expect(await evaluateCode(`$contains($event.text, /${pattern}/)`, big())).toBe(false);
    }
  });

  it.each([
    ['$count($distinct([1..29999]))', 29_999],
    ['$count($spread([1..29999]))', 29_999],
    ['$sort([1..29999])[-1]', 29_999],
    ['$count($sort([1..999], function($a, $b) { $a < $b }))', 999],
  ])('allow long lists: %s', async (code, expected) => {
    expect(await evaluateCode(code)).toBe(expected);
  });

  it('refuse to read more than 8 MB', async () => {
    const scopeData = { ...scope(), event: { a: 'x'.repeat(9_000_000), b: 1 } };
    expect(await evaluationErrorOf('$length($event.a)', scopeData)).toContain(
      'it reads more than 8 MB.',
    );
    expect(await evaluateCode('$event.b', scopeData)).toBe(1);
  });

  it('refuse to read data nested deeper than 200 levels', async () => {
    const nested: unknown = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
    expect(
      await evaluationErrorOf('$count($event.a)', { ...scope(), event: { a: nested } }),
    ).toContain('it reads data nested deeper than 200 levels.');
  });

  it('refuse to return more than 1 MB from one expression or from a setting', async () => {
    const text = { ...scope(), event: { text: 'x'.repeat(600_000) } };
    expect(await evaluationErrorOf('[$event.text, $event.text]', text)).toContain(
      'it yields more than 1 MB.',
    );
    expect(await evaluationErrorOf('$event.text %}{% $event.text', text)).toContain(
      'it yields more than 1 MB.',
    );
  });
});

describe('an expression of extreme shape', () => {
  it.each([
    ['brackets', '('.repeat(9000)],
    ['closed brackets', `${'('.repeat(4000)}1${')'.repeat(4000)}`],
    ['lists', `${'['.repeat(4000)}1${']'.repeat(4000)}`],
    ['signs', `${'-'.repeat(9000)}1`],
    ['a sum', `${'1+'.repeat(4999)}1`],
    ['a path', `$event${'.a'.repeat(4000)}`],
    ['filters', `$event${'[0]'.repeat(3000)}`],
    ['conditions', `${'true?'.repeat(1500)}1`],
    ['chains', `1${'~>$string'.repeat(900)}`],
    ['slashes', '/'.repeat(9000)],
    ['backslashes', `/${'\\\\'.repeat(4000)}/`],
    ['functions', `${'function(){'.repeat(800)}1${'}'.repeat(800)}`],
    ['comments', `${'/**/'.repeat(2400)}1`],
    ['nested repetitions', '/((((a{30}){30}){30}){30})/'],
  ])('is read or refused at once: %s', async (_name, code) => {
    problemOf(`{% ${code} %}`);
    expect(await evaluationErrorOf(code)).toMatch(/^(it yields|ExpressionError: The expression)/);
  });
});

describe('several expressions', () => {
  it('do not share their limits', async () => {
    const works = Array.from({ length: 20 }, (_, n) => evaluateCode(`$sum([1..200].($ * ${n}))`));
    expect(await Promise.all(works)).toEqual(Array.from({ length: 20 }, (_, n) => 20_100 * n));
  });

  it('do not see function names of other expressions', async () => {
    await evaluationErrorOf("($secretName := $sum; $secretName('x'))");
    expect(await evaluationErrorOf("$map(['x'], $sum)")).not.toContain('secretName');
  });
});
