// Loaded first in the processes that run tests. Once one of them asks the runner's library for what
// it works with, all of them are sent it, and no other time: one that is about to ask would miss it
// and wait for ever. What comes too early is kept here until it is asked for.
const question = 'jest-light-runner-get-worker-data';

if (process.send && process.env.TINYPOOL_WORKER_ID !== undefined) {
  let early;
  const keep = (message) => {
    if (message?.type === 'jest-light-runner-worker-data') early = message;
  };
  // Not before the worker listens itself: what comes until then is kept by Node, for the first one.
  process.once('newListener', (event) => {
    if (event === 'message') process.on('message', keep);
  });
  const send = process.send.bind(process);
  process.send = (message, ...more) => {
    if (message !== question || !early) return send(message, ...more);
    return process.nextTick(() => process.emit('message', early));
  };
}
