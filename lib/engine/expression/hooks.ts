import type { Budget } from './budget.ts';

/** JSONata's own keys of the two functions that it calls around each step of an evaluation. */
export const entryHook = Symbol.for('jsonata.__evaluate_entry');
export const exitHook = Symbol.for('jsonata.__evaluate_exit');

/** A node of JSONata's syntax tree. */
export type SyntaxNode = { readonly type?: unknown; readonly [name: string]: unknown };

/** The variables visible in a step; `base` is the outermost frame, one for each evaluation. */
export type Frame = {
  lookup(name: string | symbol): unknown;
  timestamp: Date;
  base: { RegexEngine: unknown };
};

/** The variable that carries the budget; with a space in it, no expression can name it. */
export const budgetVariable = 'the budget';

export const budgetOf = (frame: Frame): Budget => frame.lookup(budgetVariable) as Budget;
