import type { ReactNode } from 'react';
import type * as z from 'zod';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ChoiceFilter } from './choice-filter.tsx';
import { MultiChoiceFilter } from './multi-choice-filter.tsx';
import { SearchBox } from './search-box.tsx';

type ChoiceBy<Param extends string, Value extends string> = {
  param: Param;
  label: string;
  all: string;
  values: readonly Value[];
  labelOf?: (value: Value) => string;
};

/** A choice of one value of a parameter of the address, or of several if it takes a list. */
type ChoiceOf<U> = {
  [P in keyof U & string]-?: NonNullable<U[P]> extends string
    ? ChoiceBy<P, NonNullable<U[P]>> & { several?: false }
    : NonNullable<U[P]> extends readonly (infer Value extends string)[]
      ? ChoiceBy<P, Value> & { several: true }
      : never;
}[keyof U & string];

type AnyChoice = ChoiceBy<string, string> & { several?: boolean };

type Props<U> = {
  url: U;
  changeFilter: (patch: { [P in keyof U]?: U[P] | undefined }) => void;
  /** The text search; `rule` if the API's rule for it differs from that for names. */
  search?: { param: keyof U & string; label: string; rule?: z.ZodType };
  /** The page's own search control. */
  searchControl?: ReactNode;
  choices?: readonly ChoiceOf<U>[];
  /** Further filters. */
  children?: ReactNode;
};

/** The bar above a list: a search, choices, and further filters. */
export const FilterBar = <U extends Record<string, unknown>>(props: Props<U>) => {
  const { url, search, searchControl, choices = [], children } = props;
  const setParam = (param: string, value: string | readonly string[] | undefined) =>
    props.changeFilter({ [param]: value } as Parameters<typeof props.changeFilter>[0]);
  const textOf = (param: string) => url[param] as string | undefined;
  const listIn = (param: string) => (url[param] ?? []) as readonly string[];
  return (
    <SpaceBetween size="xs" direction="horizontal" alignItems="center">
      {search && (
        <SearchBox
          label={search.label}
          {...(search.rule && { rule: search.rule })}
          value={textOf(search.param)}
          onSearch={(text) => setParam(search.param, text)}
        />
      )}
      {searchControl}
      {(choices as readonly AnyChoice[]).map(({ param, several = false, ...choice }) =>
        several ? (
          <MultiChoiceFilter
            key={param}
            {...choice}
            chosen={listIn(param)}
            onChange={(chosen) => setParam(param, chosen.length > 0 ? chosen : undefined)}
          />
        ) : (
          <ChoiceFilter
            key={param}
            {...choice}
            value={textOf(param)}
            onChange={(value) => setParam(param, value)}
          />
        ),
      )}
      {children}
    </SpaceBetween>
  );
};
