import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { textParam, useUrlState } from '#web/components/use-url-state.ts';

const urlState = z.object({ node: textParam });

/** Selects the node that the address names (`node=`), also when the address changes later. */
export const useNodeFromUrl = ({ nodes }: Graph, select: (nodeId: string) => void): void => {
  const [{ node: requestedId }] = useUrlState(urlState);
  const selectKnown = useEffectEvent((nodeId: string | undefined) => {
    if (nodeId !== undefined && nodes.some(({ id }) => id === nodeId)) select(nodeId);
  });
  useEffect(() => selectKnown(requestedId), [requestedId]);
};
