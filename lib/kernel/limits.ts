const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the product, the same on AWS and embedded. In bytes and milliseconds. */
export const limits = {
  webhookBody: 4 * MB,
  apiBody: 1 * MB,
  /** A response as transmitted (`response-size.ts`), a little below the 6 MB that AWS carries. */
  answer: 6_000_000,
  headers: 16 * KB,
  headersTimeout: 10_000,
  /** Of an idle connection: proxies keep theirs open for 60 s, and may reuse it until then. */
  keepAliveTimeout: 75_000,
  bodyTimeout: 30_000,
  jsonDepth: 64,
  /** Keys and values of one JSON text in a request: parsing this many takes about 50 ms. */
  jsonValues: 100_000,
  /** The same for an agent's result that a job waits for: 3 MiB of a cluster's objects. */
  agentResultValues: 500_000,
  /** Characters of the error of a node's long task. */
  taskError: 2000,
  pageSize: 100,
  listenerPageSize: 1000,
  /** Items that a list's filter may skip for one page. */
  passedOver: 300,
  /** Items that may be skipped while looking for those that a user is notified of. */
  passedOverTold: 900,
  /** Values of one filter of a list. */
  valuesPerFilter: 100,
  /** Items before a page that is requested by its number. */
  walked: 10_000,
  nodesPerBot: 1000,
  arrowsPerBot: 2000,
  expressionsPerBot: 5000,
  /** What reading or checking a bot may take of a shared server, in megabytes and milliseconds. */
  botAside: { memory: 100, time: 30_000 },
  /** Counts ALLOW and DENY together, and the resource types that they are listed under. */
  rowsPerRole: 1000,
  inlineResult: 32 * KB,
  inlineResultsPerRun: 128 * KB,
  runData: 50 * MB,
  /** Bytes read of the submitted forms of a run, to show them together. */
  formsShown: 2 * MB,
  /** Characters that the values of one action may put into its request. */
  actionSent: 1 * MB,
  httpAnswer: 1 * MB,
  httpConnect: 5_000,
  httpTotal: 30_000,
  /** The time of a connection test with all its calls, and after how long it counts as lost. */
  connectionTest: 25_000,
  connectionTestLost: 90_000,
  httpRedirects: 5,
  /**
   * One call of a model: the bytes of its answer, its total time, and the longest silence in it. A
   * function of the engine may run for 15 minutes: enough for a segment of ten minutes, the 90 s of
   * an agent and one answer.
   */
  modelAnswer: 4 * MB,
  modelTurn: 3 * 60_000,
  modelSilence: 120_000,
  /** How much of a run's data a model is given. */
  modelData: 32 * KB,
  /** The time of all pages of one request node together. */
  httpPages: 4 * 60_000,
  pythonTime: 10_000,
  pythonInputs: 4 * MB,
  pythonMemory: 512 * MB,
  pythonResult: 256 * KB,
  /** Calls of integrations that the code of one action may make. */
  clientCalls: 20,
  /** Output of Python code that is kept. */
  pythonPrinted: 64 * KB,
  expression: 500,
  /** Characters of a user's SQL. */
  sqlLength: 20_000,
  /** One query of an inventory: its time, and the characters of its result. */
  sql: { time: 10_000, answer: 50 * MB },
  /** Queries of one organisation that may wait their turn. */
  sqlWaiting: 100,
  /** A query including reading its tables: in a run, and where a user waits for the result. */
  inventoryQuery: 120_000,
  inventoryPreview: 25_000,
  /** What one live query reads from accounts before it runs: its total time, and its characters. */
  liveQuery: { time: 90_000, text: 50 * MB },
  /** Failed sign-ins or API keys per minute, of one address and against one account or key. */
  failures: 10,
  apiKeysPerUser: 50,
  /** Mails to addresses outside the organisation that its users may cause per hour. */
  mailsPerHour: { invitations: 100, requests: 10 },
  /** Characters of one value of the input that the audit trail keeps. */
  evidence: 4000,
  /** A fact is given up after so many failed attempts. */
  factTries: 5,
  listenerRate: 500,
  listenerBurst: 1000,
  /** How long a new event may have to wait for earlier ones; more are rejected with 429. */
  listenerBacklog: 5_000,
  segment: 10 * 60_000,
  /** How deeply parallels and loops may be nested. */
  laneDepth: 5,
  /** Lanes that one map state of a state machine starts. */
  lanesPerFork: 1000,
  /**
   * Lanes of a node that the surrounding lane's machine starts itself, at about 10 history events
   * each; more are started by a machine in between. Several such nodes could otherwise exceed the
   * 25,000 events of an execution.
   */
  lanesAtHand: 100,
  /** The same for all nodes of one lane together; a turn of a `while` counts as two. */
  lanesAtHandInAll: 1000,
  /** Waits of lanes that are shown for a run. */
  waitsShown: 100,
  /** Tables of one scan that are read in parallel, on AWS in a process each. */
  tablesAtOnce: 8,
  longestRetryWait: 3600_000,
  runDeadline: 24 * 3600_000,
  /** The most days that ended runs are kept: a year, and one more month for comparison. */
  retentionDays: 400,
} as const;
