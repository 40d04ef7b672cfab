import * as z from 'zod';
import { headerToken } from '#lib/kernel/header.ts';
import { template } from './template.schema.ts';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;

export const httpRequestSettings = z.strictObject({
  method: z.enum(httpMethods).default('GET').meta({ title: 'Method' }),
  url: template(2000)
    .min(1, 'Enter a URL.')
    .default('')
    .meta({ title: 'URL', placeholder: 'https://api.example.com/v1/hosts', control: 'expression' }),
  headers: z
    .array(z.strictObject({ name: headerToken, value: template(4000) }))
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
    .meta({ title: 'Timeout', description: 'Seconds for the whole call.' }),
});
