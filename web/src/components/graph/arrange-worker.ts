import { arrange, type Sketch } from './arrange.ts';

// Runs in a worker: receives the sketch to lay out, and replies with the positions.
addEventListener('message', ({ data }: MessageEvent<Sketch>) => postMessage(arrange(data)));
