import type { NodeRules } from './node.ts';

/** Only `true` goes on at yes: a text or a list is no answer. */
export const condition: NodeRules = {
  begin({ settings }) {
    const result = settings.expression === true;
    return { type: 'done', output: { result }, handle: result ? 'yes' : 'no' };
  },
};
