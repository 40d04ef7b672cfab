import type { ExecutableType } from '#lib/domain/actions/definition.schema.ts';
import { agent } from './agent.ts';
import { aws } from './aws.ts';
import type { ActionRules } from './kind.ts';
import { python } from './python.ts';
import { rest } from './rest.ts';
import { sql } from './sql.ts';

/** The implementation of each kind of actions. */
export const actionKinds: { [Kind in ExecutableType]: ActionRules<Kind> } = {
  rest,
  aws,
  agent,
  python,
  sql,
};
