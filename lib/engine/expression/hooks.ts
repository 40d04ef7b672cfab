import type { Budget } from './budget.ts';

/** JSONata's own names of the two functions that it calls around each step of an evaluation. */
export const entryHook = Symbol.for('jsonata.__evaluate_entry');
export const exitHook = Symbol.for('jsonata.__evaluate_exit');

/** A node of JSONata's syntax tree. */
export type SyntaxNode = { readonly type?: unknown; readonly [name: string]: unknown };

/** The variables in sight of a step; `base` is the outermost frame, one an evaluation. */
export type Frame = {
  lookup(name: string | symbol): unknown;
  timestamp: Date;
  base: { RegexEngine: unknown };
};

/** Under which the budget travels through JSONata. It holds a blank: no expression can spell it. */
export const budgetVariable = 'the budget';

export const budgetOf = (frame: Frame): Budget => frame.lookup(budgetVariable) as Budget;
