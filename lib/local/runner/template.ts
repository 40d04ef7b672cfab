import jsonata from 'jsonata';
import { EvaluationFailure } from './failure.ts';
import { notEvaluated, quickExpression } from './quick-expression.ts';
import { UnsupportedDefinition } from './unsupported.ts';

/** The bindings of an expression: `$states` and the variables of the run. */
export type Bindings = Record<string, unknown>;

/** A field of a state, compiled once; throws `EvaluationFailure`. */
export type Template = (bindings: Bindings) => unknown;

/** JSONata functions that behave differently here and on AWS, or exist on one side only. */
const unsupportedFunctions = ['eval', 'partition', 'range', 'hash', 'uuid', 'parse'];

const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('{%') && value.endsWith('%}');

const hasExpression = (value: unknown): boolean =>
  isExpression(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(hasExpression));

/** Compiles JSON that may contain `{% ... %}` strings; `field` is its path, for messages. */
export function compile(value: unknown, field: string): Template {
  if (isExpression(value)) return compileExpression(value.slice(2, -2).trim(), field);
  if (!hasExpression(value)) return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compile(item, `${field}[${index}]`));
    return (bindings) => evaluateAll(items, bindings);
  }
  const entries = Object.entries(Object(value));
  const names = entries.map(([name]) => name);
  const templates = entries.map(([name, member]) => compile(member, `${field}/${name}`));
  return async (bindings) => {
    const values = await evaluateAll(templates, bindings);
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  };
}

async function evaluateAll(templates: Template[], bindings: Bindings): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const template of templates) values.push(await template(bindings));
  return values;
}

function compileExpression(source: string, field: string): Template {
  const expression = parse(source, field);
  const quick = quickExpression(source);
  const subject = `The JSONata expression '${source}' specified for the field '${field}'`;
  return async (bindings) => {
    let result = quick?.(bindings) ?? notEvaluated;
    if (result !== notEvaluated) return toPlainJson(result, field, subject);
    try {
      result = await expression.evaluate(undefined, bindings);
    } catch (error) {
      const sentence = `${subject} threw an error during evaluation. ${describeError(error)}`;
      throw new EvaluationFailure(field, sentence);
    }
    if (result === undefined) {
      throw new EvaluationFailure(field, `${subject} returned nothing (undefined).`);
    }
    return toPlainJson(result, field, subject);
  };
}

function parse(source: string, field: string): jsonata.Expression {
  let expression: jsonata.Expression;
  try {
    expression = jsonata(source);
  } catch (error) {
    const sentence = `the expression '${source}' of the field ${field} cannot be read`;
    throw new UnsupportedDefinition('expression', `${sentence}: ${describeError(error)}.`);
  }
  const name = unsupportedFunctions.find((name) =>
    new RegExp(String.raw`\$${name}\s*\(`).test(source),
  );
  if (name === undefined) return expression;
  const sentence = `the expression '${source}' of the field ${field} calls $${name}.`;
  throw new UnsupportedDefinition(`$${name}`, sentence);
}

const describeError = (error: unknown): string => {
  const { code, message } = Object(error);
  return [code, message].filter(Boolean).join(': ');
};

/** Returns plain JSON, as read from the store: JSONata adds marks to its arrays. */
function toPlainJson(value: unknown, field: string, subject: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  try {
    return JSON.parse(JSON.stringify(value, rejectFunctions));
  } catch {
    throw new EvaluationFailure(field, `${subject} returned an unsupported result type.`);
  }
}

function rejectFunctions(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('_jsonata_lambda' in value || '_jsonata_function' in value) throw new TypeError('function');
  return value;
}

/** A template whose value must have a given type; `type` is its name in JSON terms. */
export function compileTyped<Type>(
  value: unknown,
  field: string,
  type: string,
  accepts: (value: unknown) => value is Type,
): (bindings: Bindings) => Promise<Type> {
  const template = compile(value, field);
  const source = typeof value === 'string' ? value.slice(2, -2).trim() : '';
  return async (bindings) => {
    const result = await template(bindings);
    if (accepts(result)) return result;
    const found = result === null ? 'null' : Array.isArray(result) ? 'array' : typeof result;
    throw new EvaluationFailure(
      field,
      `The JSONata expression '${source}' specified for the field '${field}' returned an ` +
        `unexpected result type. Expected '${type}', but was '${found}' for value: ` +
        JSON.stringify(result),
    );
  };
}
