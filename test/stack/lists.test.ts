import { readFileSync } from 'node:fs';
import { pathVariables, type Route } from '#lib/kernel/route.ts';
import { mcpPath } from '#lib/mcp.ts';
import { agentPath, allRoutes, type Area, webhookPath } from '#lib/routes.ts';
import { machineNames, pascalCase } from '#lib/machines.ts';
import { constructIdOf, functions } from '#lib/stack/functions.ts';
import { tables } from '#lib/tables.ts';
import { type Resource, synthesise } from '../support/template.ts';

const { template, ofType } = synthesise();
const routes = Object.values(allRoutes).flatMap((area) => Object.values<Route>(area));

type Key = { AttributeName: string; KeyType: string };
type Attribute = { AttributeName: string; AttributeType: string };
type Index = { IndexName: string; KeySchema: Key[]; Projection: { ProjectionType: string } };

const tableId = (name: string) => `Tables${name.replaceAll('_', '')}`;
const keyText = (keys: Key[]) => keys.map((key) => `${key.KeyType} ${key.AttributeName}`);
const listedKeys = (partition: string, sort?: string) => [
  `HASH ${partition}`,
  ...(sort === undefined ? [] : [`RANGE ${sort}`]),
];

const tableOf = (name: string): Resource => {
  const pattern = new RegExp(`^${tableId(name)}[0-9A-F]{8}$`);
  const [found, ...extras] = ofType('AWS::DynamoDB::Table').filter(([id]) => pattern.test(id));
  if (!found || extras.length > 0) throw new Error(`${name} has ${extras.length} tables too many.`);
  return found[1];
};

const tablesByName = tables.map((spec) => [spec.name, spec] as const);

describe('tables', () => {
  it("are those of the product's list", () => {
    expect(ofType('AWS::DynamoDB::Table')).toHaveLength(tables.length);
  });

  it.each(tablesByName)('%s has the listed keys', (name, spec) => {
    const { Properties } = tableOf(name);
    expect(keyText(Properties.KeySchema as Key[])).toEqual(listedKeys(spec.partition, spec.sort));
    const attributes = Properties.AttributeDefinitions as Attribute[];
    const sort = attributes.find(({ AttributeName }) => AttributeName === spec.sort);
    expect(sort?.AttributeType).toBe(spec.sortType ?? 'S');
  });

  it.each(tablesByName)('%s has the listed indexes', (name, spec) => {
    const indexes = (tableOf(name).Properties.GlobalSecondaryIndexes ?? []) as Index[];
    const synthesised = indexes.map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      keyText(KeySchema),
      Projection.ProjectionType,
    ]);
    const listed = Object.entries(spec.indexes ?? {}).map(([index, one]) => [
      index,
      listedKeys(one.partition, one.sort),
      one.keysOnly ? 'KEYS_ONLY' : 'ALL',
    ]);
    expect(synthesised).toEqual(listed);
  });

  it.each(tablesByName)('%s has the listed expiry attribute', (name, spec) => {
    const { TimeToLiveSpecification } = tableOf(name).Properties;
    const listed = spec.ttl && { AttributeName: spec.ttl, Enabled: true };
    expect(TimeToLiveSpecification).toEqual(listed);
  });
});

type Integration = { type: string; uri: unknown };
type Operation = {
  parameters: { name: string; in: string; required: boolean }[];
  security?: unknown[];
  'x-amazon-apigateway-integration': Integration;
};
type Body = { paths: Record<string, Record<string, Operation>> };

const bodyOf = (id: string): Body => {
  const [, api] = ofType('AWS::ApiGateway::RestApi').find(([found]) => found.startsWith(id)) ?? [];
  return api?.Properties.Body as Body;
};

const operationsOf = ({ paths }: Body) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

describe('the console API', () => {
  const operations = operationsOf(bodyOf('ConsoleApi'));

  it('has exactly the calls of the routes', () => {
    const ofRoutes = routes.map(({ method, path }) => `${method} /${path}`);
    const listed = [...ofRoutes, `POST /${mcpPath}`];
    const synthesised = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(synthesised.sort()).toEqual(listed.sort());
  });

  it('declares each variable of a path', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.map(({ name }) => name);
      expect([path, declared]).toEqual([path, pathVariables(path)]);
    }
  });

  it('calls the function of the area behind the authorizer', () => {
    for (const [area, ofArea] of Object.entries(allRoutes)) {
      for (const { method, path, permission } of Object.values<Route>(ofArea)) {
        const operation = bodyOf('ConsoleApi').paths[`/${path}`]?.[method.toLowerCase()];
        const { type, uri } = operation?.['x-amazon-apigateway-integration'] ?? {};
        expect([area, type]).toEqual([area, 'aws_proxy']);
        const called = `${constructIdOf(`api/${area as Area}`)}Function`;
        expect(JSON.stringify(uri)).toContain(called);
        expect(operation?.security).toEqual(permission === 'public' ? [] : [{ caller: [] }]);
      }
    }
  });

  it('has one permission for each function', () => {
    const permitted = ofType('AWS::Lambda::Permission').map(([id]) => id);
    const ofAreas = permitted.filter((id) => /^Api\w+FunctionApiGateway/.test(id));
    expect(ofAreas).toHaveLength(Object.keys(allRoutes).length);
  });
});

