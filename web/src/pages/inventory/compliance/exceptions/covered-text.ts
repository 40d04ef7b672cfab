import type {
  ExceptionScope,
  ExceptionView,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';

/** The names shown for the kinds of scopes in lists and filters. */
export const kindNames: Readonly<Record<ExceptionScope['kind'], string>> = {
  resource: 'A resource',
  tag: 'A tag',
  integration: 'An account',
};

type Covered = Pick<ExceptionView, 'scope' | 'alias'>;

/** The scope of an exception as text. */
export const coveredText = ({ scope, alias }: Covered): string => {
  switch (scope.kind) {
    case 'resource':
      return scope.resource;
    case 'tag':
      return `Resources with the tag ${scope.key} = ${scope.value}`;
    default:
      return `Everything in ${alias ?? 'a deleted account'}`;
  }
};
