import * as z from 'zod';
import { executableTypes } from '#lib/domain/actions/definition.schema.ts';
import { typeName } from '#lib/domain/integrations/integration.schema.ts';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';

/** The state of the list in the address. */
export const actionUrl = z.object({
  page: pageParam,
  itemCount: sizeParam,
  // All types by default: few types have actions, and a filter for one without would look as if
  // there were no actions at all.
  integrationType: typeName.optional().catch(undefined),
  type: choiceParam(executableTypes),
  approvalRequired: choiceParam(['true', 'false']),
  // All owners unless the address says `self`: decision 039.
  owner: choiceParam(['self']),
  search_action: textParam,
  selectedItem: textParam,
});
export type ActionUrl = z.output<typeof actionUrl>;
