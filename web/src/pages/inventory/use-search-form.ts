import { useState } from 'react';
import { inventoryTypeOf } from '#lib/domain/inventory/resources/resource-name.rules.ts';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { problemsOf } from '#lib/domain/inventory/search/query.rules.ts';
import { type Rule, searchRule } from '#lib/domain/inventory/search/query.schema.ts';
import type { RefusalDetail } from '#lib/kernel/refusal.ts';
import {
  depthOf,
  type DraftGroup,
  draftOf,
  isEmptyRule,
  maxQueryLength,
  maxShownDepth,
  newGroup,
  queryIn,
  ruleOf,
  tooLongText,
} from './query-draft.ts';

/** The state of the form. */
type Form = {
  integrationType: string | undefined;
  resourceType: string | undefined;
  /** Limits the search to these; empty means all of the type. */
  integrationIds: readonly string[];
  draft: DraftGroup;
  /** The rules as JSON; undefined while the builder shows them. */
  json: Rule | undefined;
  /** Whether a search was attempted: before that no errors are shown. */
  tried: boolean;
};

/** The form's state in the address: the query as JSON, or only the integration type. */
type Address = { text: string | undefined; kind?: string | undefined };

const formOf = ({ text, kind }: Address): Form => {
  const query = queryIn(text);
  const match = query?.match;
  const isDeep = match !== undefined && depthOf(match) > maxShownDepth;
  return {
    integrationType: query ? inventoryTypeOf(query.resource_type) : kind,
    resourceType: query?.resource_type,
    integrationIds: query?.integration_ids ?? [],
    draft: isDeep ? newGroup() : draftOf(match),
    json: isDeep ? match : undefined,
    tried: false,
  };
};

/** The problems of these rules: in relation to their columns, or in their structure. */
const ruleProblemsOf = (
  match: Rule | undefined,
  columns: readonly ResourceColumn[],
): RefusalDetail[] => {
  if (!match) return [];
  const problems = problemsOf(match, columns, []);
  const [issue] = searchRule.safeParse(match).error?.issues ?? [];
  return problems.length === 0 && issue ? [{ msg: issue.message, loc: [] }] : problems;
};

/**
 * The form above the resources. It follows the address, for example when a user goes back or opens
 * a link; `search` is called with the query for the address.
 */
export const useSearchForm = (
  address: Address,
  columns: readonly ResourceColumn[] | undefined,
  search: (query: string) => void,
) => {
  const { text, kind } = address;
  const [previousAddress, setPreviousAddress] = useState(address);
  const [form, setForm] = useState(() => formOf(address));
  const { resourceType, integrationIds, draft, json } = form;
  const match = json ? (isEmptyRule(json) ? undefined : json) : ruleOf(draft, columns ?? []);
  const integrationFilter = integrationIds.length > 0 && { integration_ids: integrationIds };
  const queryText =
    resourceType && JSON.stringify({ resource_type: resourceType, match, ...integrationFilter });
  if (previousAddress.text !== text || previousAddress.kind !== kind) {
    setPreviousAddress(address);
    if (text !== queryText || text === undefined) setForm(formOf(address));
  }
  const change = (patch: Partial<Form>) => setForm((previous) => ({ ...previous, ...patch }));
  const problemsNow = (): RefusalDetail[] =>
    queryText !== undefined && queryText !== '' && queryText.length > maxQueryLength
      ? [{ msg: `${tooLongText} Remove rules or values.`, loc: [] }]
      : ruleProblemsOf(match, columns ?? []);
  const problems = form.tried && columns ? problemsNow() : [];
  /** Returns whether the rules are valid; from now on errors are shown. */
  const check = (): boolean => {
    change({ tried: true });
    return columns !== undefined && problemsNow().length === 0;
  };
  return {
    ...form,
    match,
    problems,
    change,
    /** The query of the form; undefined until a type is chosen. */
    queryText,
    check,
    submit: () => {
      if (!check() || !queryText) return;
      // A rule that is added afterwards shows no errors before the next attempt.
      change({ tried: false });
      search(queryText);
    },
    /** The rules of another type have other columns. */
    chooseType: (integrationType: string | undefined) =>
      change(formOf({ text: undefined, kind: integrationType })),
    chooseResource: (type: string | undefined) =>
      change({ resourceType: type, draft: newGroup(), json: undefined, tried: false }),
    /** Why the builder cannot show the rules. */
    tooDeep:
      json && depthOf(json) > maxShownDepth
        ? 'These rules are nested deeper than the builder shows.'
        : undefined,
    writeJson: () => change({ json: match ?? { all: [] } }),
    build: () => change({ json: undefined, draft: draftOf(json) }),
  };
};

export type SearchForm = ReturnType<typeof useSearchForm>;
