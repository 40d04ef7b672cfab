// Runs once per worker: it ends with its Jest, even if a test file left a server or a timer.
process.once('disconnect', () => process.exit());
