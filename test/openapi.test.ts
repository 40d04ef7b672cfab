import { executionStates } from '#lib/domain/executions/execution.schema.ts';
import { pathVariables, type Route } from '#lib/kernel/route.ts';
import { openApiDocument } from '#lib/openapi.ts';
import { allRoutes } from '#lib/routes.ts';

type Operation = {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: { 'application/json': { schema: { properties?: object } } } };
};
type Document = { paths: Record<string, Record<string, Operation>> };

const document = openApiDocument('1.2.3');
const { paths } = document as Document;
const routes = Object.values(allRoutes).flatMap((area) => Object.entries<Route>(area));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('openapi.json', () => {
  it('contains exactly the routes of the product', () => {
    const listed = routes.map(([key, { method, path }]) => `${key} ${method} /${path}`);
    const documented = operations.map(
      ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    );
    expect(documented.sort()).toEqual(listed.sort());
  });

  it.each(routes)('contains each input of %s exactly once', (key, { input, method, path }) => {
    const found = operations.find(({ operation }) => operation.operationId === key)?.operation;
    const inPath = found?.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual(pathVariables(path));
    const fields = 'shape' in input ? Object.keys(Object(input.shape)) : undefined;
    if (!fields) return;
    const inBody = found?.requestBody?.content['application/json'].schema.properties ?? {};
    const placed = [...(found?.parameters ?? []).map(({ name }) => name), ...Object.keys(inBody)];
    expect(placed.sort()).toEqual(fields.sort());
    expect(found?.requestBody !== undefined).toBe(method !== 'GET' && method !== 'DELETE');
  });

  it('describes a list of values as one parameter', () => {
    const found = operations.find(({ operation }) => operation.operationId === 'listExecutions');
    const state = found?.operation.parameters.find(({ name }) => name === 'state');
    expect(state).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: executionStates } },
    });
    expect(state?.required).toBeUndefined();
  });

  it('contains references only to its own components', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)];
    expect(new Set(references.map(([, target]) => target))).toEqual(
      new Set(['#/components/responses/Refusal']),
    );
  });
});
