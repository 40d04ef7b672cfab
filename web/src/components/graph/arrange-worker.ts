import { arrange, type Sketch } from './arrange.ts';

// Runs beside the page: the one message is what to lay out, its answer the places.
addEventListener('message', ({ data }: MessageEvent<Sketch>) => postMessage(arrange(data)));
