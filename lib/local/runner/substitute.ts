/**
 * Replaces `${Name}` by values, as CloudFormation's DefinitionSubstitutions does; throws if a name
 * has no value.
 */
export function substitute(definition: object, values: Record<string, string>): object {
  const text = JSON.stringify(definition);
  return JSON.parse(
    text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value !== undefined) return JSON.stringify(value).slice(1, -1);
      throw new Error(`The definition names \${${name}}, and no value for it was given.`);
    }),
  );
}
