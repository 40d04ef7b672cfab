/**
 * Resolves a template's references: to a resource or parameter, or to one of its attributes. A
 * condition that holds resolves to `true`.
 */
export type Bindings = (logicalId: string, attribute?: string) => string;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A template's value as CloudFormation resolves it, with the functions that our template uses. */
export const resolveValue = (value: unknown, bind: Bindings): unknown => {
  const resolve = (inner: unknown): unknown => resolveValue(inner, bind);
  const textOf = (inner: unknown): string => String(resolve(inner));
  if (Array.isArray(value)) return value.map(resolve);
  if (!isObject(value)) return value;
  const [name = '', argument] = Object.entries(value)[0] ?? [];
  const [first, second, third] = listOf(argument);
  switch (name) {
    case 'Ref':
      return bind(String(argument));
    case 'Fn::GetAtt':
      return bind(String(first), String(second));
    case 'Fn::Join':
      return listOf(resolve(second)).join(String(first));
    case 'Fn::If':
      return resolve(bind(String(first)) === 'true' ? second : third);
    case 'Fn::Equals':
      return resolve(first) === resolve(second);
    case 'Fn::Not':
      return resolve(first) !== true;
    case 'Fn::And':
      return listOf(argument).every((inner) => resolve(inner) === true);
    case 'Fn::Or':
      return listOf(argument).some((inner) => resolve(inner) === true);
    case 'Fn::Split':
      return textOf(second).split(String(first));
    case 'Fn::Select':
      return listOf(resolve(second))[Number(first)];
    default:
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  }
};
