import { newAction } from '#lib/domain/actions/own-action.schema.ts';
import { lookupForm } from './lookup-action.ts';
// The API's sentences about unknown fields.
import '#lib/kernel/validation-messages.ts';

const problemsOf = (overrides: object) =>
  newAction
    .safeParse({ ...lookupForm, ...overrides })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

const callProblems = (call: object) => problemsOf({ call: { ...lookupForm.call, ...call } });

const parameterProblems = (...list: object[]) =>
  problemsOf({
    parameters_definition: list.map((one) => ({ name: 'issue', label: 'Issue', ...one })),
  });

describe('the definition of an own action', () => {
  it('is valid as the lookup of an issue', () => {
    expect(problemsOf({})).toBeUndefined();
  });

  it.each([
    ['', 'Please enter name'],
    ['ab', 'The name needs 3 to 100 characters.'],
    ['Action one', "The name cannot start with 'action'."],
    ['a_b_c', 'Use letters, digits, hyphens and spaces only.'],
  ])('is refused with the name %j', (name, sentence) => {
    expect(problemsOf({ name })?.[0]).toBe(`name: ${sentence}`);
  });

  it('contains no invisible characters', () => {
    const parsed = newAction.parse({ ...lookupForm, description: 'Reads\u202E one\u0000 issue.' });
    expect(parsed.description).toBe('Reads one issue.');
    expect(callProblems({ path: '/a\u202eb' })).toEqual([
      'call.path: Leave out characters that cannot be seen.',
    ]);
    expect(callProblems({ headers: { 'x-team': 'a\r\nb: c' } })?.[0]).toMatch(
      /^call.headers: A header/,
    );
  });

  it.each([
    ['label', { label: 'Is\u202esue' }],
    ['options.0', { options: ['a\u0007b'] }],
  ])('refuses invisible characters in %s of a parameter', (field, one) => {
    const [fault] = parameterProblems(one) ?? [];
    expect(fault).toMatch(`parameters_definition.0.${field}: `);
    expect(fault).toMatch(/without invisible characters/);
  });

  it.each([
    ['call.body', { call: { method: 'POST', path: '/a', body: JSON.parse('{"n":[1e999]}') } }],
    ['call.body', { call: { method: 'POST', path: '/a', body: JSON.parse('9007199254740993') } }],
    [
      'call.parameters',
      {
        executable_type: 'aws',
        integration_type: 'aws',
        parameters_definition: [],
        call: { service: 's3', operation: 'ListBuckets', parameters: { n: JSON.parse('1e999') } },
      },
    ],
  ])('refuses a number in %s that cannot be kept exactly', (field, overrides) => {
    expect(problemsOf(overrides)).toEqual([
      expect.stringMatching(`${field}: A number is too large`),
    ]);
  });

  it('refuses default numbers of parameters that cannot be kept exactly', () => {
    const fault = ['parameters_definition.0.default: The number is too large to be kept exactly.'];
    expect(parameterProblems({ type: 'number', default: '9007199254740993' })).toEqual(fault);
    expect(parameterProblems({ type: 'number', default: '1e999' })).toEqual(fault);
    expect(parameterProblems({ default: 2 ** 60 })).toEqual(fault);
    expect(parameterProblems({ type: 'number', default: '9007199254740991' })).toBeUndefined();
  });

  it('refuses the use of unknown parameters', () => {
    const [first] = callProblems({ path: '/issue/{key}' }) ?? [];
    expect(first).toBe(
      'call.path: The path uses {key}, but there is no such parameter. ' +
        'Add it below or remove it from the path.',
    );
    const [second] = callProblems({ query: { fields: '{all}' } }) ?? [];
    expect(second).toBe(
      'call.query: The query uses {all}, but there is no such parameter. ' +
        'Add it below or remove it from the query.',
    );
  });

  it('requires a value or a default for each parameter in the path', () => {
    expect(parameterProblems({ required: false })).toEqual([
      'call.path: {issue} is part of the path: make it required, or give it a default.',
    ]);
    expect(parameterProblems({ required: false, default: 'OPS-1' })).toBeUndefined();
  });

  it('refuses duplicate parameter names and defaults that do not fit', () => {
    expect(parameterProblems({}, {})).toEqual([
      'parameters_definition.1.name: Another parameter has this name.',
    ]);
    expect(parameterProblems({ type: 'number', default: 'many' })).toEqual([
      'parameters_definition.0.default: The default must be a number.',
    ]);
    expect(parameterProblems({ options: ['a'], default: 'b' })).toEqual([
      'parameters_definition.0.default: The default must be one of the options.',
    ]);
  });

  it.each([
    'http://elsewhere.example/',
    'https://{host}/',
    'https://elsewhere.example',
    '//elsewhere.example/',
    '/a?b=c',
    '/a#b',
    '/a/../b',
    '/a/%2E%2e/b',
    '/a b',
    '/a\\b',
    '',
  ])('refuses the path %j', (path) => {
    expect(callProblems({ path })?.[0]).toMatch(/^call\.path: /);
  });

  it.each(['Authorization', 'host', 'COOKIE', 'a b', 'x:y', '__proto__ '])(
    'refuses the header %j',
    (name) => {
      expect(callProblems({ headers: { [name]: 'x' } })?.[0] ?? 'call.headers').toMatch(
        /^call\.headers/,
      );
    },
  );

  it('allows one body or form, and no body with GET', () => {
    expect(callProblems({ body: { a: 1 } })).toEqual([
      'call.body: A GET request cannot have a body.',
    ]);
    const both = { method: 'POST', body: {}, form: { a: 'b' } };
    expect(callProblems(both)).toEqual(['call.form: Send a body or a form, not both.']);
    const long = callProblems({ method: 'POST', body: 'x'.repeat(50_001) });
    expect(long).toEqual(['call.body: Keep the body below 50,000 characters.']);
  });

  it.each(['__proto__', 'constructor ', 'Issue', '1st', 'x'.repeat(41)])(
    'refuses a parameter with the name %j',
    (name) => {
      expect(parameterProblems({}, { name })?.[0]).toMatch(
        /^parameters_definition\.1\.name: Start with/,
      );
    },
  );

  it('may be an AWS call, without results that are secrets and without wildcards', () => {
    const stop = {
      executable_type: 'aws',
      integration_type: 'aws',
      call: {
        service: 'ec2',
        operation: 'StopInstances',
        parameters: { InstanceIds: ['{issue}'] },
      },
    };
    const calling = (call: object) => problemsOf({ ...stop, call: { ...stop.call, ...call } });
    expect(calling({})).toBeUndefined();
    expect(calling({ region: '{issue}' })).toBeUndefined();
    expect(calling({ region: 'evil.example/' })?.[0]).toMatch(/^call\.region: Write a region/);
    expect(calling({ also: ['iam:*'] })?.[0]).toMatch(/^call\.also\.0: Write a permission/);
    expect(calling({ parameters: { a: '{other}' } })?.[0]).toMatch(
      /^call\.parameters: .* uses {other}/,
    );
    expect(calling({ service: 'sts', operation: 'AssumeRole' })).toEqual([
      'call.operation: sts:AssumeRole returns secrets, which runs are not allowed to read.',
    ]);
    expect(calling({ service: 'lambda', operation: 'GetFunction' })).toEqual([
      'call.operation: lambda:GetFunction returns secrets, which runs are not allowed to read.',
    ]);
    expect(calling({ service: 'made-up' })).toEqual(['call.service: Choose a service.']);
    expect(problemsOf({ ...stop, integration_type: 'jira' })).toEqual([
      'integration_type: An AWS call needs an AWS account.',
    ]);
  });

  it('refuses unknown fields and kinds of actions', () => {
    expect(problemsOf({ tenant_id: 'org_1' })).toEqual([': Unknown field: tenant_id']);
    expect(problemsOf({ executable_type: 'shell' })).toHaveLength(1);
  });
});

