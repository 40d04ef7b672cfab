import * as z from 'zod';
import {
  conditionModes,
  ruleMatches,
  valueTypes,
} from '#lib/domain/bots/nodes/condition.schema.ts';
import { Unreadable } from './condition/readers.ts';
import { type Rule, verdictOf } from './condition/verdict.ts';
import { type Done, type Failed, failed, type NodeRules } from './node.ts';

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
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

const outcomeOf = (result: boolean, details: { rules?: boolean[]; note?: string } = {}): Done => ({
  type: 'done',
  output: { result, ...details },
  handle: result ? 'yes' : 'no',
});

const maxShownLength = 100;

/** A note on a value that is neither true nor false, so that its "no" is not read as a verdict. */
const noteOn = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  const excerpt = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
  return `The expression yielded ${excerpt}, neither true nor false, so the run took "no".`;
};

/** All rules are evaluated, so that a run shows every verdict, not only the deciding one. */
const verdictsOf = (rules: readonly Rule[], now: number): boolean[] | Failed => {
  const verdicts: boolean[] = [];
  for (const [index, rule] of rules.entries()) {
    try {
      verdicts.push(verdictOf(rule, now));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return failed(`Rule ${index + 1} cannot be evaluated: ${error.message}`);
    }
  }
  return verdicts;
};

/** An expression continues at yes only for `true`: a text or a list does not count. */
export const condition: NodeRules = {
  begin({ settings, now }) {
    const { mode, expression, match, rules } = evaluatedSettings.parse(settings);
    if (mode === 'expression') {
      const isVerdict = typeof expression === 'boolean';
      return outcomeOf(expression === true, isVerdict ? {} : { note: noteOn(expression) });
    }
    const verdicts = verdictsOf(rules, now);
    if (!Array.isArray(verdicts)) return verdicts;
    return outcomeOf(match === 'all' ? verdicts.every(Boolean) : verdicts.some(Boolean), {
      rules: verdicts,
    });
  },
};
