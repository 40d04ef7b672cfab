// Once a worker. It ends with its jest, also where a test file left a server or a timer behind.
process.once('disconnect', () => process.exit());
