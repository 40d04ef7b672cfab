export const resolverText = ({ name, id }: { name: string; id: string }): string =>
  `${name} (${id})`;
