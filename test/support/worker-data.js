// Loaded first in the processes that run tests. When one of them asks the runner's library for its
// worker data, the data is sent to all of them, and only then: one that is about to ask would miss
// it and wait forever. Data that arrives early is kept here until it is asked for.
const question = 'jest-light-runner-get-worker-data';

if (process.send && process.env.TINYPOOL_WORKER_ID !== undefined) {
  let early;
  const keep = (message) => {
    if (message?.type === 'jest-light-runner-worker-data') early = message;
  };
  // Not before the worker itself listens: until then Node keeps messages for the first listener.
  process.once('newListener', (event) => {
    if (event === 'message') process.on('message', keep);
  });
  const send = process.send.bind(process);
  process.send = (message, ...more) => {
    if (message !== question || !early) return send(message, ...more);
    return process.nextTick(() => process.emit('message', early));
  };
}
