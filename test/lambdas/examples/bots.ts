import { drawBot } from '../../domain/bots/draw-bot.ts';
import { canary, type Example } from '../example.ts';

const bot = drawBot(`${canary} bot`);

export const example: Example = {
  inputs: {
    previewSchedule: { cron_expression: '5 * * * *' },
    restoreBotVersion: { version: 1, base_version: 1 },
    importBot: {
      text: '{"format":"cloudwarden.bot/1","name":"New one","graph":{"nodes":[],"edges":[]}}',
    },
    createBot: { ...drawBot('New one') },
    updateBot: { ...bot, base_version: 1 },
    joinBotEditors: { window_id: '0'.repeat(32), unsaved: true, base_version: 1 },
    publishBot: { version: 1 },
    setBotStatus: { status: 'disabled' },
    setServicePortal: { service_portal_published: true },
  },
  furnish: async ({ bots, root }) => {
    const { _id: bot_id } = await bots.createBot(root, bot);
    await bots.publishBot(root, { bot_id, version: 1 });
    await bots.setServicePortal(root, { bot_id, service_portal_published: true });
    return { bot_id };
  },
};
