import * as z from 'zod';
import { pathVariables, type Route } from './kernel/route.ts';
import { allRoutes } from './routes.ts';

export type JsonSchema = { [key: string]: unknown };

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const propertiesOf = (schema: JsonSchema): Record<string, JsonSchema> => {
  const found = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, isObject(value) ? value : {}]),
  );
};

const requiredOf = (schema: JsonSchema): unknown[] =>
  Array.isArray(schema.required) ? schema.required : [];

/** Returns the schema without these fields, also inside its alternatives. */
const omitFields = (schema: JsonSchema, names: readonly string[]): JsonSchema => {
  const copy: JsonSchema = { ...schema };
  for (const join of ['anyOf', 'oneOf', 'allOf']) {
    const subschemas = schema[join];
    if (!Array.isArray(subschemas)) continue;
    copy[join] = subschemas.filter(isObject).map((subschema) => omitFields(subschema, names));
  }
  if (isObject(schema.properties)) {
    const remaining = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
    const stillRequired = requiredOf(schema).filter((name) => !names.includes(String(name)));
    copy.properties = Object.fromEntries(remaining);
    delete copy.required;
    if (stillRequired.length > 0) copy.required = stillRequired;
  }
  return copy;
};

const parametersOf = (route: Route, input: JsonSchema) => {
  const variables = pathVariables(route.path);
  const fields = propertiesOf(input);
  const inPath = variables.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: fields[name] ?? { type: 'string' },
  }));
  if (hasBody(route)) return inPath;
  const inQuery = Object.entries(fields)
    .filter(([name]) => !variables.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      ...(requiredOf(input).includes(name) && { required: true }),
      // A list is one parameter, `a,b`.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    }));
  return [...inPath, ...inQuery];
};

const hasBody = ({ method }: Route): boolean => method !== 'GET' && method !== 'DELETE';

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const refusal = { $ref: '#/components/responses/Refusal' };

const operationOf = (key: string, area: string, route: Route): JsonSchema => {
  const input = schemaOf(route.input, 'input');
  const body = omitFields(input, pathVariables(route.path));
  return {
    operationId: key,
    tags: [area],
    summary: route.audit,
    ...(route.permission === 'public'
      ? { security: [] }
      : { 'x-permission': route.permission, 'x-resource': route.resource }),
    parameters: parametersOf(route, input),
    ...(hasBody(route) && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      [route.status ?? 200]: {
        description: 'Done.',
        content: jsonContent(schemaOf(route.output, 'output')),
      },
      default: refusal,
    },
  };
};

const components = {
  securitySchemes: {
    accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
  },
  responses: {
    Refusal: {
      description: 'Why the call was refused.',
      content: jsonContent({
        type: 'object',
        required: ['error'],
        properties: {
          error: { type: 'string' },
          field: { type: 'string' },
          detail: {
            type: 'array',
            items: {
              type: 'object',
              required: ['msg', 'loc'],
              properties: {
                msg: { type: 'string' },
                loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
              },
            },
          },
        },
      }),
    },
  },
};

/** Generates the OpenAPI 3.0 document of the HTTP API from `lib/routes.ts`. */
export const openApiDocument = (version: string): JsonSchema => {
  const paths: Record<string, JsonSchema> = {};
  for (const [area, routes] of Object.entries(allRoutes)) {
    for (const [key, route] of Object.entries<Route>(routes)) {
      const ofPath = (paths[`/${route.path}`] ??= {});
      ofPath[route.method.toLowerCase()] = operationOf(key, area, route);
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Cloudwarden', version },
    servers: [{ url: '/api' }],
    security: [{ accessToken: [] }, { apiKey: [] }],
    paths,
    components,
  };
};
