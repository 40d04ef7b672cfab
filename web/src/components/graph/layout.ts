import type { Graph } from '#lib/domain/bots/bot.schema.ts';
// The bundler provides the default export.
// oxlint-disable-next-line import/default
import ArrangeWorker from './arrange-worker.ts?worker';
import { arrange, type NodePositions, type Sketch } from './arrange.ts';
import { sketchOf, tidyPositions, withNotes } from './tidy.ts';

/** From this number of nodes on, the layout would block the page. */
const workerThreshold = 200;

const arrangeInWorker = (sketch: Sketch): Promise<NodePositions> =>
  new Promise((resolve, reject) => {
    const worker = new ArrangeWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<NodePositions>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      reject(new Error(message));
    });
    worker.postMessage(sketch);
  });

/** The same as `tidyPositions`; a large graph is laid out in a worker if possible. */
export const tidyInWorker = async (graph: Graph): Promise<NodePositions> => {
  if (graph.nodes.length <= workerThreshold) return tidyPositions(graph);
  const sketch = sketchOf(graph);
  const positions = await arrangeInWorker(sketch).catch(() => arrange(sketch));
  return withNotes(graph, positions);
};