describe('paths of addresses', () => {
  /** The variables at the same place of the path tree; API Gateway allows one. */
  const siblings = (paths: string[]): Map<string, Set<string>> => {
    const namesByPrefix = new Map<string, Set<string>>();
    for (const path of paths) {
      const segments = path.split('/');
      segments.forEach((segment, depth) => {
        if (!segment.startsWith('{')) return;
        const prefix = segments.slice(0, depth).join('/');
        namesByPrefix.set(prefix, (namesByPrefix.get(prefix) ?? new Set()).add(segment));
      });
    }
    return namesByPrefix;
  };
  const crowded = (paths: string[]) => [...siblings(paths)].filter(([, names]) => names.size > 1);

  it('have no two variables at the same place', () => {
    expect(crowded(routes.map(({ path }) => path))).toEqual([]);
    expect(crowded([webhookPath, agentPath])).toEqual([]);
  });

  it('would be reported with two variables at the same place', () => {
    expect(crowded(['bots/{bot_id}', 'bots/{id}/runs'])).toHaveLength(1);
    expect(crowded(['bots/{bot_id}', 'bots/{bot_id}/runs/{id}'])).toHaveLength(0);
  });
});

describe('functions', () => {
  it("are those of the product's list", () => {
    const described = ofType('AWS::Lambda::Function').map(([, one]) => one.Properties.Description);
    const listed = Object.keys(functions).map((name) => `Cloudwarden ${name}`);
    expect(described).toHaveLength(listed.length);
    expect(new Set(described)).toEqual(new Set(listed));
  });

  it('each have their own role', () => {
    const roles = ofType('AWS::Lambda::Function').map(([, { Properties }]) => Properties.Role);
    expect(new Set(roles.map((role) => JSON.stringify(role))).size).toBe(roles.length);
  });

  it('share a log within their area, and only the Python function has its own', () => {
    const areas = new Map<string, Set<string>>();
    for (const [, { Properties }] of ofType('AWS::Lambda::Function')) {
      const area = /^Cloudwarden ([a-z]+)/.exec(String(Properties.Description))?.[1] ?? '';
      const log = JSON.stringify(Properties.LoggingConfig);
      areas.set(log, (areas.get(log) ?? new Set()).add(area));
    }
    const listed = new Set(Object.keys(functions).map((name) => name.split('/')[0]));
    expect(areas.size).toBe(listed.size);
    for (const names of areas.values()) expect(names.size).toBe(1);
    expect(Object.keys(functions).filter((name) => name.startsWith('python'))).toHaveLength(1);
  });

  it('need less than the 4 KB for environment variables', () => {
    // A reference becomes the stack's name and a random suffix, or an ARN.
    const lengthOf = (value: unknown) =>
      typeof value === 'string' ? value.length : JSON.stringify(value).length + 72;
    for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) {
      const { Variables = {} } = Object(Properties.Environment);
      const lengths = Object.entries(Variables).map(([name, one]) => name.length + lengthOf(one));
      const length = lengths.reduce((sum, one) => sum + one, 0);
      expect([id, length < 4096]).toEqual([id, true]);
    }
  });
});

describe.each(machineNames)('the state machine %s', (name) => {
  const machines = ofType('AWS::StepFunctions::StateMachine');
  const [, machine] = machines.find(([id]) => id.startsWith(`Engine${pascalCase(name)}`)) ?? [];
  const definition = JSON.parse(readFileSync(`statemachines/${name}.asl.json`, 'utf8'));

  it('is the definition of its file', () => {
    expect(JSON.parse(String(machine?.Properties.DefinitionString))).toEqual(definition);
  });

  it('has a value for each name in the definition, and no others', () => {
    const references = JSON.stringify(definition).matchAll(/\$\{(\w+)\}/g);
    const names = new Set([...references].map(([, name]) => name));
    const substitutions = Object.keys(Object(machine?.Properties.DefinitionSubstitutions));
    expect(new Set(substitutions)).toEqual(names);
  });

  it('logs errors without the data of runs', () => {
    expect(machine?.Properties.LoggingConfiguration).toMatchObject({
      Level: 'ERROR',
      IncludeExecutionData: false,
    });
  });
});

describe('the size of the template', () => {
  it('is far below the limits of CloudFormation', () => {
    // The limit is 500: decisions 001 and 048.
    expect(Object.keys(template.Resources).length).toBeLessThan(450);
    expect(JSON.stringify(template).length).toBeLessThan(700_000);
  });
});
