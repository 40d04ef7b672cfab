import * as z from 'zod';
import {
  conditionModes,
  ruleMatches,
  valueTypes,
} from '#lib/domain/bots/nodes/condition.schema.ts';
import { Unreadable } from './condition/readers.ts';
import { type Rule, verdictOf } from './condition/verdict.ts';
import { type Done, type Failed, failed, type NodeRules } from './node.ts';

/** The settings once their expressions are evaluated. */
const asked = z.object({
  mode: z.enum(conditionModes),
  expression: z.unknown().optional(),
  match: z.enum(ruleMatches).default('all'),
  rules: z
    .array(
      z.object({
        value: z.unknown().optional(),
        type: z.enum(valueTypes),
        operator: z.string(),
        compare: z.unknown().optional(),
      }),
    )
    .default([]),
});

const way = (result: boolean, rules?: boolean[]): Done => ({
  type: 'done',
  output: { result, ...(rules && { rules }) },
  handle: result ? 'yes' : 'no',
});

/** Every rule is judged, so that a run shows all verdicts and not only the first that decides. */
const verdictsOf = (rules: readonly Rule[], now: number): boolean[] | Failed => {
  const verdicts: boolean[] = [];
  for (const [index, rule] of rules.entries()) {
    try {
      verdicts.push(verdictOf(rule, now));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return failed(`Rule ${index + 1} cannot be judged: ${error.message}`);
    }
  }
  return verdicts;
};

/** Of an expression only `true` goes on at yes: a text or a list is no answer. */
export const condition: NodeRules = {
  begin({ settings, now }) {
    const { mode, expression, match, rules } = asked.parse(settings);
    if (mode === 'expression') return way(expression === true);
    const verdicts = verdictsOf(rules, now);
    if (!Array.isArray(verdicts)) return verdicts;
    return way(match === 'all' ? verdicts.every(Boolean) : verdicts.some(Boolean), verdicts);
  },
};
