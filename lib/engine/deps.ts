import type { CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import type { Bot } from '#lib/domain/bots/bot.schema.ts';
import type { RunStart, Started } from '#lib/domain/executions/runs/start.service.ts';
import type { TaskReport } from '#lib/domain/executions/runs/task.service.ts';
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
import type { TokenMemory } from './integrations/tokens.ts';
import type { OutgoingAnswer, OutgoingRequest } from './outgoing/request.ts';
import type { FindOwnAction } from './own-actions.ts';

/** What the engine works with; a composition root gives it. */
export type EngineDeps = TalkDeps & {
  db: Database;
  files: Files;
  realtime: Realtime;
  /** Takes the fact that a run has ended. */
  bus: Bus;
  outgoing: (request: OutgoingRequest) => Promise<OutgoingAnswer>;
  mail: Mail;
  python: Python;
  /** The last scans of the inventory. */
  queries: Queries;
  models: Models;
  /** The opened integration of a tenant; undefined where that tenant has none by this id. */
  integration: (tenantId: string, id: string) => Promise<OpenedIntegration | undefined>;
  /** Calls of AWS, each by a session that may do nothing else. */
  aws: CallAws;
  ownAction: FindOwnAction;
  /** Starts a run of a bot, for an agent of another run; the same id starts one run. */
  startRun: (bot: Bot, start: RunStart) => Promise<Started>;
  /** Tokens that integrations were given, until they end. */
  tokens: TokenMemory;
  /** Ends a long task whose time is over: what it came to, where somebody knows. */
  endLate?: (task: LongTask) => Promise<TaskReport | undefined>;
  clock: Clock;
  log: Log;
  /** Where people reach the console; what expressions read as `$site`. */
  site: { url: string };
};

/** What asking people needs besides. */
export type PauseDeps = Pick<EngineDeps, 'db' | 'files' | 'realtime' | 'clock' | 'log' | 'site'> & {
  mail: Mail;
  /** Takes long work. */
  tasks?: LongTasks;
  /** Ends a pause by its task token (`Runner.resume`). */
  resume: (token: string) => Promise<unknown>;
};
