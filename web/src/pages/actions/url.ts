import * as z from 'zod';
import { executableTypes } from '#lib/domain/actions/definition.schema.ts';
import { typeName } from '#lib/domain/integrations/integration.schema.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';

/** What the address of the list says. */
export const actionUrl = z.object({
  page: pageParam,
  itemCount: sizeParam,
  // All of them unless the address names one: few types have actions, and a list that begins with
  // one that has none would look as if there were no actions.
  integrationType: typeName.optional().catch(undefined),
  type: choiceParam(executableTypes),
  approvalRequired: choiceParam(['true', 'false']),
  // All of them unless the address says `self`: decision 039.
  owner: choiceParam(['self']),
  search_action: textParam,
  selectedItem: textParam,
});
export type ActionUrl = z.output<typeof actionUrl>;
