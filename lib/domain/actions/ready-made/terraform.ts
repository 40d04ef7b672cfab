import { readyMade, text } from '../ready-made.schema.ts';

const workspace = text('workspace', 'Workspace', 'Its id, such as ws-SihZTyXKfNXUWuUa.');
const actionsPath = '/api/v2/workspaces/{workspace}/actions';
const headers = { 'content-type': 'application/vnd.api+json' };
const result = '/data';

export const terraformActions = readyMade('terraform', {
  plan: {
    name: 'Plan an HCP Terraform workspace',
    description: 'Starts a plan-only run, which shows drift and changes nothing.',
    parameters: [workspace, text('message', 'Message', 'Why it is run.')],
    call: {
      method: 'POST',
      path: '/api/v2/runs',
      headers,
      body: {
        data: {
          type: 'runs',
          attributes: { message: '{message}', 'plan-only': true },
          relationships: { workspace: { data: { type: 'workspaces', id: '{workspace}' } } },
        },
      },
      result,
    },
  },
  lock_workspace: {
    name: 'Lock an HCP Terraform workspace',
    description: 'Locks a workspace: no run starts until it is unlocked.',
    needsApproval: true,
    parameters: [workspace, text('reason', 'Reason', 'Why it is locked.')],
    call: {
      method: 'POST',
      path: `${actionsPath}/lock`,
      headers,
      body: { reason: '{reason}' },
      result,
    },
  },
  unlock_workspace: {
    name: 'Unlock an HCP Terraform workspace',
    description: 'Allows runs to start again.',
    parameters: [workspace],
    call: { method: 'POST', path: `${actionsPath}/unlock`, headers, result },
  },
});
