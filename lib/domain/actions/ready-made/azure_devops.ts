import { longText, number, readyMade, text } from '../ready-made.schema.ts';

const project = text('project', 'Project', 'Its name or its id.');
const query = { 'api-version': '7.1' };
const headers = { 'content-type': 'application/json-patch+json' };
const add = (field: string, value: string) => ({ op: 'add', path: `/fields/${field}`, value });

export const azureDevopsActions = readyMade('azure_devops', {
  create_work_item: {
    name: 'Create an Azure DevOps work item',
    description: 'Creates a work item in a project.',
    parameters: [
      project,
      text('type', 'Type', 'A work item type of the project: Task, Bug, Issue.'),
      text('title', 'Title', 'One line that says what it is about.'),
      longText('description', 'Description', 'What was found; it may be HTML.'),
    ],
    call: {
      method: 'POST',
      path: '/{project}/_apis/wit/workitems/${type}',
      query,
      headers,
      body: [add('System.Title', '{title}'), add('System.Description', '{description}')],
    },
  },
  add_comment: {
    name: 'Comment on an Azure DevOps work item',
    description: 'Adds a comment to the discussion of a work item.',
    parameters: [
      project,
      number('work_item', 'Work item', 'Its number.'),
      longText('comment', 'Comment', 'It may be HTML.'),
    ],
    call: {
      method: 'PATCH',
      path: '/{project}/_apis/wit/workitems/{work_item}',
      query,
      headers,
      body: [add('System.History', '{comment}')],
    },
  },
});