describe('the definition of an own Python action', () => {
  const jira = { name: 'jira', integration_type: 'jira' };
  const python = (call: object) =>
    problemsOf({
      executable_type: 'python',
      call: { code: 'result = 1', clients: [jira], ...call },
    });

  it('may have code with braces, with or without clients', () => {
    expect(python({ code: 'result = f"{inputs}"' })).toBeUndefined();
    expect(python({ clients: undefined })).toBeUndefined();
  });

  it.each([
    [{ code: ' \n' }, 'call.code: Please enter code'],
    [{ code: 'x = 1 # \u202e' }, 'call.code: Leave out characters that cannot be seen'],
    [{ code: 'x'.repeat(100_001) }, 'call.code: Keep the code below 100,000 characters.'],
    [{ clients: [jira, jira] }, 'call.clients.1.name: Another client has this name.'],
    [{ clients: [{ ...jira, name: 'from' }] }, 'call.clients.0.name: This is a Python keyword.'],
    [{ clients: [{ ...jira, name: 'My Jira' }] }, 'call.clients.0.name: Start with a lowercase'],
    [{ clients: [{ name: 'jira' }] }, 'call.clients.0.integration_type: '],
    [{ clients: Array.from({ length: 11 }, () => jira) }, 'call.clients: Keep at most 10 clients.'],
    [{ method: 'GET' }, 'call: '],
  ])('is refused with %j', (call, sentence) => {
    expect(python(call)?.join('\n')).toContain(sentence);
  });
});

