const KB = 1024;
const MB = 1024 * KB;

/** Every limit of the product, the same on AWS and embedded. Bytes and milliseconds. */
export const limits = {
  webhookBody: 4 * MB,
  apiBody: 1 * MB,
  /** An answer as it travels (`answer-size.ts`), a little below the 6 MB that AWS carries. */
  answer: 6_000_000,
  headers: 16 * KB,
  headersTimeout: 10_000,
  /** Of a connection without a request: proxies keep theirs for 60 s, and reuse it until then. */
  keepAliveTimeout: 75_000,
  bodyTimeout: 30_000,
  jsonDepth: 64,
  /** Keys and values of one JSON text that somebody sends: parsing them takes about 50 ms. */
  jsonValues: 100_000,
  /** The same of the result of an agent that a job waits for: 3 MiB of a cluster's objects. */
  agentResultValues: 500_000,
  /** Characters that say why long work of a node failed. */
  taskError: 2000,
  pageSize: 100,
  listenerPageSize: 1000,
  /** Items that the filter of a list passes over for one page. */
  passedOver: 300,
  /** Items of others that are passed over to find what somebody is told. */
  passedOverTold: 900,
  /** Values of a filter of a list. */
  valuesPerFilter: 100,
  /** Items before a page that is asked for by its number. */
  walked: 10_000,
  nodesPerBot: 1000,
  arrowsPerBot: 2000,
  expressionsPerBot: 5000,
  /** What reading or checking a bot may take of a server that many share: megabytes and ms. */
  botAside: { memory: 100, time: 30_000 },
  /** ALLOW and DENY together, and the resource types that they stand under. */
  rowsPerRole: 1000,
  inlineResult: 32 * KB,
  inlineResultsPerRun: 128 * KB,
  runData: 50 * MB,
  /** What is read of the answers to the forms of a run, to show them together. */
  formsShown: 2 * MB,
  /** Letters that the values of one action put into what it sends. */
  actionSent: 1 * MB,
  httpAnswer: 1 * MB,
  httpConnect: 5_000,
  httpTotal: 30_000,
  /** A test of a connection, with all its calls; and after how long it counts as lost. */
  connectionTest: 25_000,
  connectionTestLost: 90_000,
  httpRedirects: 5,
  /**
   * One call of a model: bytes of its answer, all of its time, and a pause in between. A function
   * of the engine runs 15 minutes: a segment of ten, the 90 s of an agent, and one answer fit.
   */
  modelAnswer: 4 * MB,
  modelTurn: 3 * 60_000,
  modelSilence: 120_000,
  /** What a model is told of the data of a run. */
  modelData: 32 * KB,
  /** All pages of one request node together. */
  httpPages: 4 * 60_000,
  pythonTime: 10_000,
  pythonInputs: 4 * MB,
  pythonMemory: 512 * MB,
  pythonResult: 256 * KB,
  /** Calls of integrations that the code of one action makes. */
  clientCalls: 20,
  /** Of what Python code prints. */
  pythonPrinted: 64 * KB,
  expression: 500,
  /** Characters of SQL that somebody writes. */
  sqlLength: 20_000,
  /** One query over an inventory, and the characters of its answer. */
  sql: { time: 10_000, answer: 50 * MB },
  /** Queries of one organisation that wait for those before them. */
  sqlWaiting: 100,
  /** A query with reading its tables, in a run; and where a person waits for its answer. */
  inventoryQuery: 120_000,
  inventoryPreview: 25_000,
  /** What one live query reads of accounts before it is asked: all of its time, and its text. */
  liveQuery: { time: 90_000, text: 50 * MB },
  /** Failed sign-ins or API keys of an address, and against one key, within a minute. */
  failures: 10,
  apiKeysPerUser: 50,
  /** Mails to strangers that the people of one organisation may cause within an hour. */
  mailsPerHour: { invitations: 100, requests: 10 },
  /** Characters of one thing that the audit trail keeps of what was sent. */
  evidence: 4000,
  /** After so many failures a fact is given up. */
  factTries: 5,
  listenerRate: 500,
  listenerBurst: 1000,
  /** A new event may have to wait so long for those before it; more are refused for now (429). */
  listenerBacklog: 5_000,
  segment: 10 * 60_000,
  /** Parallels and loops inside of each other. */
  laneDepth: 5,
  /** Lanes that one map of a state machine hands out. */
  lanesPerFork: 1000,
  /**
   * Lanes of a node that the machine of the lane around hands out itself, at about 10 events each:
   * those of more have a machine between. One with many such nodes would pass 25,000 events.
   */
  lanesAtHand: 100,
  /** The same of all nodes of one lane together; a turn of a `while` counts as two. */
  lanesAtHandInAll: 1000,
  /** Waits of lanes that a run shows. */
  waitsShown: 100,
  /** Tables of one scan that are read side by side, on AWS by a process each. */
  tablesAtOnce: 8,
  longestRetryWait: 3600_000,
  runDeadline: 24 * 3600_000,
  /** Days that ended runs are kept at most: a year, and a month to compare it with. */
  retentionDays: 400,
} as const;
