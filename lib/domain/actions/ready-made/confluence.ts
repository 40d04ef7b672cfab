import { longText, optional, readyMade, text } from '../ready-made.schema.ts';

const storage = (value: string) => ({ representation: 'storage', value });
const content = longText('content', 'Content', 'In the storage format: <p>Text</p>.');

export const confluenceActions = readyMade('confluence', {
  create_page: {
    name: 'Create a Confluence page',
    description: 'Adds a page to a space, such as a report or the record of an incident.',
    parameters: [
      text('space', 'Space', 'The id of the space, a number.'),
      text('title', 'Title', 'The title must be unique in the space.'),
      content,
      optional(text('parent', 'Parent', 'The id of the parent page.')),
    ],
    call: {
      method: 'POST',
      path: '/wiki/api/v2/pages',
      body: {
        spaceId: '{space}',
        status: 'current',
        title: '{title}',
        parentId: '{parent}',
        body: storage('{content}'),
      },
    },
  },
  add_comment: {
    name: 'Comment on a Confluence page',
    description: 'Adds a comment below a page.',
    parameters: [text('page', 'Page', 'The id of the page, a number.'), content],
    call: {
      method: 'POST',
      path: '/wiki/api/v2/footer-comments',
      body: { pageId: '{page}', body: storage('{content}') },
    },
  },
});