describe('the definition of an own action that an agent runs', () => {
  const agentForm = {
    name: 'Restart the shop',
    description: 'Restarts its deployment.',
    executable_type: 'agent',
    integration_type: 'kubernetes',
    approval_required: true,
    call: {
      kind: 'kubernetes.restart',
      args: { api: 'apps/v1', resource: 'deployments', namespace: 'shop', name: 'web' },
    },
  };
  const workProblemsOf = (overrides: object) =>
    newAction
      .safeParse({ ...agentForm, ...overrides })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const callProblemsOf = (call: object, overrides: object = {}) =>
    workProblemsOf({ call, ...overrides });

  it('requires work that agents of its type can do', () => {
    expect(workProblemsOf({})).toBeUndefined();
    expect(callProblemsOf({ kind: 'linux.run' })).toEqual([
      'call.kind: Agents of this type cannot do this work.',
    ]);
    expect(callProblemsOf({ kind: 'kubernetes.exec' })).toEqual(['call.kind: Choose the work.']);
    expect(workProblemsOf({ integration_type: 'slack' })?.[0]).toContain(
      'Choose Kubernetes or Linux',
    );
    expect(callProblemsOf({ kind: 'http', args: { url: 'http://10.0.0.1' } })).toBeUndefined();
  });

  it('requires approval for work that changes or might change something', () => {
    const noApproval = { approval_required: false };
    const problems = ['approval_required: This work changes something: require approval.'];
    expect(workProblemsOf(noApproval)).toEqual(problems);
    expect(callProblemsOf({ kind: 'kubernetes.list', args: {} }, noApproval)).toBeUndefined();
    expect(callProblemsOf({ kind: 'http', args: { method: 'POST' } }, noApproval)).toEqual(
      problems,
    );
    const parameters_definition = [{ name: 'method', label: 'Method' }];
    const templateCall = { kind: 'http', args: { method: '{method}' } };
    expect(callProblemsOf(templateCall, { ...noApproval, parameters_definition })).toEqual(
      problems,
    );
  });

  it('refuses unknown parameters and oversized or malformed arguments', () => {
    expect(callProblemsOf({ kind: 'kubernetes.list', args: { namespace: '{where}' } })).toEqual([
      'call.args: The argument list uses {where}, but there is no such parameter. ' +
        'Add it below or remove it from the argument list.',
    ]);
    const args = { patch: 'x'.repeat(50_001) };
    expect(callProblemsOf({ kind: 'kubernetes.patch', args })?.[0]).toContain(
      'below 50,000 characters',
    );
    expect(callProblemsOf({ kind: 'kubernetes.list', args: [] })?.[0]).toContain(
      'Write a JSON object',
    );
    expect(callProblemsOf({ kind: 'kubernetes.list', reads: true })).toHaveLength(1);
  });
});
