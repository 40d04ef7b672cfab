import type { Example } from '../example.ts';

export const example: Example = { inputs: { updateOnboarding: { skip: 'user' } } };
