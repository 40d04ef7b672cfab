import { canary, type Example } from '../example.ts';

export const example: Example = {
  inputs: {
    createDashboard: { title: 'New one', widgets: [{ template: 'run_history' }] },
    updateDashboard: { revision: 1, title: 'Another' },
    getWidgetData: { templates: 'run_history,inventory_totals' },
  },
  furnish: async ({ dashboards, root }) => {
    const dashboard = await dashboards.createDashboard(root, { title: canary, widgets: [] });
    return { dashboard_id: dashboard._id };
  },
};
