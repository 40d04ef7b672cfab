import type { ReactNode } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Choice } from './choice.tsx';
import { SearchBox } from './search-box.tsx';

/** One of a few values of a parameter of the address. */
type ChoiceOf<U> = {
  [P in keyof U & string]-?: NonNullable<U[P]> extends string
    ? {
        param: P;
        label: string;
        all: string;
        values: readonly NonNullable<U[P]>[];
        labelOf?: (value: NonNullable<U[P]>) => string;
      }
    : never;
}[keyof U & string];

type AnyChoice = {
  param: string;
  label: string;
  all: string;
  values: readonly string[];
  labelOf?: (value: string) => string;
};

type Props<U> = {
  url: U;
  narrow: (patch: { [P in keyof U]?: U[P] | undefined }) => void;
  search?: { param: keyof U & string; label: string };
  /** A search of the page's own. */
  before?: ReactNode;
  choices?: readonly ChoiceOf<U>[];
  /** What else narrows the list. */
  children?: ReactNode;
};

/** Above a list: a search, choices, and whatever else it is narrowed by. */
export const FilterBar = <U extends Record<string, unknown>>(props: Props<U>) => {
  const { url, search, before, choices = [], children } = props;
  const narrow = (param: string, value: string | undefined) =>
    props.narrow({ [param]: value } as Parameters<typeof props.narrow>[0]);
  const textOf = (param: string) => url[param] as string | undefined;
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      {search && (
        <SearchBox
          label={search.label}
          value={textOf(search.param)}
          onSearch={(text) => narrow(search.param, text)}
        />
      )}
      {before}
      {(choices as readonly AnyChoice[]).map(({ param, ...choice }) => (
        <Choice
          key={param}
          {...choice}
          value={textOf(param)}
          onChange={(value) => narrow(param, value)}
        />
      ))}
      {children}
    </SpaceBetween>
  );
};
