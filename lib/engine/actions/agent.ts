import { valuesOf, withValues } from '#lib/domain/actions/action-call.rules.ts';
import { factsOfWork } from '#lib/domain/agents/jobs/work.schema.ts';
import { failedForGood } from '../nodes/node.ts';
import type { ActionRules } from './kind.ts';

/** A value without its undefined members. */
const withoutUndefined = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Work that an agent of the integration does; the run waits for it as for a long task. */
export const agent: ActionRules<'agent'> = {
  plan({ action, input, integration }) {
    const values = valuesOf(action.parameters_definition, input);
    if (typeof values === 'string') return values;
    const { kind } = action.call;
    const filled = withValues(values, ({ json }) => ({
      args: withoutUndefined(json(action.call.args)) as Record<string, unknown>,
      name: json(action.call.agent),
    }));
    if (typeof filled === 'string') return filled;
    const { args, name } = filled;
    const { readOnly, idempotent } = factsOfWork(kind, args);
    return {
      would: `have an agent do ${kind}`,
      details: { kind, args },
      onlyReads: readOnly,
      job: {
        integration_id: integration.id ?? '',
        ...(typeof name === 'string' && { agent: name }),
        kind,
        args,
        idempotent,
      },
    };
  },

  perform: async () =>
    failedForGood('This action is carried out by an agent: only a run can do it.'),
};
