/** The loop iteration in which a bot asks: `Each host, iteration 2`; undefined outside of loops. */
export const turnText = (
  loop: { loop_start: string; current_iterator: number } | undefined,
): string | undefined => loop && `${loop.loop_start}, iteration ${loop.current_iterator + 1}`;
