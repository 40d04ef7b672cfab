import { useState } from 'react';
import { integrationTypeOf } from '#lib/domain/inventory/resources/resource-name.rules.ts';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { problemsOf } from '#lib/domain/inventory/search/query.rules.ts';
import { type Rule, searchRule } from '#lib/domain/inventory/search/query.schema.ts';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import {
  type DraftGroup,
  draftOf,
  isNoRule,
  levelsOf,
  longestQuery,
  mostShown,
  newGroup,
  queryIn,
  ruleOf,
  tooLong,
} from './query-draft.ts';

/** What is chosen and written in the form. */
type Form = {
  integrationType: string | undefined;
  resourceType: string | undefined;
  /** Only what these have; none means all of the type. */
  integrationIds: readonly string[];
  draft: DraftGroup;
  /** The rules as JSON; absent while the builder shows them. */
  json: Rule | undefined;
  /** Whether somebody tried to search: before that nothing is called wrong. */
  tried: boolean;
};

/** What the address says: the query as JSON, or the kind of integrations alone. */
type Address = { text: string | undefined; kind?: string | undefined };

const formOf = ({ text, kind }: Address): Form => {
  const query = queryIn(text);
  const match = query?.match;
  const isDeep = match !== undefined && levelsOf(match) > mostShown;
  return {
    integrationType: query ? integrationTypeOf(query.resource_type) : kind,
    resourceType: query?.resource_type,
    integrationIds: query?.integration_ids ?? [],
    draft: isDeep ? newGroup() : draftOf(match),
    json: isDeep ? match : undefined,
    tried: false,
  };
};

/** Why these rules cannot be asked: what their columns allow, or their shape as a whole. */
const problemsWith = (
  match: Rule | undefined,
  columns: readonly ResourceColumn[],
): RefusalDetail[] => {
  if (!match) return [];
  const problems = problemsOf(match, columns, []);
  const [issue] = searchRule.safeParse(match).error?.issues ?? [];
  return problems.length === 0 && issue ? [{ msg: issue.message, loc: [] }] : problems;
};

/**
 * The form above the resources. It follows the address, where somebody goes back or opens a link;
 * `search` is told the query as the address has it.
 */
export const useSearchForm = (
  address: Address,
  columns: readonly ResourceColumn[] | undefined,
  search: (query: string) => void,
) => {
  const { text, kind } = address;
  const [known, setKnown] = useState(address);
  const [form, setForm] = useState(() => formOf(address));
  const { resourceType, integrationIds, draft, json } = form;
  const match = json ? (isNoRule(json) ? undefined : json) : ruleOf(draft, columns ?? []);
  const only = integrationIds.length > 0 && { integration_ids: integrationIds };
  const asked = resourceType && JSON.stringify({ resource_type: resourceType, match, ...only });
  if (known.text !== text || known.kind !== kind) {
    setKnown(address);
    if (text !== asked || text === undefined) setForm(formOf(address));
  }
  const change = (patch: Partial<Form>) => setForm((before) => ({ ...before, ...patch }));
  const problemsNow = (): RefusalDetail[] =>
    asked !== undefined && asked !== '' && asked.length > longestQuery
      ? [{ msg: `${tooLong} Take rules or values away.`, loc: [] }]
      : problemsWith(match, columns ?? []);
  const problems = form.tried && columns ? problemsNow() : [];
  /** Whether the rules can be asked; from here on what is wrong with them is shown. */
  const check = (): boolean => {
    change({ tried: true });
    return columns !== undefined && problemsNow().length === 0;
  };
  return {
    ...form,
    match,
    problems,
    change,
    /** What would be searched; nothing until a type is chosen. */
    asked,
    check,
    submit: () => {
      if (!check() || !asked) return;
      // A rule that is added to what was searched is not wrong before the next try.
      change({ tried: false });
      search(asked);
    },
    /** Rules of another type name other columns. */
    chooseType: (integrationType: string | undefined) =>
      change(formOf({ text: undefined, kind: integrationType })),
    chooseResource: (type: string | undefined) =>
      change({ resourceType: type, draft: newGroup(), json: undefined, tried: false }),
    /** Why the builder cannot show the rules. */
    tooDeep:
      json && levelsOf(json) > mostShown
        ? 'These rules are nested deeper than the builder shows.'
        : undefined,
    writeJson: () => change({ json: match ?? { all: [] } }),
    build: () => change({ json: undefined, draft: draftOf(json) }),
  };
};

export type SearchForm = ReturnType<typeof useSearchForm>;
