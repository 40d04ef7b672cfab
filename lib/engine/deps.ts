import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { RunStart, StartResult } from '#lib/domain/executions/runs/start.service.ts';
import type { TaskReport } from '#lib/domain/executions/runs/task-report.service.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Bus } from '#lib/ports/bus.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Mail } from '#lib/ports/mail.ts';
import type { Models } from '#lib/ports/model.ts';
import type { Python } from '#lib/ports/python.ts';
import type { Queries } from '#lib/ports/queries.ts';
import type { Realtime } from '#lib/ports/realtime.ts';
import type { LongTask, LongTasks } from '#lib/ports/tasks.ts';
import type { TalkDeps } from './integrations/talk.ts';
import type { TokenCache } from './integrations/tokens.ts';
import type { OutgoingAnswer, OutgoingRequest } from './outgoing/request.ts';
import type { FindOwnAction } from './own-actions.ts';

/** The dependencies of the engine, provided by a composition root. */
export type EngineDeps = TalkDeps & {
  db: Database;
  files: Files;
  realtime: Realtime;
  /** Receives the fact that a run has ended. */
  bus: Bus;
  outgoing: (request: OutgoingRequest) => Promise<OutgoingAnswer>;
  mail: Mail;
  python: Python;
  /** Queries of the inventory, from its last scans or live. */
  queries: Queries;
  models: Models;
  /** The opened integration of a tenant; undefined where the tenant has none with this id. */
  integration: (tenantId: string, id: string) => Promise<OpenedIntegration | undefined>;
  /** Calls of AWS, each in a session that permits only that call. */
  aws: CallAws;
  ownAction: FindOwnAction;
  /** Starts a run of a bot for an agent of another run; the same id starts only one run. */
  startRun: (bot: Bot, start: RunStart) => Promise<StartResult>;
  /** Tokens issued to integrations, until they expire. */
  tokens: TokenCache;
  /** Ends a long task whose time is over. Returns its outcome, if known. */
  endLate?: (task: LongTask) => Promise<TaskReport | undefined>;
  clock: Clock;
  log: Log;
  /** The address of the console; expressions read it as `$site`. */
  site: { url: string };
};

/** The dependencies of asking people. */
export type PauseDeps = Pick<EngineDeps, 'db' | 'files' | 'realtime' | 'clock' | 'log' | 'site'> & {
  mail: Mail;
  /** Takes long tasks; absent where there are none. */
  tasks?: LongTasks;
  /** Ends a pause by its task token (`Runner.resume`). */
  resume: (token: string) => Promise<unknown>;
};
