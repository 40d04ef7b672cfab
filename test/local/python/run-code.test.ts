import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

/** Python expressions, and their results as run_code.py reports them. */
const values: [value: string, said: string][] = [
  ['None', 'null'],
  ['(1, [2.5, True], "x")', '[1, [2.5, true], "x"]'],
  ['{1: 2, None: 3, True: 4}', '{"1": 4, "null": 3}'],
  ['2**53 - 1', '9007199254740991'],
  ['2**53', 'result is a whole number beyond 2^53. Return it as text.'],
  ['[-10**400]', 'result[0] is a whole number beyond 2^53. Return it as text.'],
  ['float("nan")', 'result is nan, which JSON does not have. Return None.'],
  ['{"a": [float("inf")]}', 'result.a[0] is inf, which JSON does not have. Return None.'],
  ['{(1, 2): 3}', 'A key of result is of type tuple. Keys in JSON are text.'],
  ['{"a": {b"x": 3}}', 'A key of result.a is of type bytes. Keys in JSON are text.'],
  [
    '{1, 2}',
    'result is of type set, which is not JSON. Turn it into text, numbers, lists or dicts.',
  ],
  ['looped()', 'The result is nested deeper than 60 levels.'],
  ['doubled(50)', 'The result has too many parts. Return less, or a summary.'],
  ['"\\ud800"', '"?"'],
];

const code = `
import run_code
request = {"most_result": 1000, "most_depth": 60}

def looped():
    inside = []
    inside.append(inside)
    return inside

def doubled(times):
    value = []
    for _ in range(times): value = [value, value]
    return value

def said(value):
    try:
        return run_code.to_json(eval(value), request)
    except run_code.NotJson as error:
        return str(error)

result = [said(value) for value in inputs["values"]]
`;

it('a Python result becomes JSON or an error that explains why not', async () => {
  const python = openPython(sandboxFiles(process.cwd()));
  const inputs = { values: values.map(([value]) => value) };
  const outcome = await python.run({ tenant_id: 'org_1', code, inputs });
  python.close();
  const texts = 'result' in outcome ? (outcome.result as string[]) : [];
  expect(values.map(([value], at) => [value, texts[at] ?? outcome])).toEqual(values);
});
