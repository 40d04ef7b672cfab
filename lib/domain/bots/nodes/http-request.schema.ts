import * as z from 'zod';
import { requestHeaderName } from '#lib/kernel/header.ts';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

/** How a response names its next page. */
export const pagings = ['none', 'link_header', 'next_url', 'cursor', 'page_number'] as const;

const paged = pagings.filter((one) => one !== 'none');

/** A JSON pointer (RFC 6901) into a response; empty for the whole response. */
const pointer = z
  .string()
  .max(200)
  .regex(/^(\/([^~]|~[01])*)?$/s, 'Start with a slash, as in /data/items.');

const settings = z.strictObject({
  method: z.enum(httpMethods).default('GET').meta({ title: 'Method' }),
  url: template(2000)
    .min(1, 'Enter a URL.')
    .default('')
    .meta({
      title: 'URL',
      description: 'With an integration a path is enough, such as /users.',
      placeholder: 'https://api.example.com/v1/hosts',
      control: 'expression',
    }),
  integration: integrationSetting.optional().meta({
    title: 'Integration',
    description: 'Its secrets are sent with the request, but only to its own hosts.',
    control: 'integration',
    uses: ['requests'],
  }),
  headers: z
    .array(z.strictObject({ name: requestHeaderName, value: template(4000) }))
    .max(50)
    .default([])
    .meta({ title: 'Headers', control: 'headers' }),
  body: template(100_000).optional().meta({
    title: 'Body',
    description: 'Text, or an expression; an object is sent as JSON.',
    control: 'textarea',
  }),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(30)
    .default(30)
    .meta({ title: 'Timeout', description: 'Seconds for one call.' }),
  paging: z
    .enum(pagings)
    .default('none')
    .meta({
      title: 'Paging',
      description:
        'How a response leads to the next page: by its Link header, by a URL or a cursor in its ' +
        'JSON, or by page numbers. The items of all pages become one list.',
    }),
  items_path: pointer.default('').meta({
    title: 'Items',
    description: 'The path of the list in a response, as /data/items. Empty if it is the list.',
    when: { paging: paged },
  }),
  next_path: pointer.default('').meta({
    title: 'Next page',
    description: 'The path of the URL or cursor of the next page, such as /links/next.',
    when: { paging: ['next_url', 'cursor'] },
  }),
  page_parameter: z
    .string()
    .min(1)
    .max(100)
    .default('page')
    .meta({
      title: 'Parameter',
      description: 'The query parameter for the cursor or the page number.',
      when: { paging: ['cursor', 'page_number'] },
    }),
  first_page: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(1)
    .meta({
      title: 'First page',
      description: 'The number of the first page.',
      when: { paging: ['page_number'] },
    }),
  max_pages: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(10)
    .meta({
      title: 'Maximum pages',
      description: 'How many pages to fetch. In the output, complete says whether these were all.',
      when: { paging: paged },
    }),
});

export const httpRequestSettings = settings.superRefine(
  ({ method, paging, next_path }, context) => {
    if (paging !== 'none' && method !== 'GET') {
      context.addIssue({
        code: 'custom',
        path: ['paging'],
        message: 'Only GET requests can use paging.',
      });
    }
    if ((paging === 'next_url' || paging === 'cursor') && next_path === '') {
      const message = 'Enter the path of the next page, such as /links/next.';
      context.addIssue({ code: 'custom', path: ['next_path'], message });
    }
  },
);
