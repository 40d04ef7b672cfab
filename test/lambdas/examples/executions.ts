import { isoTime } from '#lib/kernel/clock.ts';
import { commit, result, startRun } from '../../domain/executions/runs.ts';
import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: {
    getRunStatistics: { from: '2026-09-01T00:00:00Z', to: '2026-09-02T00:00:00Z' },
    startExecution: { version: 1 },
  },
  furnish: async (scene, { bot_id }) => {
    const bot = { bot_id, bot_name: canary };
    const bot_exc_id = await startRun(scene, bot);
    const output = result('SUCCEEDED', { output: canary });
    await commit(scene, bot_exc_id, { results: { start: output } });
    const failed_exc_id = await startRun(scene, bot);
    await commit(scene, failed_exc_id, { state: 'FAILED', finished_at: isoTime(scene.time.now) });
    return { bot_exc_id, failed_exc_id, node_id: 'start' };
  },
  otherIds: {
    resumeExecution: { bot_exc_id: 'failed_exc_id' },
    replayExecution: { bot_exc_id: 'failed_exc_id' },
  },
};
