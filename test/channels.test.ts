import { realtimeChannels } from '#lib/channels.ts';
import { allRoutes } from '#lib/routes.ts';
import type { Route } from '#lib/kernel/route.ts';

/** The call by which the console fetches what a channel's frames are about. */
const fetchRouteOf: Record<keyof typeof realtimeChannels, Route> = {
  bot_execution_updated: allRoutes.executions.getExecution,
  portal_run_updated: allRoutes['service-portal'].getPortalRun,
  inventory_execution_updated: allRoutes.inventory.getInventoryExecution,
  send_message: allRoutes.chat.listChatMessages,
  portal_chat_updated: allRoutes['service-portal'].listPortalMessages,
  chat_suggestions: allRoutes.chat.listChatMessages,
  chat_thread_created: allRoutes.chat.getChatThread,
  approval_updated: allRoutes.approvals.getApproval,
  user_input_updated: allRoutes['user-inputs'].getUserInput,
  listener_called: allRoutes.listeners.getListenerEvent,
};

describe('every live channel', () => {
  it.each(Object.entries(realtimeChannels))('%s requires its read permission', (name, channel) => {
    const route = new Map<string, Route>(Object.entries(fetchRouteOf)).get(name);
    expect(route).toMatchObject(channel.content);
    expect(route?.holders).toBeUndefined();
  });
});
