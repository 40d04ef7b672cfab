/** Sort orders of bots; a minus sign means descending. */
export const botSorts = [
  'importance',
  '-importance',
  'name',
  '-name',
  'status',
  '-status',
  'category',
  '-category',
  'trigger_type',
  '-trigger_type',
  'run_at',
  '-run_at',
  'updated_at',
  '-updated_at',
] as const;
export type BotSort = (typeof botSorts)[number];
